import * as z from 'zod/v4';
import { ClientError, creditsIn, isNotFound, limitIn, mayBeDone, mayHaveCost } from '../../../client/index.ts';
import { documentTexts, type Entry, jsonIn, quoted, type TextDocument, type Words, wordsIn, writtenDate } from '../../../format/index.ts';
import { counted, creditsLeft, explainProblem } from '../../../words/index.ts';
import { Draft, emailTone } from '../conversation/draftEmail.ts';
import { choice, dateTime, type InputOf, json, number, refuse } from '../../../forms/index.ts';
import { operation, result } from '../../operation.ts';
import { creditsLeftOf } from '../../shared/savedResult.ts';
import { language, LANGUAGE_REQUESTS, writingFor, type Writing } from '../../shared/language.ts';
import { TOGETHER, Written } from '../../shared/texts.ts';
import type { Session } from '../../session.ts';
import { peopleFilter } from '../../shared/attendance.ts';
import { readEarlier } from '../../shared/earlierField.ts';
import { draftEach, dueFollowUps, RecordedCall, skips, type DraftingStop, type FailedDraft, type FollowUps } from './followUps.ts';
import { dateAfter, dayIn } from '../../shared/period.ts';
import { recipientFinder, withRecipients } from '../../shared/recipients.ts';
import { datesOf, documentOf, entry, namedBriefly, short } from '../../shared/report.ts';

const fields = {
	day: choice({
		label: 'Day',
		choices: [
			{ value: 'today', label: 'Today', description: 'Since midnight, up to now' },
			{ value: 'yesterday', label: 'Yesterday', description: 'From midnight to midnight' },
			{ value: 'date', label: 'Another Day' },
		],
		default: 'today',
		required: true,
		description: ({ timezone }) => `When the meetings started, in ${timezone}`,
	}),
	date: dateTime({
		label: 'Date',
		required: true,
		description: 'Any time on that day',
		showWhen: { day: ['date'] },
	}),
	meetings: choice({
		label: 'Which Meetings',
		choices: [
			{ value: 'all', label: 'All', description: 'Every meeting of the day that has a transcript' },
			{ value: 'external', label: 'External', description: 'Those with a guest from outside your company' },
			{ value: 'chosen', label: 'Chosen', description: 'Those whose IDs you enter' },
		],
		default: 'all',
		required: true,
		description: 'Which meetings of the day to follow up',
	}),
	conversationIds: json({
		label: 'Conversations',
		required: true,
		example: 'conv_8Kq2Lw, conv_5Tz9Rb',
		description: 'IDs of meetings of that day. Separate them with commas.',
		showWhen: { meetings: ['chosen'] },
	}),
	maxDrafts: number({
		label: 'Max Drafts',
		whole: true,
		min: 1,
		default: 10,
		description: 'How many emails to draft at most, for one AI credit each',
	}),
};

const options = {
	language: { ...language, description: 'Of headings, dates and totals of the text; the AI chooses the language of each email' },
	draftedBefore: json({
		label: 'Drafted Before',
		overInputs: true,
		description: 'Drafts of earlier runs, such as rows of a table, or their conversation IDs, to skip their meetings',
	}),
	minMinutes: number({
		label: 'Minimum Minutes',
		min: 0,
		initial: 5,
		description: 'Only meetings at least this long',
	}),
	output: choice({
		label: 'Output',
		choices: [
			{ value: 'each', label: 'Each Draft', description: 'One result for each', many: true },
			{ value: 'together', label: 'All Together', description: `${TOGETHER}, and all drafts`, many: false },
		],
		default: 'each',
		description: 'How the drafts are returned',
		audience: 'people',
	}),
	tone: emailTone,
	withRecipients: { ...withRecipients, default: true },
};

const FollowUp = Draft.extend(RecordedCall.shape);

const Together = z.object({
	...Written.shape,
	date: z.string().describe('2026-11-27'),
	drafts: z.array(FollowUp),
	skipped: z.array(RecordedCall.extend({ reason: z.string() })),
	failed: z.array(RecordedCall.extend({ message: z.string(), creditAtRisk: z.boolean() })),
	notDrafted: z.array(RecordedCall),
	stoppedBy: z.string().nullable(),
	complete: z.boolean().describe('Whether every meeting was found and has a draft, or needs none'),
});

function dateOf({ now, timezone }: Session, day: InputOf<typeof fields>['day'], date: string | undefined): string {
	const today = dayIn(timezone, now());
	if (day !== 'date') return day === 'today' ? today : dateAfter(today, -1);
	const wanted = dayIn(timezone, Date.parse(date ?? ''));
	return wanted <= today ? wanted : refuse(fields.date, 'it must not be in the future');
}

const Ids = z.array(
	z.union([
		z.string().trim().min(1),
		z.looseObject({ conversationId: z.string() }).transform(({ conversationId }) => conversationId),
		z.looseObject({ id: z.string() }).transform(({ id }) => id),
	]),
);

