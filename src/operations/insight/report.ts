import {
	documentHtml,
	documentMarkdown,
	documentSlack,
	documentText,
	slackSections,
	type Entry,
	type TextDocument,
} from '../../format/index.ts';
import type { MeetingRef, Progress } from '../../insights/index.ts';
import { textIn } from '../../words/terms.ts';
import { choice } from '../field.ts';
import type { Session } from '../session.ts';

/** What the reports and hints of jobs across meetings share. */
export const textFormat = choice({
	label: 'Text Format',
	choices: [
		{ value: 'html', label: 'HTML', description: 'For emails and web pages' },
		{ value: 'markdown', label: 'Markdown', description: 'For documents, notes and AI models' },
		{ value: 'text', label: 'Plain Text', description: 'Without formatting' },
		{ value: 'slack', label: 'Slack Message', description: 'In Slack’s mrkdwn, with Block Kit blocks in “blocks”' },
	],
	default: 'markdown',
	description: 'The format of the field “text”, which holds the whole report',
	audience: 'people',
});

const writers = { html: documentHtml, markdown: documentMarkdown, slack: documentSlack, text: documentText };

/** A document in the requested format. */
export function textFields(document: TextDocument, format: keyof typeof writers) {
	const text = writers[format](document);
	return format === 'slack' ? { text, blocks: slackSections(text).blocks } : { text };
}

const oneLine = (text: string | null): string => (text ?? '').replace(/[\s\p{Cc}]+/gu, ' ').trim();

export const entry = (
	text: string | null,
	notes: readonly (string | null)[] = [],
	label: string | null = null,
): Entry => ({
	label: oneLine(label),
	text: oneLine(text),
	note: notes.map(oneLine).filter(Boolean).join(', '),
});

/** A document without what is empty. */
export const documentOf = (title: string, blocks: TextDocument['blocks']): TextDocument => ({
	title: oneLine(title),
	blocks: blocks
		.map(({ heading, entries }) => ({ heading, entries: entries.filter(({ text }) => text !== '') }))
		.filter(({ entries }) => entries.length > 0),
});

export const meetingName = ({ meetingTitle, conversationId }: MeetingRef): string =>
	meetingTitle?.trim() || conversationId;

export const many = (count: number, one: string, more = `${one}s`): string => `${count} ${count === 1 ? one : more}`;

type Stop = Pick<Progress, 'stoppedBy' | 'resumeAt'>;

/** Why a job stopped, and how to continue. */
function stopWords({ stoppedBy, resumeAt }: Stop, { terms }: Session): string {
	switch (stoppedBy) {
		case 'budget':
			return `this run used up its requests. Allow more under “${terms.runLimits}”, or ask for less at once`;
		case 'limit':
			return `this hour’s requests are used up. Run it again ${resumeAt === null ? 'later' : `at ${resumeAt}`}`;
		case 'failures':
			return 'too many requests failed. Run it again in a few minutes';
		case null:
			return 'some could not be read';
	}
}

/** Says that something was left out, why, and when to continue. */
export function hintLeftOut(session: Session, what: string, stop: Stop): void {
	session.hint(`Incomplete: ${what}, because ${stopWords(stop, session)}.`);
}

/** How many meetings were not read, in words. */
export function leftOut({ left: { meetings, unlisted }, failed }: Progress): string {
	const count = meetings.length + (unlisted ?? 0) + failed.length;
	if (unlisted === null) return count > 0 ? `at least ${many(count, 'meeting')} left out` : 'meetings left out';
	return `${many(count, 'meeting')} left out`;
}

/** What a person should know about a job across meetings beyond its results. */
export function hintProgress(session: Session, progress: Progress): void {
	if (!progress.complete) hintLeftOut(session, leftOut(progress), progress);
	const without = progress.withoutKeyPoints.length;
	if (without === 0) return;
	const generate = textIn(({ operation }) => operation('Key Points', 'Get or Generate'), session.terms);
	session.hint(
		`${many(without, 'meeting')} had no saved key points and ${without === 1 ? 'is' : 'are'} missing here. ${generate} creates them for one AI credit per meeting.`,
	);
}

/** Entries per list for an AI agent: it pays for every word, and can ask for more. */
const MAX_ENTRIES = 25;

const isEmpty = (value: unknown): boolean =>
	value === null || value === undefined || (Array.isArray(value) && value.length === 0);

/** A result for an AI agent: nothing empty, long lists cut, with the number of entries left out of each. */
export function short(answer: object): Record<string, unknown> {
	const kept = Object.entries(answer).filter(([, value]) => !isEmpty(value));
	const cut = kept.flatMap(([name, value]): [string, number][] =>
		Array.isArray(value) && value.length > MAX_ENTRIES ? [[name, value.length - MAX_ENTRIES]] : [],
	);
	return {
		...Object.fromEntries(
			kept.map(([name, value]) => [name, Array.isArray(value) ? value.slice(0, MAX_ENTRIES) : value]),
		),
		...(cut.length > 0 && { notShown: Object.fromEntries(cut) }),
	};
}
