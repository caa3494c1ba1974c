import { api } from '../api/index.ts';
import { ClientError, noRisk, withRisk } from '../client/index.ts';
import { listedConversation, type ListedConversation, oneLine, quoted, textsOf } from '../format/index.ts';
import { causeOf, hasTranscript } from '../meetings/index.ts';
import { flowIn, listWebhooks, shownUrl } from '../triggers/index.ts';
import { counted, figure, Refusal } from '../words/index.ts';
import { conversationOf, refuseUnheard } from './shared/heard.ts';
import { datesOf } from './shared/report.ts';
import type { Session } from './session.ts';

const MAX_GUESTS = 5;

/** Only reading has failed, so nothing was done, whatever the operation would do. */
async function untilAsked<T>(read: Promise<T>): Promise<T> {
	return await read.catch((error: unknown) => {
		throw withRisk(causeOf(error), noRisk);
	});
}

/** The title and the time say what it is about: who was there must not keep a person from deciding. */
const orNull = async <T>(read: () => Promise<T>): Promise<T | null> => await read().catch(() => null);

const named = (names: readonly string[]): string => {
	const more = names.length - MAX_GUESTS;
	return names.length === 0 ? '' : `with ${names.slice(0, MAX_GUESTS).map((name) => quoted(name)).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

/** The guests of the meeting’s event or, where no event is known, the names in its saved key points. */
async function peopleOf(session: Session, meetings: readonly ListedConversation[]): Promise<ReadonlyMap<string, readonly string[]>> {
	const { task } = session;
	const linked = meetings.map(({ id, startTime, linkedCalendarEventId }) => ({ conversationId: id, conversationDate: startTime, linkedCalendarEventId }));
	const guests = await orNull(() => task.guests(linked));
	const people = new Map<string, readonly string[]>();
	for (const { conversationId } of linked) {
		const event = guests?.events.get(conversationId);
		const invited = event?.guests.filter(({ internal }) => internal !== true).map(({ name, email }) => name ?? email);
		const read = invited ? null : await orNull(() => task.keyPoints({ conversationId }));
		people.set(conversationId, textsOf(invited ?? read?.participants));
	}
	return people;
}

/** A conversation as listed. The service cannot return a single conversation, but reading its transcript fails if it does not exist. */
async function existing(session: Session, id: string): Promise<unknown> {
	const found = await conversationOf(session, id, Infinity);
	if (found !== undefined) return found;
	await session.task.get(api.transcript.get, { id });
	throw new Refusal('The list of meetings changed while it was read', 'Run it again', { code: 'incomplete' }, { cause: 'temporarily-unavailable' });
}

/**
 * What a person has to know to agree to something: one line for each meeting concerned, with its title, time and people.
 * Requests: 1 for each 100 newer meetings, 1 for each day in the calendar, and 1 for each meeting that no event is linked to.
 * @throws ClientError if the meetings cannot be read: nobody is asked without being told about what
 * `minSegments`: how many segments a transcript needs; 0 if the AI does nothing with it.
 * @throws Refusal if a credit would be spent on a recording whose transcript is missing or too short
 */
export async function meetingLines(session: Session, ids: readonly string[], minSegments: number): Promise<string[]> {
	const meetings: ListedConversation[] = [];
	for (const id of ids) meetings.push({ ...listedConversation(await untilAsked(existing(session, id))), id });
	for (const meeting of meetings) refuseUnheard(meeting, minSegments);
	const people = await peopleOf(session, meetings);
	return meetings.map((meeting) => {
		const { id, title, startTime } = meeting;
		const name = oneLine(title) ? quoted(title) : id;
		const who = named(people.get(id) ?? []);
		return [name, datesOf(session).moment(startTime), who, hasTranscript(meeting) ? '' : 'without a transcript'].filter(Boolean).join(', ');
	});
}

/** Where webhooks lead and who uses them, one line each. One request. @throws ClientError, Refusal for a webhook that does not exist */
export async function webhookLines(session: Session, ids: readonly string[]): Promise<string[]> {
	const webhooks = ids.length > 0 ? await untilAsked(listWebhooks(session.client)) : [];
	return ids.map((id) => {
		const webhook = webhooks.find((one) => one.id === id);
		if (!webhook) {
			throw new Refusal(
				`There is no webhook with the ID ${quoted(id)}`,
				({ operation, list }) => `Check the ID. ${operation('Webhook', list.name)} returns the existing ones`,
				{ code: 'not_found' },
			);
		}
		const user = flowIn(webhook.url);
		return [webhook.url === undefined ? id : shownUrl(webhook.url), ...(user === undefined ? [] : [`used by ${quoted(user)}`])].join(', ');
	});
}

/**
 * What something costs, and what is left of the AI credits: other calls that are under way may use them too. One request.
 * @throws ClientError, Refusal if none may be spent
 */
export async function creditsLine(session: Session, credits: number, reserved = 0): Promise<string> {
	// A spending cap or the share of a day may be used up while the profile has credits left.
	const usedUp = session.creditsUsedUp();
	if (usedUp) throw usedUp;
	const profile = await untilAsked(session.profile());
	const uses = `Uses ${counted(credits, 'AI credit')}`;
	if (profile.creditsLeft === null && profile.creditsLimit === null) return `${uses}. Your plan has no limit.`;
	if (typeof profile.creditsLeft !== 'number') return `${uses}. How many are left is not known.`;
	const left = profile.creditsLeft;
	if (left <= 0)
		throw new Refusal(
			'No AI credits are left, so nothing was spent',
			({ operation }) => `${operation('User', 'Get Profile')} shows when they renew`,
			{ code: 'ai_limit_exceeded' },
			{ cause: 'quota-exhausted' },
		);
	if (left <= reserved) throw new ClientError({ kind: 'creditsReserved', left, reserve: reserved });
	const most = Math.min(credits, left - reserved);
	const stops = most < credits ? ` It stops after ${figure(most)}.` : '';
	const { creditsLimit } = profile;
	const cap = creditsLimit === null ? '' : ` of this month’s ${figure(creditsLimit)}, at most a third of which can be used in one day`;
	return `${uses}. ${counted(left, 'is', 'are')} left${cap}.${stops}`;
}