/** The chosen conversations. Throws `invalidInput`. */
function idsIn(given: unknown): ReadonlySet<string> {
	const value = typeof given === 'string' ? (jsonIn(given) ?? given.split(/[\s,]+/).filter((id) => id !== '')) : given;
	const ids = Ids.safeParse(Array.isArray(value) ? value : [value]);
	return ids.success ? new Set(ids.data) : refuse(fields.conversationIds, 'it must be a list of conversation IDs');
}

/** Hints and what agents get. */
const english = wordsIn('en');

const nameOf = ({ conversationTitle, conversationId }: RecordedCall): string => conversationTitle?.trim() || conversationId;

const messageOf = (error: Error, { terms, timezone }: Session): string =>
	error instanceof ClientError ? explainProblem(error.problem, terms, {}, timezone).what : error.message;

/** Why the rest was not drafted, to follow “because”. */
function stopWords({ reason, error }: DraftingStop, session: Session): string {
	switch (reason) {
		case 'creditReserve': {
			const held = creditsIn(error);
			return held === null || held.left === null ? creditsLeft(null) : `${creditsLeft(held.left)} and ${counted(held.reserve, 'is', 'are')} reserved`;
		}
		case 'creditsUsedUp':
			return 'the AI credits are used up';
		case 'failures':
			return 'too many drafts failed';
		case 'limit':
			return `“${fields.maxDrafts.label}” is reached`;
		case 'noAccess':
			return 'the service refused the API key';
		case 'requestLimit': {
			const limit = limitIn(error);
			if (limit?.by === 'time') {
				return 'the time is up. Run it again for the rest, with the drafts so far as “draftedBefore”';
			}
			const what = error ? messageOf(error, session) : '';
			const at = limit?.resetAt ? `. Run it again on ${datesOf(session).momentFrom(limit.resetAt.toISOString())}` : '';
			return `${what.charAt(0).toLowerCase()}${what.slice(1)}${at}`;
		}
	}
}

const namesOf = (calls: readonly RecordedCall[]): string => namedBriefly(calls.map(nameOf));

/** Whether no meeting was even considered. */
const isNothing = ({ drafts, skipped, failed, notDrafted }: Pick<FollowUps, 'drafts' | 'failed' | 'notDrafted' | 'skipped'>): boolean =>
	drafts.length + skipped.length + failed.length + notDrafted.length === 0;

function hintFollowUps(session: Session, found: FollowUps, chosen: ReadonlySet<string> | undefined): void {
	const { date, absent, short: tooShort, skipped, failed, notDrafted, stop } = found;
	if (chosen?.size === 0) session.hint(`“${fields.conversationIds.label}” is an empty list, so nothing is drafted.`);
	else if (tooShort > 0 && isNothing(found)) session.hint(`${counted(tooShort, 'meeting')} on ${writtenDate(date)} lasted less than “${options.minMinutes.label}”.`);
	else if (absent.length === 0 && isNothing(found)) session.hint(`There are no meetings to follow up on ${writtenDate(date)}. Choose another day.`);
	if (stop && notDrafted.length > 0) {
		session.hint(`${counted(notDrafted.length, 'follow-up was', 'follow-ups were')} not drafted (${namesOf(notDrafted)}), because ${stopWords(stop, session)}.`);
	}
	for (const failure of failed) {
		const risk = mayHaveCost(failure.error) ? ' It may have used an AI credit.' : '';
		session.hint(`The draft for ${quoted(nameOf(failure))} failed: ${messageOf(failure.error, session)}.${risk}`);
	}
	const reasons = skips.flatMap((reason) => {
		const calls = skipped.filter((call) => call.reason === reason);
		return calls.length === 0 ? [] : [`${calls.length} ${english[reason]} (${namesOf(calls)})`];
	});
	if (reasons.length > 0) session.hint(`${counted(skipped.length, 'meeting')} skipped: ${reasons.join(', ')}.`);
}

/** The phrase with which a text says why the other emails were not drafted. */
const stops = {
	creditReserve: 'creditReserve',
	creditsUsedUp: 'creditsUsedUp',
	failures: 'tooManyFailed',
	limit: 'limitReached',
	noAccess: 'noAccess',
	requestLimit: 'requestLimit',
} as const satisfies Readonly<Record<DraftingStop['reason'], keyof Words>>;

