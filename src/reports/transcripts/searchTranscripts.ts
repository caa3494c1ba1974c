import * as z from 'zod/v4';
import { elapsedTime, namesNobody, roleNames, sha256, speakerName, type TranscriptLine, wordMatcher } from '../../format/index.ts';
import { refuseInput } from '../../client/index.ts';
import { Ending, endingOf, failuresIn, isIn, itemsThat, maybeText, maybeTime, MeetingRef, meetingRefOf, newestFirst, parsePeriod, Stopped, valuesIn, type Meeting, type Period, type Task, type ValueOf } from '../../meetings/index.ts';
import { left, message, type ChooseMeetings } from '../period.ts';
import { excerpt, parseQuery, passagesIn, type Query } from './passages.ts';
import { isUser, ownerMatcher } from '../topic.ts';

export interface TranscriptQuery extends Period {
	/** Words in any order, `"a phrase"` as it was said, and `word*` for any ending. */
	readonly query: string;
	/** Part of the speaker's name; `me` for the user. */
	readonly speaker?: string | undefined;
	/** The user's own name, by which transcripts may name who `me` is. */
	readonly userName?: string | null | undefined;
	/** Words of the meeting's title. */
	readonly title?: string | undefined;
	/** Which of the other meetings to search. */
	readonly choose?: ChooseMeetings | undefined;
	/** Lines before and after each passage; default 1. */
	readonly neighbors?: number | undefined;
	/** Max passages; default all. */
	readonly limit?: number | undefined;
	/** Where an earlier search stopped. */
	readonly cursor?: string | undefined;
}

export const FoundPassage = z.object({
	speaker: maybeText.describe('Who said all of it; null when unknown, or if several speak: then the text says who'),
	text: z.string().describe('What was said; long passages are cut around the words'),
	time: z.string().meta({ description: 'Since the first words of the recording', examples: ['00:12:05'] }),
	startSeconds: z.number().meta({ examples: [725] }),
	timestamp: maybeTime,
	index: z.int().meta({ description: 'Of the first line in the transcript, from 0', examples: [12] }),
	before: z.string().meta({ description: 'What was said before', examples: ['Nora Feld: How did the pilot go?'] }),
	after: z.string().meta({ description: 'What was said after', examples: ['Nora Feld: Then we start on 1 December.'] }),
	...MeetingRef.shape,
	cursor: z.string().meta({ description: 'Continues after this passage', examples: ['1793615400000.1.3fa1c2.sample-conversation'] }),
});
export type FoundPassage = ValueOf<typeof FoundPassage>;

export const FoundPassages = z.object({
	passages: z.array(FoundPassage).describe('Newest meeting first, within a meeting in the order of its transcript'),
	searched: z.number().describe('Meetings whose transcripts were searched'),
	unnamed: z.number().describe('With “Speaker Contains”: how many of these have the words where the transcript does not say who spoke'),
	cursor: maybeText.describe('Where to continue; null when everything was searched, or nothing was'),
	...Ending.shape,
	left,
	withoutTranscript: z.array(MeetingRef).describe('Meetings without a transcript, or deleted meanwhile'),
	failed: z.array(MeetingRef.extend({ message })),
});
export type FoundPassages = ValueOf<typeof FoundPassages>;

const MAX_TEXT = 600;
const MAX_NEIGHBOR = 240;

const spoken = ({ speaker, text }: TranscriptLine): string => (speaker === null ? text : `${speaker}: ${text}`);

const written = (lines: readonly TranscriptLine[]): string => lines.map((line) => excerpt(spoken(line), 0, MAX_NEIGHBOR)).join('\n');

/** After so many passages of a meeting: its time and ID find the place again, even if the meeting was deleted. */
interface Place {
	readonly time: number;
	readonly skip: number;
	readonly id: string;
}

const timeOf = ({ conversationDate }: MeetingRef): number => Date.parse(conversationDate ?? '') || 0;

/** Stands for what was searched for. */
const markOf = ({ query, speaker = '', title = '' }: TranscriptQuery): string =>
	sha256(JSON.stringify([query, speaker, title])).slice(0, 6);

const cursorAfter = (meeting: MeetingRef, passages: number, mark: string): string =>
	`${timeOf(meeting)}.${passages}.${mark}.${meeting.conversationId}`;

/** A number of passages that stands for all of a meeting. */
const WHOLE = 999_999;

/** The place of a search for the same, since another has other passages before it. @throws ClientError `invalidInput` */
function placeOf(cursor: string, mark: string): Place {
	const [, time, skip, of, id] = /^(-?\d{1,16})\.(\d{1,6})\.([0-9a-f]{6})\.(.+)$/s.exec(cursor.trim()) ?? [];
	if (id === undefined) return refuseInput('cursor', 'pass the cursor of an earlier search');
	if (of !== mark) return refuseInput('cursor', 'it belongs to another search. Leave it out, or search for the same again');
	return { time: Number(time), skip: Number(skip), id };
}

const inOrder = (a: MeetingRef, b: MeetingRef): number => newestFirst(a, b) || (a.conversationId < b.conversationId ? -1 : 1);

/** Whether a meeting comes after a position, or contains it. */
const isAhead =
	({ time, skip, id }: Place) =>
	(meeting: Meeting): boolean => {
		if (meeting.conversationId === id) return skip < WHOLE;
		return timeOf(meeting) < time || (timeOf(meeting) === time && meeting.conversationId > id);
	};

interface Search {
	readonly query: Query;
	readonly isSpoken: (line: TranscriptLine) => boolean;
	readonly neighbors: number;
	readonly mark: string;
	/** The user's name, if it can be read. */
	readonly nameOfUser: () => Promise<string | null>;
}

