import type { Tool } from '@modelcontextprotocol/server';
import * as z from 'zod/v4';
import { DAY_MS } from '../../src/api/index.ts';
import { refuseInput } from '../../src/client/index.ts';
import { dateWords, listedConversation, oneLine } from '../../src/format/index.ts';
import { isBlank } from '../../src/forms/index.ts';
import { searchMeetings } from '../../src/reports/index.ts';
import { conversationOf, createSession, hintLeftOut, readCursor, textPart } from '../../src/operations/index.ts';
import { call, type Calling, failing, isMissing, type OperationTool, QUOTED, readingHints, sessionOf, tools, UTC } from '../../src/agents/index.ts';
import { counted } from '../../src/words/index.ts';
import { hostOf, type Settings } from './call.ts';
import { placeOf, uriOf } from './links.ts';

/** About 7,500 tokens. */
const MAX_CHARACTERS = 30_000;

const readOnly = { annotations: readingHints };
const textArgument = (name: string, description: string) => ({
	type: 'object' as const,
	properties: { [name]: { type: 'string', description } },
	required: [name],
	additionalProperties: false,
});

const words = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
const found = ['id', 'title', 'url'];
const fetched = ['id', 'title', 'text', 'url'];

/**
 * Two tools in the shape that ChatGPT’s connectors and deep research expect. OpenAI requires structured results in addition to
 * their text, with a schema.
 */
export const connectorTools: readonly Tool[] = [
	{
		name: 'search',
		title: 'Search meetings',
		description: 'Search the titles, key points and people of a year of meetings. “insight_search_transcripts” finds exact words.',
		inputSchema: textArgument('query', 'Topics, names or a question'),
		outputSchema: { type: 'object', properties: { results: { type: 'array', items: { type: 'object', properties: words(...found), required: found } } }, required: ['results'] },
		...readOnly,
	},
	{
		name: 'fetch',
		title: 'Fetch a meeting',
		description: 'Get the saved key points and the transcript of one meeting.',
		inputSchema: textArgument('id', 'From “search”, or “next” of an earlier part'),
		outputSchema: { type: 'object', properties: { ...words(...fetched), metadata: { type: 'object' } }, required: fetched },
		...readOnly,
	},
];

/** A transcript is one text already; key points have one in each format. */
export const Markdown = z.object({ text: z.string(), markdown: z.string().optional(), title: z.string().optional() }).transform(({ text, markdown = text, title }) => ({ text: markdown, title }));

const toolNamed = (name: string): OperationTool => {
	const tool = tools.get(name);
	if (!tool) throw new Error(`There is no tool ${name}`);
	return tool;
};

const LOOK_BACK_DAYS = 365;
const MAX_MEETINGS = 50;
const MAX_FOUND = 20;

/** The title of a meeting; if it has none, its day. */
const named = (title: string | null, startTime: string | null, { timezone }: Settings): string =>
	oneLine(title) || `Untitled meeting${startTime === null ? '' : ` of ${dateWords(timezone ?? UTC, Date.now()).day(startTime)}`}`;

export async function search(settings: Settings, query: unknown, calling: Calling): Promise<object> {
	const tool = toolNamed('insight_prepare_for_meeting');
	const host = hostOf(settings);
	const session = createSession(sessionOf(host, calling));
	const found = await failing(tool, host, calling, async () => {
		const text = oneLine(query);
		if (isBlank(text)) refuseInput('query', 'it is empty');
		return await searchMeetings(session.task, { query: text, since: Date.now() - LOOK_BACK_DAYS * DAY_MS, maxMeetings: MAX_MEETINGS, limit: MAX_FOUND });
	});
	if (!found.complete) hintLeftOut(session, 'not all meetings were searched', found);
	if (found.beyondMax > 0) session.hint(`Only the titles of ${counted(found.beyondMax, 'more meeting')} were searched, and who took part.`);
	if (found.complete && found.meetings.length === 0) session.hint('Nothing was found among titles, key points and people. “insight_search_transcripts” finds exact words of transcripts.');
	const notes = session.hints.messages(null, settings.timezone ?? UTC);
	return { ...(notes.length > 0 && { notes }), results: found.meetings.map(({ conversationId: id, conversationTitle, conversationDate }) => ({ id, title: named(conversationTitle, conversationDate, settings), url: uriOf(id) })) };
}

/** The cursor of the rest of a meeting that was cut, in an ID. */
const PART = /#([^#]+)$/;

/** How many pages of the list to search for a meeting’s title. */
const MAX_PAGES = 3;

export async function fetchMeeting(settings: Settings, given: unknown, calling: Calling): Promise<object> {
	const asked = oneLine(given);
	const host = hostOf(settings);
	const place = readCursor(PART.exec(asked)?.[1] ?? '');
	const whole = place ? asked.replace(PART, '') : asked;
	const id = placeOf(whole)?.id ?? whole;
	const read = async (name: string, format: string) => {
		const { results, notes = [] } = await call(host, toolNamed(name), { conversationId: id }, { ...calling, isAgent: false, fixed: { format } });
		return { ...Markdown.parse(results[0]), notes };
	};
	const transcript = await read('conversation_get_transcript', 'markdown');
	const keyPoints = await read('key_points_get', 'object').catch((error: unknown) => {
		if (isMissing(error)) return undefined;
		throw error;
	});
	const listed = listedConversation(await conversationOf(createSession(sessionOf(host, calling)), id, MAX_PAGES).catch(() => null));
	const written = [...(keyPoints ? [keyPoints.text] : []), '## Transcript', transcript.text || transcript.notes.join(' ')].join('\n\n');
	const { text, cut, next } = textPart(written, place ?? {}, MAX_CHARACTERS);
	const rest = next === undefined ? undefined : `${id}#${next}`;
	const metadata = { quoted: QUOTED, ...(rest !== undefined && { cut: `${cut} Fetch “${rest}” for the rest.`, next: rest }) };
	const title = named(oneLine(listed.title) || (keyPoints?.title ?? null), listed.startTime, settings);
	return { id, title, text: rest === undefined ? text : `${text}\n\n(This meeting goes on: fetch “${rest}”.)`, url: uriOf(id), metadata };
}
