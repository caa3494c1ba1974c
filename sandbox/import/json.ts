import { findNodeAtLocation, parseTree, type Node, type ParseError } from 'jsonc-parser';
import { z } from 'zod/v4';
import { clockMs, speakingMs } from './times.ts';
import { ImportError, type ParsedMeeting, type ParsedSegment } from './parsedMeeting.ts';
import { oneLine } from '../text.ts';

/** The last second that is a date (ECMAScript, Time Values). */
const LATEST_SECONDS = 8.64e12;
const ISO_DATE = /^(\d{4}-\d{2}-\d{2})T/;

/** `Date.parse` takes February 30 for March 2. */
const isDate = (text: string): boolean => z.iso.date().safeParse(ISO_DATE.exec(text)?.[1]).success;

/** A number of seconds, a clock time or an ISO date and time, in milliseconds. */
const Time = z.union([
	z
		.number()
		.nonnegative()
		.max(LATEST_SECONDS)
		.transform((seconds) => seconds * 1000),
	z.string().transform((text, context) => {
		const ms = clockMs(text) ?? (isDate(text) ? Date.parse(text) : Number.NaN);
		if (Number.isFinite(ms)) return ms;
		context.issues.push({ code: 'custom', message: 'is not a time', input: text });
		return z.NEVER;
	}),
]);

const Name = z.string().nullish();

const Segment = z
	.object({
		text: z.string(),
		speaker: Name,
		// Names used by other exporters.
		speakerName: Name,
		speaker_name: Name,
		name: Name,
		timestamp: Time.nullish(),
		start: Time.nullish(),
		end: Time.nullish(),
	})
	.transform(({ speaker, speakerName, speaker_name, name, ...rest }) => ({
		...rest,
		speaker: [speaker, speakerName, speaker_name, name].map((who) => oneLine(who ?? '')).find((who) => who !== '') ?? null,
	}));

const Titled = z.object({ title: z.string().nullish(), segments: z.array(Segment) });
const Bare = z.array(Segment).transform((segments) => ({ title: null, segments }));

/** A meeting from a JSON array of segments, or from an object with `title` and `segments`. @throws ImportError */
export function meetingOfJson(lines: readonly string[]): ParsedMeeting {
	const text = lines.join('\n');
	const value = parseJson(text);
	const parsed = (Array.isArray(value) ? Bare : Titled).safeParse(value);
	if (!parsed.success) throw refusal(text, parsed.error.issues[0]);
	const { title, segments } = parsed.data;
	return { title: oneLine(title ?? '') || null, segments: timed(segments) };
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

function refusal(text: string, issue: z.core.$ZodIssue | undefined): ImportError {
	const path = (issue?.path ?? []).filter((key) => typeof key !== 'symbol');
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

function timed(segments: readonly z.output<typeof Segment>[]): ParsedSegment[] {
	// Seconds and clock times count from the start of the meeting; dates count from the earliest.
	const earliest = segments.reduce((least, segment) => Math.min(least, startOf(segment) ?? least), Number.POSITIVE_INFINITY);
	const zero = earliest > YEAR_MS && Number.isFinite(earliest) ? earliest : 0;
	let clock = 0;
	return segments
		.filter(({ text }) => text.trim() !== '')
		.map((segment) => {
			const startMs = Math.max(0, Math.round((startOf(segment) ?? clock + zero) - zero));
			const endMs = segment.end == null ? startMs + speakingMs(segment.text) : Math.round(segment.end - zero);
			clock = Math.max(startMs, endMs);
			return { speaker: segment.speaker, text: oneLine(segment.text), startMs, endMs: clock };
		});
}

const YEAR_MS = 365 * 24 * 3_600_000;

const startOf = (segment: z.output<typeof Segment> | undefined): number | null =>
	segment?.start ?? segment?.timestamp ?? null;
