import { parseMeeting } from '../../sandbox/import/index.ts';

/** A file in an exporter's format, and its content: who says what, and when in seconds. */
export interface Sample {
	readonly format: string;
	readonly filename: string;
	readonly text: string;
	readonly title?: string;
	readonly turns: readonly (readonly [speaker: string | null, text: string, seconds?: number])[];
	/** How many lines or fields are reported as left out. */
	readonly leftOut?: number;
}

export const json = (value: unknown): string => JSON.stringify(value, null, 1);

export const HELLO: Sample['turns'] = [
	['Ada Quill', 'Hello, shall we start?', 0],
	['Ben Brook', 'Yes. The draft is ready.', 4],
	['Ada Quill', 'Remember: it goes out on Friday.', 9],
];

/** Who says what from when on and, if it matters, until when, in seconds. */
export type Turn = readonly [speaker: string | null, text: string, start: number, end?: number];
export type More = Readonly<{ title?: string; startedAt?: string | null; unclearDate?: string; leftOut?: readonly string[]; notes?: readonly string[] }>;

/** Checks the turns of a file, and that nothing is left out or noted besides what is named here. */
export async function expectMeeting(content: string, filename: string, turns: readonly Turn[], more?: More): Promise<void> {
	const meeting = await parseMeeting(content, filename);
	expect(meeting.segments.map(({ speaker, text, startMs, endMs }, index) => [speaker, text, startMs / 1000, ...(turns[index]?.length === 4 ? [endMs / 1000] : [])])).toEqual(turns);
	if (more !== undefined) expect(meeting).toMatchObject({ startedAt: null, leftOut: [], notes: [], ...more, ...(more.startedAt && { startedAt: Date.parse(more.startedAt) }) });
}
