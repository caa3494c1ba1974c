/** A text that leaves the node as a file. */
export interface TextFile {
	/** Name of the item's binary field. */
	readonly field: string;
	readonly fileName: string;
	readonly mimeType: string;
	readonly text: string;
}

/** What an operation gives for one output item. */
export interface Result {
	readonly json: unknown;
	readonly file?: TextFile;
}

export const result = (json: unknown, file?: TextFile): Result => (file ? { json, file } : { json });
