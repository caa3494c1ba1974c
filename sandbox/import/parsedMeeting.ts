

/** One stretch of speech. Times are milliseconds from the meeting's start. */
export interface ParsedSegment {
	readonly speaker: string | null;
	readonly text: string;
	readonly startMs: number;
	readonly endMs: number;
}

/** A meeting as read from a file, oldest segment first. */
export interface ParsedMeeting {
	readonly title: string | null;
	readonly segments: readonly ParsedSegment[];
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
