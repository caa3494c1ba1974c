import { isHeldBack, type Client } from '../../client/index.ts';
import { fieldsOf, isRecord, listedConversation, textOf } from '../../format/index.ts';
import { boolean } from '../../forms/index.ts';
import { causeOf, createReader } from '../../meetings/index.ts';
import { asksForGuests, findAddresses, isMe, ownerAddress, ownerMatcher, ownersIn, WITH_ADDRESSES, withOwner, type OwnerAddress, type WantedGuests } from '../../reports/index.ts';
import { reasonFor } from '../failures.ts';
import type { IfUnread, ReadDetailsOptions } from './details.ts';
import { type ConversationOf, type LookUpHost, ofSide } from './guests.ts';
import type { Item } from './item.ts';

export const withOwnerEmail = boolean({
	label: WITH_ADDRESSES,
	default: false,
	description: 'Whether to add the email address of each action item’s owner, where exactly one guest or contact has the name',
});

const nobody = { ownerEmail: null, ownerContactId: null };
const NOT_NOW = 'There were no requests left to look up owners.';

/** The sender gives up after 10 seconds, 6 of which the details may take. */
const LIMIT_MS = 3000;

/** Items with more about their action items; others stay as they are. */
const extended = (items: readonly Item[], more: (item: Item) => Partial<OwnerAddress>, reason?: string): Item[] =>
	items.map((item) => {
		const { actionItem } = item;
		if (!isRecord(actionItem)) return item;
		const included = fieldsOf(item['included']);
		const reasons = [...(included['ok'] === false ? [textOf(included['reason'])] : []), ...(reason === undefined ? [] : [reason])];
		return {
			...item,
			actionItem: withOwner(actionItem, more(item)),
			...(reason !== undefined && { included: { ...included, ok: false, reason: reasons.join(' ') } }),
		};
	});

function ownedBy({ actionItem }: Item) {
	const { owner, conversationId, conversationDate } = fieldsOf(actionItem);
	return { owner: textOf(owner) || null, conversationId: textOf(conversationId), conversationDate: textOf(conversationDate) || null };
}

/** What a trigger asks about the owners of action items that their key points do not say. */
export interface AskedOwners extends WantedGuests {
	readonly withOwnerEmail: boolean;
	/** Read only if it is about the user, whose name is in the profile. */
	readonly ownerContains: string;
	/** Default: `continue`. */
	readonly ifUnread?: IfUnread | undefined;
}

/** The items of the wanted owners, with their addresses if requested. */
type LookUpOwners = (items: readonly Item[], conversationOf: ConversationOf) => Promise<readonly Item[]>;

const isAsked = ({ withOwnerEmail, ownerContains, ...guests }: AskedOwners): boolean => withOwnerEmail || isMe(ownerContains) || asksForGuests(guests);

const unread = ({ withOwnerEmail }: AskedOwners) => (): Partial<OwnerAddress> => (withOwnerEmail ? nobody : {});

export interface OwnerHost extends Pick<LookUpHost, 'terms'> {
	readonly client: Client;
	/** Milliseconds since 1970. */
	readonly now: () => number;
}

/**
 * Looks up guests and owners; what it reads, it reads once. Asks for owners only once somebody owns an action item. Where people
 * could not be looked up, it throws if that is to fail, unless its own limit ended it. Otherwise nothing is left out, and the items say why.
 */
export function ownerLookup(asked: AskedOwners, { client, now, terms }: OwnerHost): LookUpOwners {
	if (!isAsked(asked)) return async (items) => items;
	const reader = createReader({ client, now });
	return async (items, conversationOf) => {
		const host = { task: reader.begin(), terms };
		return await lookUpOwners(asked, host)(await ofSide(items, asked, conversationOf, host), conversationOf);
	};
}

function lookUpOwners(asked: AskedOwners, { task, terms }: LookUpHost): LookUpOwners {
	if (!asked.withOwnerEmail && !isMe(asked.ownerContains)) return async (items) => items;
	return async (items, conversationOf) => {
		if (items.every((item) => ownedBy(item).owner === null)) return extended(items, unread(asked));
		let wanted = items;
		try {
			const user = await task.profile();
			if (isMe(asked.ownerContains)) {
				const isTheirs = ownerMatcher(asked.ownerContains, user.name);
				wanted = items.filter((item) => ownedBy(item).owner === null || isTheirs(ownedBy(item).owner));
			}
			if (!asked.withOwnerEmail) return wanted;
			const owned = wanted.filter(({ actionItem }) => isRecord(actionItem)).map(ownedBy);
			const found = await findAddresses(task, ownersIn(owned, (id) => listedConversation(conversationOf(id)).linkedCalendarEventId), user);
			const addressOf = (item: Item) => {
				const { conversationId, owner } = ownedBy(item);
				return ownerAddress(found.of(conversationId, owner));
			};
			return extended(wanted, addressOf, found.complete ? undefined : NOT_NOW);
		} catch (stop) {
			const error = causeOf(stop);
			if (asked.ifUnread === 'fail' && !isHeldBack(error)) throw error;
			return extended(wanted, unread(asked), isHeldBack(error) ? NOT_NOW : reasonFor(error, terms));
		}
	};
}

/** The same while a sender waits for the answer to a delivery. */
export async function lookUpInTime(items: readonly Item[], asked: AskedOwners, conversationOf: ConversationOf, { connect, sleep, now, terms }: ReadDetailsOptions & Pick<OwnerHost, 'now'>): Promise<readonly Item[]> {
	if (!isAsked(asked)) return items;
	const read = async (): Promise<readonly Item[]> => {
		try {
			return await ownerLookup(asked, { client: await connect(), now, terms })(items, conversationOf);
		} catch (error) {
			return extended(items, unread(asked), reasonFor(error, terms));
		}
	};
	const late = sleep(LIMIT_MS).then(() => extended(items, unread(asked), `People could not be looked up within ${LIMIT_MS / 1000} seconds.`));
	return await Promise.race([read(), late]);
}
