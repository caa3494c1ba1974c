/** One stretch of speech. Times are milliseconds from the meeting's start. */
export interface ParsedSegment {
	/** Null if the file doesn't say. */
	readonly speaker: string | null;
	readonly text: string;
	readonly startMs: number;
	readonly endMs: number;
}

/** The content of a file as a reader understands it, oldest segment first. */
export interface ReadMeeting {
	readonly title: string | null;
	/** Milliseconds since 1970, if the file says when the meeting started. */
	readonly startedAt?: number | null;
	/** When the meeting may have started, as the file writes it, if that can be read in two ways. */
	readonly unclearDate?: string | null;
	readonly segments: readonly ParsedSegment[];
	/** Lines or fields with words that nobody says. Everything else is in the segments or the title. */
	readonly leftOut: readonly string[];
	/** What was mended, guessed or left open, for the person who imports the file. */
	readonly notes: readonly string[];
}

/** A meeting with its speakers as they are stored. */
export interface ParsedMeeting extends ReadMeeting {
	readonly startedAt: number | null;
	readonly unclearDate: string | null;
}

/** Why and where a file was refused, and what to do about it. Nothing from a refused file is kept. */
export class ImportError extends Error {
	override readonly name = 'ImportError';
	/** Line of the file, counted from 1. */
	readonly line: number;

	constructor(line: number, advice: string) {
		super(`line ${line}: ${advice}`);
		this.line = line;
	}
}
