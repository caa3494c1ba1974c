import { isHeldBack, type Client } from '../../client/index.ts';
import { fieldsOf, isRecord, listedConversation, textOf } from '../../format/index.ts';
import { boolean, type Terms } from '../../forms/index.ts';
import { causeOf, createReader, type Task } from '../../meetings/index.ts';
import { asksForGuests, findAddresses, openAttendances, ownerAddress, ownerMatcher, ownersIn, WITH_ADDRESSES, withOwner, type OwnerAddress } from '../../reports/index.ts';
import { reasonFor } from '../failures.ts';
import type { IfUnread, ReadDetailsOptions } from './details.ts';
import { type Filters, needsUserName } from './filters.ts';
import { type Item, withMore } from './item.ts';

export const withOwnerEmail = boolean({
	label: WITH_ADDRESSES,
	default: false,
	description: 'Whether to add the email address of each action item’s owner, where exactly one guest or contact has the name',
});

/** The options about people that need more than key points or deliveries contain. */
export interface AskedPeople {
	/** Guests, and owners if they are to be the user, whose name is in the profile. */
	readonly filters: Pick<Filters, 'companies' | 'external' | 'ownerContains'>;
	/** Whether to add the addresses of the owners of action items. */
	readonly withOwnerEmail?: boolean | undefined;
	/** Whether it fails if people cannot be read. Default: `continue`. */
	readonly ifUnread?: IfUnread | undefined;
}

interface LookUpHost {
	readonly task: Task;
	readonly terms: Terms;
}

/** A conversation as listed, for its calendar event; anything else where it is not known. */
type ConversationOf = (id: string) => unknown;

/** Adds to an item why something about it is unknown. A reason that it already has is kept. */
function reasonAdded({ included: before }: Item, reason: string): { readonly included: object } {
	const included = fieldsOf(before);
	const reasons = [...(included['ok'] === false ? [textOf(included['reason'])] : []), reason];
	return { included: { ...included, ok: false, reason: reasons.join(' ') } };
}

const NO_CALENDAR = 'No calendar is connected, or its access was revoked, so the guests of the meeting are not known.';
const NOT_LISTED = 'The meeting was not found in the list, so its guests are not known.';
const NO_REQUESTS_FOR_GUESTS = 'There were no requests left to look up the guests of the meeting.';

const unknown = { externalEmails: null, externalCompanies: null };

const guestsUnknown = (items: readonly Item[], reason: string): Item[] => items.map((item) => withMore(item, { ...unknown, ...reasonAdded(item, reason) }));

const idOf = ({ conversationId }: Item): string => textOf(conversationId);

/**
 * The items of meetings with the wanted guests, each with the email addresses and companies of the guests from outside the
 * user’s company. If the guests are not known, both are null and the item is passed on, unless companies are wanted and the
 * meeting certainly has no event: what one company is told must not be about another. Requests: one for the profile, one per day
 * with meetings. Throws if they cannot be read and `ifUnread` says to fail.
 */
async function ofSide(
	items: readonly Item[],
	{ ifUnread, filters }: Pick<AskedPeople, 'filters' | 'ifUnread'>,
	conversationOf: ConversationOf,
	{ task, terms }: LookUpHost,
): Promise<readonly Item[]> {
	if (!asksForGuests(filters)) return items;
	const ids = [...new Set(items.map(idOf).filter(Boolean))];
	if (ids.length === 0) return items;
	try {
		const meetings = ids.map((id) => {
			const { startTime, linkedCalendarEventId } = listedConversation(conversationOf(id));
			return { conversationId: id, conversationDate: startTime, linkedCalendarEventId };
		});
		const attendances = openAttendances(task, { external: filters.external, companies: filters.companies });
		const { isWantedSide, outsiders, calendar, ending } = await attendances.of(meetings);
		const isRead = calendar && ending.complete;
		const wanted = items.flatMap((item) => {
			if (idOf(item) === '') return [withMore(item, unknown)];
			const side = isWantedSide(idOf(item));
			if (side !== null) return side ? [withMore(item, { ...outsiders(idOf(item)) })] : [];
			if (isRead && !isRecord(conversationOf(idOf(item)))) return guestsUnknown([item], NOT_LISTED);
			return isRead && asksForGuests({ companies: filters.companies }) ? [] : [withMore(item, unknown)];
		});
		if (isRead) return wanted;
		return guestsUnknown(wanted, !calendar ? NO_CALENDAR : ending.stoppedBy === null ? 'The guests of the meeting could not be read.' : NO_REQUESTS_FOR_GUESTS);
	} catch (stop) {
		const error = causeOf(stop);
		if (ifUnread === 'fail' && !isHeldBack(error)) throw error;
		return guestsUnknown(items, isHeldBack(error) ? NO_REQUESTS_FOR_GUESTS : reasonFor(error, terms));
	}
}

