import * as z from 'zod/v4';
import { api, type Tone } from '../../../api/index.ts';
import { areCreditsReserved, areCreditsUsedUp, ClientError, isCancelled, isForbidden, isLimit, isUnauthorized, mayHaveCost } from '../../../client/index.ts';
import { emailDraft, type EmailDraft, instantOf, listedConversation, type ListedConversation, minutesOf, quoted, type Words, writtenDate } from '../../../format/index.ts';
import { SAMPLE_CONVERSATION_ID } from '../../../forms/index.ts';
import { type LinkedMeeting, MeetingRef, type ValueOf } from '../../../meetings/index.ts';
import { FINAL } from '../../hints.ts';
import { listed } from '../../list.ts';
import { creditsLeftOf } from '../../shared/savedResult.ts';
import type { Session } from '../../session.ts';
import type { PeopleFilter } from '../../shared/attendance.ts';
import type { DraftRecipients, RecipientFinder } from '../../shared/recipients.ts';
import { rangeOfDate } from '../../shared/period.ts';
import { counted, Refusal } from '../../../words/index.ts';

const KEY = 'follow_up_email:';

export const RecordedCall = z.object({
	dedupeKey: z.string().meta({ description: 'Identifies the follow-up: pass it in again to skip it', examples: [`${KEY}${SAMPLE_CONVERSATION_ID}`] }),
	...MeetingRef.shape,
});
export type RecordedCall = ValueOf<typeof RecordedCall>;

/** Reasons for not drafting an email, among the phrases of a text. */
export const skips = [
	'draftedBefore',
	'draftedInThisRun',
	'noTranscript',
	'unfinished',
	'internalMeeting',
	'unknownGuests',
] as const satisfies readonly (keyof Words)[];
type Skip = (typeof skips)[number];

interface SkippedCall extends RecordedCall {
	readonly reason: Skip;
}

type Reason = 'creditReserve' | 'creditsUsedUp' | 'failures' | 'limit' | 'noAccess' | 'requestLimit';

/** Why the rest was not drafted. */
export interface DraftingStop {
	readonly reason: Reason;
	/** The error that a host shows for each remaining conversation; null if a person set the limit. */
	readonly error: Error | null;
}

export interface FailedDraft extends RecordedCall {
	readonly error: Error;
}

export type Draft = RecordedCall & EmailDraft & DraftRecipients;

export interface FollowUps {
	/** `YYYY-MM-DD`. */
	readonly date: string;
	readonly drafts: readonly Draft[];
	readonly skipped: readonly SkippedCall[];
	readonly failed: readonly FailedDraft[];
	readonly notDrafted: readonly RecordedCall[];
	readonly stop: DraftingStop | null;
	/** IDs that were chosen and are of no meeting of that day. */
	readonly absent: readonly string[];
	/** How many meetings of that day, or chosen ones, are shorter than wanted. */
	readonly short: number;
}

/** The meetings that started on a date, oldest first, whatever order the service lists them in. */
async function conversationsOn(session: Session, date: string): Promise<ListedConversation[]> {
	const { since, until } = rangeOfDate(session.timezone, date);
	const [start, end] = [Date.parse(since), Date.parse(until)];
	const found: { readonly at: number; readonly conversation: ListedConversation }[] = [];
	let unreadable = 0;
	// The service's own filter excludes its first millisecond.
	for await (const one of listed(session, api.conversations.list, { since: new Date(start - 1).toISOString() })) {
		const conversation = listedConversation(one);
		const at = instantOf(conversation.startTime);
		if (conversation.id === '' || at === null) unreadable += 1;
		else if (at >= start && at < end) found.push({ at, conversation });
	}
	if (unreadable > 0) {
		session.hintIncomplete(
			`${counted(unreadable, 'meeting without a readable ID or start time was', 'meetings without a readable ID or start time were')} left out.`,
			FINAL,
		);
	}
	return found.sort((one, other) => one.at - other.at).map(({ conversation }) => conversation);
}

const linkedOf = ({ id, startTime, linkedCalendarEventId }: ListedConversation): LinkedMeeting => ({
	conversationId: id,
	conversationDate: startTime,
	linkedCalendarEventId,
});

/** Why there is nothing to write about, or not yet; undefined if there is. */
function skipOf({ endTime, segmentCount }: ListedConversation, now: number): Skip | undefined {
	const end = instantOf(endTime);
	if (end === null || end > now) return 'unfinished';
	return segmentCount === 0 ? 'noTranscript' : undefined;
}

/** Why no other draft can succeed either; null if only this one failed. */
function reasonOf(error: unknown): Reason | null {
	if (error instanceof Refusal) return null;
	if (!(error instanceof ClientError)) return 'failures';
	if (areCreditsReserved(error)) return 'creditReserve';
	if (areCreditsUsedUp(error)) return 'creditsUsedUp';
	if (isLimit(error)) return 'requestLimit';
	return isUnauthorized(error) || isForbidden(error) ? 'noAccess' : null;
}

/** Drafts that may have used a credit for nothing, after which the service counts as down. */
const MAX_AT_RISK = 3;