async function search(
	meeting: Meeting,
	lines: readonly TranscriptLine[],
	{ query, isSpoken, neighbors, mark, nameOfUser }: Search,
): Promise<FoundPassage[]> {
	const passages = passagesIn(lines, query, isSpoken);
	const shown = passages.flatMap(({ firstLine, lastLine }) => lines.slice(Math.max(0, firstLine - neighbors), lastLine + 1 + neighbors));
	const userName = shown.some(({ speaker }) => speaker === roleNames.local) ? await nameOfUser() : null;
	const named = lines.map((line) => ({ ...line, speaker: speakerName(line.speaker, userName) }));
	return passages.map(({ firstLine, lastLine, startsAt }, number) => {
		const said = named.slice(firstLine, lastLine + 1);
		const [first] = said;
		const isOne = said.every(({ speaker }) => speaker === first?.speaker);
		const startMs = first?.startMs ?? 0;
		const nameLength = isOne || !first ? 0 : spoken(first).length - first.text.length;
		return {
			speaker: isOne ? (first?.speaker ?? null) : null,
			text: excerpt(isOne ? said.map(({ text }) => text).join(' ') : said.map(spoken).join('\n'), startsAt + nameLength, MAX_TEXT),
			time: elapsedTime(startMs),
			startSeconds: startMs / 1000,
			timestamp: first?.timestamp ?? null,
			index: firstLine,
			before: written(named.slice(Math.max(0, firstLine - neighbors), firstLine)),
			after: written(named.slice(lastLine + 1, lastLine + 1 + neighbors)),
			...meetingRefOf(meeting),
			cursor: cursorAfter(meeting, number + 1, mark),
		};
	});
}

/**
 * What was said in the meetings of a period, newest meeting first: ceil(meetings since the start / 100) requests, at least
 * one, plus one for each meeting whose title matches, and one for the user's name if they speak in what is found. With a `limit`,
 * reads no further once it is reached, except for requests already under way. A limit or a spent budget does not throw: `cursor`
 * says where to continue.
 * @throws ClientError `invalidInput`, or when the meetings cannot be listed or the key has no access.
 */
export async function searchTranscripts(task: Task, asked: TranscriptQuery): Promise<FoundPassages> {
	const { since, until, speaker, title = '', limit = Infinity, cursor, neighbors = 1, choose = (meetings: readonly Meeting[]) => meetings } = asked;
	const query = parseQuery(asked.query);
	const mark = markOf(asked);
	const place = cursor === undefined ? null : placeOf(cursor, mark);
	const span = parsePeriod({ since, ...(until !== undefined && { until }) }, task.now());
	const isSpeaker = ownerMatcher(speaker, asked.userName);
	// What is found counts, whatever becomes of the name.
	const nameOfUser = () => task.profile().then(({ name }) => name, () => null);
	const wanted: Search = { query, neighbors, mark, nameOfUser, isSpoken: ({ speaker }) => isSpeaker(speaker) };
	const hasTitle = wordMatcher(title);

	const { meetings, unlisted } = await task.meetings(span);
	const titled = meetings.filter((meeting) => isIn(span)(meeting) && hasTitle(meeting.conversationTitle ?? '') && (place === null || isAhead(place)(meeting)));
	const sought = (await choose(titled)).toSorted(inOrder);
	let count = 0;
	const all = await task.each(sought, async (meeting) => {
		if (count >= limit) throw new Stopped();
		const lines = await task.transcript(meeting);
		if (!lines || lines.length === 0) return null;
		const found = (await search(meeting, lines, wanted)).slice(place?.id === meeting.conversationId ? place.skip : 0);
		count += found.length;
		const isUnnamed =
			speaker !== undefined &&
			!isUser(speaker, asked.userName ?? null) &&
			passagesIn(lines, query, (line) => namesNobody(line.speaker ?? '') && !isSpeaker(line.speaker)).length > 0;
		return { found, isUnnamed };
	});

	const left = new Set(itemsThat(all, 'left'));
	// Ignores everything after an unread meeting, so that the cursor neither skips nor repeats anything.
	const firstLeft = sought.findIndex((meeting) => left.has(meeting));
	const reached = firstLeft < 0 ? sought : sought.slice(0, firstLeft);
	const readings = all.slice(0, reached.length);
	const searched = [...valuesIn(readings).values()];
	const found = searched.flatMap((one) => one.found);
	const passages = found.slice(0, limit);
	const last = reached.at(-1);
	const isCut = passages.length < found.length;
	const isLeft = isCut || firstLeft >= 0 || unlisted !== 0;
	const next = isCut ? (passages.at(-1)?.cursor ?? null) : last ? cursorAfter(last, WHOLE, mark) : (cursor ?? null);
	const withCutOff = new Set(isCut ? found.slice(limit).map(({ conversationId }) => conversationId) : []);
	const failed = failuresIn(readings).map(({ item, message }) => ({ ...meetingRefOf(item), message }));
	return {
		...endingOf(task, isLeft, failed.length),
		passages,
		searched: searched.length,
		unnamed: searched.filter(({ isUnnamed }) => isUnnamed).length,
		cursor: isLeft ? next : null,
		left: {
			meetings: sought.filter((meeting) => !reached.includes(meeting) || withCutOff.has(meeting.conversationId)).map(meetingRefOf),
			unlisted,
		},
		withoutTranscript: itemsThat(readings, 'none').map(meetingRefOf),
		failed,
	};
}
