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
