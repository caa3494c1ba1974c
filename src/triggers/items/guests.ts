import { ClientError, isHeldBack } from '../../client/index.ts';
import { fieldsOf, listedConversation, textOf } from '../../format/index.ts';
import type { Terms } from '../../forms/index.ts';
import { causeOf, type Task } from '../../meetings/index.ts';
import { asksForGuests, openAttendances, type WantedGuests } from '../../reports/index.ts';
import { reasonFor } from '../failures.ts';
import { findConversation, type IfUnread } from './details.ts';
import type { Item } from './item.ts';

export interface LookUpHost {
	readonly task: Task;
	readonly terms: Terms;
}

/** A conversation as listed, for its calendar event; anything else where it is not known. */
export type ConversationOf = (id: string) => unknown;

const NOT_NOW = 'There were no requests left to look up the guests of the meeting.';
const NOT_READ = 'The guests of the meeting could not be read.';

/** Items that say why something about them is not known. */
const noted = (items: readonly Item[], reason: string): Item[] =>
	items.map((item) => {
		const included = fieldsOf(item['included']);
		const reasons = [...(included['ok'] === false ? [textOf(included['reason'])] : []), reason];
		return { ...item, externalCompanies: null, included: { ...included, ok: false, reason: reasons.join(' ') } };
	});

const idOf = ({ conversationId }: Item): string => textOf(conversationId);

/**
 * The items of meetings with the wanted guests, each with the companies of those from outside the user’s own.
 * Where the guests are not known, the companies are null and the item is passed on. Requests: one for the profile, one per day
 * with meetings, and up to three for a conversation that the caller does not know. Throws if it is to fail where they cannot be read.
 */
export async function ofSide(items: readonly Item[], { ifUnread, external, companies: list }: WantedGuests & { readonly ifUnread?: IfUnread | undefined }, conversationOf: ConversationOf, { task, terms }: LookUpHost): Promise<readonly Item[]> {
	const wantedGuests = { external, companies: list };
	if (!asksForGuests(wantedGuests)) return items;
	const ids = [...new Set(items.map(idOf).filter(Boolean))];
	if (ids.length === 0) return items;
	try {
		const meetings = await Promise.all(
			ids.map(async (id) => {
				const title = items.find((item) => idOf(item) === id)?.['title'];
				const known = conversationOf(id) ?? (await findConversation(task, { conversationId: id, title: textOf(title) || undefined }).catch(unlessListed));
				const { startTime, linkedCalendarEventId } = listedConversation(known);
				return { conversationId: id, conversationDate: startTime, linkedCalendarEventId };
			}),
		);
		const attendances = openAttendances(task, wantedGuests);
		const { isWantedSide, companies, ending } = await attendances.of(meetings);
		const wanted = items.flatMap((item) => {
			const side = idOf(item) === '' ? null : isWantedSide(idOf(item));
			return side === false ? [] : [{ ...item, externalCompanies: side === null ? null : [...companies(idOf(item))] }];
		});
		return ending.complete ? wanted : noted(wanted, ending.stoppedBy === null ? NOT_READ : NOT_NOW);
	} catch (stop) {
		const error = causeOf(stop);
		if (ifUnread === 'fail' && !isHeldBack(error)) throw error;
		return noted(items, isHeldBack(error) ? NOT_NOW : reasonFor(error, terms));
	}
}

/** A conversation that is not among those searched is one whose guests are not known. */
function unlessListed(error: unknown): null {
	if (causeOf(error) instanceof ClientError) throw error;
	return null;
}