function followUpsDocument(found: FollowUps, writing: Writing): TextDocument {
	const { date, drafts, skipped, failed, notDrafted, stop } = found;
	const { words, dates } = writing;
	const resumeAt = stop ? (limitIn(stop.error)?.resetAt ?? null) : null;
	const left = stop ? [words[stops[stop.reason]], resumeAt && words.againOn(dates.momentFrom(resumeAt.toISOString()))] : [];
	const failure = (one: FailedDraft): Entry => {
		const why = isNotFound(one.error) ? words.notFound : mayBeDone(one.error) ? words.noAnswer : words.refused;
		return entry(why, [mayHaveCost(one.error) ? words.creditAtRisk : null], nameOf(one));
	};
	return documentOf(writing, words.followUpsOf(writtenDate(date, words.locale)), [
		{ heading: words.drafted, entries: drafts.map((draft) => entry(draft.subject, [draft.to ? words.to(draft.to) : null], nameOf(draft))) },
		{ heading: words.failed, entries: failed.map(failure) },
		{ heading: words.notDrafted, entries: notDrafted.map((call) => entry(nameOf(call), left)) },
		{ heading: words.skipped, entries: skipped.map((call) => entry(nameOf(call), [words[call.reason]])) },
	]);
}

/** A failure without its error object, which is not JSON. */
const failureOf =
	(session: Session) =>
	({ error, ...call }: FailedDraft) => ({ ...call, message: messageOf(error, session), creditAtRisk: mayHaveCost(error) });

/** Whether nothing that was to be drafted is missing. */
const isWhole = ({ absent, failed, notDrafted, skipped }: FollowUps): boolean =>
	absent.length + failed.length + notDrafted.length + skipped.filter(({ reason }) => reason === 'unknownGuests').length === 0;

const forAgent = (found: FollowUps, session: Session) => ({
	...short({
		drafts: found.drafts.map(({ conversationId, conversationTitle, subject, text, to, recipientsFrom }) =>
			short({ conversationId, conversationTitle, subject, text, to, recipientsFrom }),
		),
		skipped: found.skipped.map((call) => short({ conversationTitle: nameOf(call), reason: english[call.reason] })),
		failed: found.failed.map(failureOf(session)),
		notDrafted: found.notDrafted.map(({ conversationId, conversationTitle }) => short({ conversationId, conversationTitle })),
		because: found.stop ? stopWords(found.stop, session) : null,
	}),
	...creditsLeftOf(session),
	complete: isWhole(found),
});

/** What earlier drafts look like in an agent's answer: it gets IDs of conversations. Words of a text match neither pattern. */
const EARLIER_KEYS = { dedupeKey: /^follow_up_email:\S+$/, conversationId: /^(?=\S*[\d_-])\S+$/ };

export const draftFollowUps = operation({
	id: 'draftFollowUps',
	name: 'Draft Follow-Ups',
	action: 'Draft follow-up emails for one day',
	description: 'Have the AI write an email after each meeting of a day. Nothing is sent. Uses one AI credit per draft.',
	notes: 'If a limit ends it early, it returns the drafts so far.',
	fields,
	options,
	requests: `1 per 100 meetings since the start of the day, plus 1 per draft, 2 or more for recipients and 2 or more to tell external meetings; ${LANGUAGE_REQUESTS}`,
	credit: 'always',
	output: FollowUp,
	variants: [{ when: { output: ['together'] }, output: Together }],
	creditPer: 'draft',
	once: 'drafts',
	goesOn: true,
	async *run(
		session,
		{
			day,
			date,
			meetings: which,
			conversationIds,
			maxDrafts: limit,
			draftedBefore,
			withRecipients: isAddressed,
			output,
			language: asLanguage,
			minMinutes,
			tone,
		},
	) {
		const wanted = dateOf(session, day, date);
		const known = new Set(readEarlier(options.draftedBefore, draftedBefore, EARLIER_KEYS).map(({ key }) => key));
		const guests = peopleFilter(session, { external: which === 'external' ? true : undefined });
		const ids = which === 'chosen' ? idsIn(conversationIds) : undefined;
		const recipients = recipientFinder(session, isAddressed);
		const found = await dueFollowUps(session, { date: wanted, known, minMinutes, only: ids, guests, limit });
		const isEach = output === 'each' && !session.isAgent;
		for await (const draft of session.inTurn(() => draftEach(session, found, { tone, guests, recipients }))) if (isEach) yield result(draft);
		const { drafts, failed, skipped, notDrafted, stop } = found;
		const errors = [...failed.map(({ error }) => error), ...(stop?.error ? [stop.error] : [])];
		// Fail only if there are no drafts, with the credit-risking error first so that it isn't retried.
		if (session.creditsSpent() === 0 && errors.length > 0) throw errors.find(mayHaveCost) ?? errors[0];
		guests.settle();
		hintFollowUps(session, found, ids);
		recipients.settle(drafts);
		if (session.isAgent) {
			if (!isNothing(found)) yield result(forAgent(found, session));
			return;
		}
		if (!isEach) {
			const written = documentTexts(followUpsDocument(found, await writingFor(session, asLanguage)));
			yield result({
				...written,
				date: wanted,
				drafts,
				skipped,
				failed: failed.map(failureOf(session)),
				notDrafted,
				stoppedBy: stop?.reason ?? null,
				complete: isWhole(found),
			});
			return;
		}
		for (const { error, ...call } of failed) yield { json: call, failure: error };
		if (stop?.error) for (const call of notDrafted) yield { json: call, failure: stop.error };
	},
});
