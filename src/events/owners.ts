import { ClientError, type Client } from '../client/index.ts';
import { boolean } from '../forms/field.ts';
import type { Terms } from '../forms/terms.ts';
import { fieldsOf, isRecord, textOf } from '../format/read.ts';
import { listedConversation } from '../format/listed.ts';
import { simpleProfile } from '../format/profile.ts';
import { ADDRESS_REQUESTS, findAddresses, openDirectory, ownerAddress, ownersIn, WITH_ADDRESSES } from '../insights/index.ts';
import type { Item } from '../polling/index.ts';
import { events } from './catalogue.ts';
import type { ReadDetailsOptions } from './details.ts';
import { reasonFor } from './failures.ts';

const READY = 'conversation.action_items.ready';

export const withOwnerEmail = boolean({
	label: WITH_ADDRESSES,
	default: false,
	description: `Whether to add the email address and contact ID of its owner to each action item of “${events[READY].label}”, where exactly one guest of the meeting’s calendar event or one contact fits the name. If they cannot be read in time, the event arrives without them and says why. ${ADDRESS_REQUESTS}`,
});

const nobody = { ownerEmail: null, ownerContactId: null };
const NOT_NOW = 'There were no requests left for email addresses.';

/** The sender gives up after 10 seconds, 6 of which the details may take. */
const LIMIT_MS = 3000;

/** Items with more about their action items; others stay as they are. */
const extended = (items: readonly Item[], more: (item: Item) => object, reason?: string): Item[] =>
	items.map((item) => {
		const { actionItem } = item;
		if (!isRecord(actionItem)) return item;
		const included = fieldsOf(item['included']);
		const reasons = [...(included['ok'] === false ? [textOf(included['reason'])] : []), ...(reason === undefined ? [] : [reason])];
		return {
			...item,
			actionItem: { ...actionItem, ...more(item) },
			...(reason !== undefined && { included: { ...included, ok: false, reason: reasons.join(' ') } }),
		};
	});

function ownedBy({ actionItem }: Item) {
	const { owner, conversationId, conversationDate } = fieldsOf(actionItem);
	return { owner: textOf(owner) || null, conversationId: textOf(conversationId), conversationDate: textOf(conversationDate) || null };
}

export interface OwnerHost {
	readonly client: Client;
	readonly now: () => number;
	readonly terms: Terms;
}

/** A conversation as listed, for its calendar event; anything else where it is not known. */
type ConversationOf = (id: string) => unknown;

/**
 * The items with the addresses of the owners of action items. Never throws: where they could not be looked up, the items say
 * why.
 */
export async function withOwners(items: readonly Item[], conversationOf: ConversationOf, { client, now, terms }: OwnerHost): Promise<Item[]> {
	const owned = items.filter(({ actionItem }) => isRecord(actionItem)).map(ownedBy);
	const meetings = ownersIn(owned, (id) => listedConversation(conversationOf(id)).linkedCalendarEventId);
	if (meetings.every(({ names }) => names.length === 0)) return extended(items, () => nobody);
	try {
		const user = simpleProfile((await client.user.profile()).data);
		const found = await findAddresses(openDirectory({ client, now }), meetings, user);
		const addressOf = (item: Item) => {
			const { conversationId, owner } = ownedBy(item);
			return ownerAddress(found.of(conversationId, owner));
		};
		return extended(items, addressOf, found.complete ? undefined : NOT_NOW);
	} catch (error) {
		const isNotNow = error instanceof ClientError && error.problem.kind === 'requestsReserved';
		return extended(items, () => nobody, isNotNow ? NOT_NOW : reasonFor(error, terms));
	}
}

/** The same while a sender waits for the answer to a delivery. */
export async function withOwnersInTime(items: readonly Item[], conversationOf: ConversationOf, { connect, sleep, now, terms }: ReadDetailsOptions & Pick<OwnerHost, 'now'>): Promise<readonly Item[]> {
	const read = async (): Promise<readonly Item[]> => {
		try {
			return await withOwners(items, conversationOf, { client: await connect(), now, terms });
		} catch (error) {
			return extended(items, () => nobody, reasonFor(error, terms));
		}
	};
	const late = sleep(LIMIT_MS).then(() => extended(items, () => nobody, `Email addresses could not be read within ${LIMIT_MS / 1000} seconds.`));
	return await Promise.race([read(), late]);
}