export interface WantedDrafts {
	/** `YYYY-MM-DD`. */
	readonly date: string;
	/** Keys or conversations of earlier drafts. */
	readonly known: ReadonlySet<string>;
	readonly minMinutes: number | undefined;
	/** IDs of the meetings to draft for; if omitted, all. */
	readonly only: ReadonlySet<string> | undefined;
	/** Which meetings have the wanted guests. */
	readonly guests: PeopleFilter;
	/** Max drafts. */
	readonly limit: number | undefined;
}

/** Becomes true while `draftEach` works through what is due. */
interface Drafting extends FollowUps {
	readonly drafts: Draft[];
	readonly skipped: SkippedCall[];
	readonly failed: FailedDraft[];
	notDrafted: readonly RecordedCall[];
	stop: DraftingStop | null;
	readonly due: readonly DueCall[];
}

interface DueCall {
	readonly call: RecordedCall;
	readonly meeting: LinkedMeeting;
}

/**
 * The follow-ups that a day needs, none of which is drafted yet: ceil(meetings since its start / 100) requests, at least one,
 * plus the requests of `guests`.
 * @throws ClientError if the meetings cannot be listed.
 */
export async function dueFollowUps(
	session: Session,
	{ date, known, minMinutes = 0, only, guests, limit = Infinity }: WantedDrafts,
): Promise<Drafting> {
	const skipped: SkippedCall[] = [];
	const due: DueCall[] = [];
	const listedOn = await conversationsOn(session, date);
	const chosen = only ? listedOn.filter(({ id }) => only.has(id)) : listedOn;
	const absent = [...(only ?? [])].filter((id) => !listedOn.some((one) => one.id === id));
	if (absent.length > 0) {
		const ids = absent.map((id) => quoted(id)).join(' or ');
		session.hintIncomplete(`No meeting on ${writtenDate(date)} has the ID ${ids}. Check the ID, and the day on which the meeting started.`, FINAL);
	}
	let short = 0;
	const attendance = guests.isAsked && chosen.length > 0 ? await guests.of(chosen.map(linkedOf)) : null;
	for (const conversation of chosen) {
		const unready = skipOf(conversation, session.now());
		// How long a meeting lasts is not known before its end.
		if (unready !== 'unfinished' && (minutesOf(conversation) ?? 0) < minMinutes) {
			short += 1;
			continue;
		}
		const { id, title, startTime } = conversation;
		const call = { dedupeKey: `${KEY}${id}`, conversationTitle: title, conversationDate: startTime, conversationId: id };
		const isKnown = known.has(call.dedupeKey) || known.has(id);
		const isWanted = attendance ? attendance.isWantedSide(id) : true;
		const unwanted = isWanted === null ? 'unknownGuests' : isWanted ? undefined : 'internalMeeting';
		const reason = isKnown ? 'draftedBefore' : (unready ?? unwanted);
		if (reason) skipped.push({ ...call, reason });
		else due.push({ call, meeting: linkedOf(conversation) });
	}
	const beyond = due.slice(limit).map(({ call }) => call);
	return {
		...{ date, absent, short, skipped },
		due: due.slice(0, limit),
		drafts: [],
		failed: [],
		notDrafted: beyond,
		stop: beyond.length > 0 ? { reason: 'limit', error: null } : null,
	};
}

interface DraftingOptions {
	readonly tone: Tone | undefined;
	readonly guests: PeopleFilter;
	readonly recipients: RecipientFinder;
}

/**
 * Drafts one after the other and yields each as soon as it exists: one request each, plus those of `recipients`. At most one
 * credit is at risk at a time, and the next draft is begun only when it is asked for, so a caller that stops has paid for
 * nothing that it did not get. A failure that concerns one draft does not stop the others; any other does. What became of all
 * is in `drafting`. Throws only if the run was stopped.
 */
export async function* draftEach(
	session: Session,
	drafting: Drafting,
	{ tone, guests, recipients }: DraftingOptions,
): AsyncGenerator<Draft, void, undefined> {
	const { due, drafts, skipped, failed } = drafting;
	for (const [index, { call, meeting }] of due.entries()) {
		const claimed = [call.dedupeKey, tone];
		if (!session.claims.claim(claimed)) {
			skipped.push({ ...call, reason: 'draftedInThisRun' });
			continue;
		}
		// Found first, so that nothing stands between a draft and its reader once it is paid for.
		const { to, ...addressed } = await recipients.of(meeting);
		let draft: Draft;
		try {
			const { data } = await session.client.email.draft({ id: call.conversationId, tone });
			const written = emailDraft(data);
			const companies = guests.companies(call.conversationId);
			draft = { to, ...written, ...data, ...call, ...written, ...creditsLeftOf(session), ...companies, ...addressed };
		} catch (caught) {
			session.claims.releaseAfter(caught, claimed);
			if (isCancelled(caught)) throw caught;
			const error = caught instanceof Error ? caught : new Error(String(caught));
			const endsAll = reasonOf(error);
			// If a limit refused this draft without risking a credit, it is left to the next run, like the rest.
			const isLeft = endsAll !== null && !mayHaveCost(error);
			if (!isLeft) failed.push({ ...call, error });
			const reason = endsAll ?? (failed.filter((one) => mayHaveCost(one.error)).length < MAX_AT_RISK ? null : 'failures');
			if (!reason) continue;
			drafting.notDrafted = [...due.slice(isLeft ? index : index + 1).map((one) => one.call), ...drafting.notDrafted];
			drafting.stop = { reason, error };
			return;
		}
		drafts.push(draft);
		yield draft;
	}
}
