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
