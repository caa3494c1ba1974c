import { findNodeAtLocation, parseTree, type Node, type ParseError } from 'jsonc-parser';
import { z } from 'zod/v4';
import { oneLine } from '../text.ts';
import { type Entry, isWordy, unreadIn } from './jsonEntry.ts';
import { shapes } from './jsonShapes.ts';
import { ImportError, type ParsedSegment, type ReadMeeting } from './parsedMeeting.ts';
import { speakerOf } from './speakerLabel.ts';
import { timed } from './times.ts';
import { DAY_MS } from '../clock.ts';

/** The JSON of a transcript, as an exporter or an API returns it. @throws ImportError */
export function meetingOfJson(lines: readonly string[]): ReadMeeting {
	const text = lines.join('\n');
	const { value, path, titles, leftOut } = unwrapped(parseJson(text));
	const shape = shapes.find(({ is }) => is.safeParse(value).success);
	if (shape === undefined) throw refusal(text, path);
	const parsed = shape.entries.safeParse(value);
	if (!parsed.success) throw refusal(text, [...path, ...(parsed.error.issues[0]?.path ?? [])]);
	const title = [...titles, titleOf(value)].find((each) => each !== null) ?? null;
	return { title, segments: segmentsOf(parsed.data), leftOut: [...leftOut, ...unreadBeside(value, shape.same), ...unreadInside(value, shape.list)] };
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		const errors: ParseError[] = [];
		treeOf(text, errors);
		throw new ImportError(
			lineAt(text, errors[0]?.offset ?? 0),
			'this is not valid JSON; export the transcript again',
		);
	}
}

const Fields = z.record(z.string(), z.unknown());
const Title = z.looseObject({ title: z.string().nullish(), meeting_title: z.string().nullish() });
/** What APIs and exporters wrap a transcript in. */
const WRAPPERS = ['data', 'transcript', 'result', 'meeting', 'recording'];

interface Unwrapped {
	readonly value: unknown;
	readonly path: readonly string[];
	readonly titles: readonly (string | null)[];
	readonly leftOut: readonly string[];
}

/** The transcript inside the answer of an API. */
function unwrapped(value: unknown, path: readonly string[] = []): Unwrapped {
	const here = { value, path, titles: [], leftOut: [] };
	const fields = Fields.safeParse(value);
	if (!fields.success || Array.isArray(value) || shapes.some(({ is }) => is.safeParse(value).success)) return here;
	const wrapper = WRAPPERS.find((key) => typeof fields.data[key] === 'object' && fields.data[key] !== null);
	if (wrapper === undefined || path.length > WRAPPERS.length) return here;
	const inner = unwrapped(fields.data[wrapper], [...path, wrapper]);
	return { ...inner, titles: [titleOf(value), ...inner.titles], leftOut: [...unreadBeside(value, [wrapper]), ...inner.leftOut] };
}

function titleOf(value: unknown): string | null {
	const { title, meeting_title: other } = Title.safeParse(value).data ?? {};
	return oneLine(title ?? other ?? '') || null;
}

/** The object's other fields that contain words, such as a summary. */
function unreadBeside(value: unknown, read: readonly string[]): string[] {
	const fields = Array.isArray(value) ? {} : (Fields.safeParse(value).data ?? {});
	const known = new Set([...read, 'title', 'meeting_title']);
	return Object.entries(fields).flatMap(([name, each]) => (!known.has(name) && isWordy(each) ? [name] : []));
}

function unreadInside(value: unknown, list: string | undefined): string[] {
	const entries = Array.isArray(value) || list === undefined ? value : Fields.safeParse(value).data?.[list];
	return Array.isArray(entries) ? [...new Set(entries.flatMap(unreadIn))] : [];
}

function refusal(text: string, at: readonly PropertyKey[]): ImportError {
	const path = at.filter((key) => typeof key !== 'symbol');
	const root = treeOf(text);
	// A missing field has no position of its own, so the object it is missing from is used.
	const node = root && (findNodeAtLocation(root, path) ?? findNodeAtLocation(root, path.slice(0, -1)));
	const where = path.length === 0 ? 'the file' : path.join('.');
	const advice = 'use [{"speaker", "text", "start"}, …] or {"title", "segments": […]}';
	return new ImportError(lineAt(text, node?.offset ?? 0), `${where} is not in the expected format; ${advice}`);
}

/** The positions of everything in the text. The library recurses for each level, so deep nesting overflows it. */
function treeOf(text: string, errors: ParseError[] = []): Node | undefined {
	try {
		return parseTree(text, errors);
	} catch {
		throw new ImportError(1, 'this JSON is nested too deeply for a transcript; export it again');
	}
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

const YEAR_MS = 365 * DAY_MS;

function segmentsOf(entries: readonly Entry[]): ParsedSegment[] {
	const spoken = entries.filter(({ text }) => text.trim() !== '');
	// Seconds and clock times count from the start of the meeting; dates count from the earliest.
	const earliest = spoken.reduce((least, { startMs }) => Math.min(least, startMs ?? least), Number.POSITIVE_INFINITY);
	const zero = earliest > YEAR_MS && Number.isFinite(earliest) ? earliest : 0;
	const from = (ms: number | null): number | null => (ms === null ? null : Math.max(0, Math.round(ms - zero)));
	return timed(
		spoken.map(({ text, speaker, startMs, endMs }) => ({ speaker: speakerOf(speaker), text: oneLine(text), startMs: from(startMs), endMs: from(endMs) })),
	);
}
