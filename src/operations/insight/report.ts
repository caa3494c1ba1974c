import {
	dateWords,
	documentMarkdown,
	documentSlack,
	documentText,
	emailHtml,
	slackBlocks,
	type DateWords,
	type Entry,
	type TextDocument,
} from '../../format/index.ts';
import type { MeetingRef, Progress } from '../../insights/index.ts';
import { textIn } from '../../words/terms.ts';
import { choice, text } from '../field.ts';
import type { Stop } from '../hints.ts';
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

/** Words to find by, for jobs across meetings. */
export const topicFilter = text({
	label: 'Topic',
	example: 'pricing acme',
	description:
		'Only meetings with all of these words in their title or a section heading, and single decisions and action items that contain them. Ignores case and accents. Takes no fewer requests.',
});

const writers = { html: emailHtml, markdown: documentMarkdown, slack: documentSlack, text: documentText };

/** A document in the requested format. */
export function textFields(document: TextDocument, format: keyof typeof writers) {
	const written = writers[format](document);
	return format === 'slack' ? { text: written, blocks: slackBlocks(document) } : { text: written };
}

/** Dates as the people of a run write them. */
export const datesOf = ({ timezone, now }: Pick<Session, 'timezone' | 'now'>): DateWords => dateWords(timezone, now());

const oneLine = (text: string | null): string => (text ?? '').replace(/[\s\p{Cc}]+/gu, ' ').trim();

export const entry = (
	words: string | null,
	notes: readonly (string | null)[] = [],
	label: string | null = null,
): Entry => ({
	label: oneLine(label),
	text: oneLine(words),
	note: notes.map(oneLine).filter(Boolean).join(', '),
});

/** A list with its own heading. */
export const groupOf = (heading: string, entries: readonly Entry[], notes: readonly (string | null)[] = []): Entry => ({
	...entry(heading, notes),
	entries: entries.filter(({ text: words }) => words !== ''),
});

/** A document without what is empty. */
export const documentOf = (
	title: string,
	blocks: TextDocument['blocks'],
	head: Pick<TextDocument, 'figures' | 'intro'> = {},
): TextDocument => ({
	title: oneLine(title),
	...head,
	blocks: blocks
		.map(({ heading, entries }) => ({
			heading,
			entries: entries.filter(({ text: words, entries: inner }) => words !== '' && inner?.length !== 0),
		}))
		.filter(({ entries }) => entries.length > 0),
});

export const meetingName = ({ meetingTitle, conversationId }: MeetingRef): string =>
	meetingTitle?.trim() || conversationId;

/** Most are of medium priority, which need not be said. */
const priorityOf = (priority: string | null): string | null => (priority === 'high' || priority === 'low' ? `${priority} priority` : null);

interface Task {
	readonly item: string;
	readonly priority: string | null;
}

/** Who has to do what. `from`: where an action item comes from. */
export const taskEntries = <T extends Task>(
	owners: readonly { readonly owner: string | null; readonly items: readonly T[] }[],
	from: (task: T) => readonly (string | null)[],
): Entry[] =>
	owners.map(({ owner, items }) =>
		groupOf(
			owner ?? 'No owner',
			items.map((task) => entry(task.item, [priorityOf(task.priority), ...from(task)])),
		),
	);

/** What a text does not have, because of a limit or because not everything was read. */
export const notIncluded = (more: string | null, found: Progress): Entry[] => [
	...(more === null ? [] : [entry(more)]),
	...(found.complete ? [] : [entry(leftOut(found))]),
];

export const many = (count: number, one: string, more = `${one}s`): string => `${count} ${count === 1 ? one : more}`;

/** Why a job stopped, and how to continue. */
function stopWords({ stoppedBy, resumeAt }: Stop, session: Session): string {
	switch (stoppedBy) {
		case 'budget':
			return `this run used up its requests. Allow more under “${session.terms.runLimits}”, or ask for less at once`;
		case 'time':
			return 'the time for this call is up. Ask for less at once';
		case 'limit':
			return `this hour’s requests are used up. Run it again ${resumeAt === null ? 'later' : `on ${datesOf(session).dayAndTime(resumeAt)}`}`;
		case 'failures':
			return 'too many requests failed. Run it again in a few minutes';
		case null:
			return 'some could not be read';
	}
}

/** Says that something was left out, why, and when to continue. */
export function hintLeftOut(session: Session, what: string, stop: Stop): void {
	session.hintIncomplete(`Incomplete: ${what}, because ${stopWords(stop, session)}.`, stop);
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

/** When the key points of a whole period have no decision, action item or the like. `read`: meetings that have key points. */
export function hintNone({ hint }: Session, read: number, what: string): void {
	const meetings = `${many(read, 'meeting')} in this period ${read === 1 ? 'has' : 'have'} saved key points, but no ${what}`;
	hint(`${read === 0 ? 'No meeting in this period has saved key points' : meetings}. Choose a longer period.`);
}

/** Says that a limit left out results. */
export function hintMore({ hint, terms }: Session, more: number): void {
	if (more > 0) hint(`${more} more ${more === 1 ? 'was' : 'were'} found. ${terms.raiseLimit} to get them: it takes no extra requests.`);
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