const nobody = { ownerEmail: null, ownerContactId: null };
const NO_REQUESTS_FOR_OWNERS = 'There were no requests left to look up owners.';

/** The sender gives up after 10 seconds, 6 of which the details may take. */
const LIMIT_MS = 3000;

/** Adds fields to the action items of items. Other items stay unchanged. */
const extended = (items: readonly Item[], more: (item: Item) => Partial<OwnerAddress>, reason?: string): Item[] =>
	items.map((item) => {
		const { actionItem } = item;
		if (!isRecord(actionItem)) return item;
		return withMore({ ...item, actionItem: withOwner(actionItem, more(item)) }, reason === undefined ? {} : reasonAdded(item, reason));
	});

function ownedBy({ actionItem }: Item) {
	const { owner, conversationId, conversationDate } = fieldsOf(actionItem);
	return { owner: textOf(owner) || null, conversationId: textOf(conversationId), conversationDate: textOf(conversationDate) || null };
}

/** The items of the wanted guests and owners, with addresses if requested. */
type LookUpPeople = (items: readonly Item[], conversationOf: ConversationOf) => Promise<readonly Item[]>;

const isUnsure = ({ filters }: AskedPeople) => (item: Item): boolean => needsUserName(ownedBy(item).owner, filters);

const isAsked = (items: readonly Item[], asked: AskedPeople): boolean =>
	(asked.withOwnerEmail ?? false) || asksForGuests(asked.filters) || items.some(isUnsure(asked));

const unread = ({ withOwnerEmail }: AskedPeople) => (): Partial<OwnerAddress> => (withOwnerEmail ? nobody : {});

interface PeopleHost extends Pick<LookUpHost, 'terms'> {
	readonly client: Client;
	/** Milliseconds since 1970. */
	readonly now: () => number;
}

/**
 * Looks up guests and owners; what it reads, it reads once. Asks for owners only once somebody owns an action item. Where people
 * could not be looked up, it throws if that is to fail, unless its own limit ended it. Otherwise nothing is left out, and the items say why.
 */
export function peopleLookup(asked: AskedPeople, { client, now, terms }: PeopleHost): LookUpPeople {
	const reader = createReader({ client, now });
	return async (items, conversationOf) => {
		if (!isAsked(items, asked)) return items;
		const host = { task: reader.begin(), terms };
		return await withOwners(await ofSide(items, asked, conversationOf, host), asked, conversationOf, host);
	};
}

async function withOwners(
	items: readonly Item[],
	asked: AskedPeople,
	conversationOf: ConversationOf,
	{ task, terms }: LookUpHost,
): Promise<readonly Item[]> {
	const { ownerContains } = asked.filters;
	const isOpen = isUnsure(asked);
	if (!asked.withOwnerEmail && !items.some(isOpen)) return items;
	if (items.every((item) => ownedBy(item).owner === null)) return extended(items, unread(asked));
	let wanted = items;
	try {
		const user = await task.profile();
		const isTheirs = ownerMatcher(ownerContains, user.name);
		wanted = items.filter((item) => !isOpen(item) || isTheirs(ownedBy(item).owner));
		if (!asked.withOwnerEmail) return wanted;
		const owned = wanted.filter(({ actionItem }) => isRecord(actionItem)).map(ownedBy);
		const found = await findAddresses(task, ownersIn(owned, (id) => listedConversation(conversationOf(id)).linkedCalendarEventId), user);
		const addressOf = (item: Item) => {
			const { conversationId, owner } = ownedBy(item);
			return ownerAddress(found.of(conversationId, owner));
		};
		return extended(wanted, addressOf, found.complete ? undefined : NO_REQUESTS_FOR_OWNERS);
	} catch (stop) {
		const error = causeOf(stop);
		if (asked.ifUnread === 'fail' && !isHeldBack(error)) throw error;
		return extended(wanted, unread(asked), isHeldBack(error) ? NO_REQUESTS_FOR_OWNERS : reasonFor(error, terms));
	}
}

/** The same while a sender waits for the answer to a delivery. */
export async function lookUpInTime(
	items: readonly Item[],
	asked: AskedPeople,
	conversationOf: ConversationOf,
	{ connect, sleep, now, terms }: ReadDetailsOptions & Pick<PeopleHost, 'now'>,
): Promise<readonly Item[]> {
	if (!isAsked(items, asked)) return items;
	const without = (reason: string): Item[] =>
		asksForGuests(asked.filters) ? extended(guestsUnknown(items, reason), unread(asked)) : extended(items, unread(asked), reason);
	const read = async (): Promise<readonly Item[]> => {
		try {
			return await peopleLookup(asked, { client: await connect(), now, terms })(items, conversationOf);
		} catch (error) {
			return without(reasonFor(error, terms));
		}
	};
	const late = sleep(LIMIT_MS).then(() => without(`People could not be looked up within ${LIMIT_MS / 1000} seconds.`));
	return await Promise.race([read(), late]);
}
