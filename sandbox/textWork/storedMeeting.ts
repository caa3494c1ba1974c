import { z } from 'zod/v4';
import { type Ai, aroundAi, type Meeting, type MeetingSegment } from '../ai/ai.ts';

/** A meeting with its transcript as stored: JSON text, which is cheap to pass to another thread. */
export interface StoredMeeting extends Omit<Meeting, 'segments'> {
	readonly transcript: string;
}

/** An AI that takes meetings in their stored form. */
export type StoredMeetingAi = Ai<StoredMeeting>;

/**
 * Nobody speaks words or lines this long. Regular expressions for words and sentences can take quadratic time, so the AI never
 * sees longer ones.
 */
const LONGEST_WORD = 200;
const LONGEST_LINE = 2000;

const Segments = z.array(z.object({ text: z.string(), speaker: z.string().nullable(), timestamp: z.string() }));

/** The whole meeting as the AI sees it, with overlong words and lines broken up. */
export const readable = ({ transcript, title, userName, ...times }: StoredMeeting): Meeting => ({
	...times,
	title: shortened(title),
	userName: shortened(userName),
	segments: Segments.parse(JSON.parse(transcript)).flatMap(readableSegments),
});

/** Makes an AI take meetings in their stored form. */
export const reading = (ai: Ai): StoredMeetingAi => aroundAi(ai, async (meeting, ask) => ask(readable(meeting)));

const shortened = (name: string): string => cut(name, LONGEST_WORD)[0] ?? '';

function readableSegments({ text, speaker, timestamp }: MeetingSegment): MeetingSegment[] {
	const name = speaker === null ? null : shortened(speaker);
	return linesOf(text).map((line) => ({ text: line, speaker: name, timestamp }));
}

function linesOf(text: string): string[] {
	if (text.length <= LONGEST_WORD) return [text];
	const lines: string[] = [];
	let line: string[] = [];
	let length = 0;
	for (const word of text.split(' ').flatMap((whole) => cut(whole, LONGEST_WORD))) {
		if (length + word.length > LONGEST_LINE) {
			lines.push(line.join(' '));
			[line, length] = [[], 0];
		}
		line.push(word);
		length += word.length + 1;
	}
	return [...lines, line.join(' ')];
}

/** The text in parts of at most this length, without splitting a character. */
function cut(text: string, longest: number): string[] {
	if (text.length <= longest) return [text];
	const parts: string[] = [];
	for (let start = 0; start < text.length; ) {
		const end = start + longest;
		const dividesPair = /[\uD800-\uDBFF]/.test(text.charAt(end - 1));
		const next = dividesPair ? end - 1 : end;
		parts.push(text.slice(start, next));
		start = next;
	}
	return parts;
}
