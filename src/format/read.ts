/**
 * Readers for answers that deviate from their documented shape, which the client delivers anyway: any field may be
 * missing or of another type. Unreadable values come out empty; none of these functions throws.
 */
export type UnknownFields = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is UnknownFields =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

export const fieldsOf = (value: unknown): UnknownFields => (isRecord(value) ? value : {});

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export function textOf(value: unknown): string {
	if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
	return typeof value === 'string' ? value : '';
}

/** Text without line breaks and control characters. */
export const oneLine = (value: unknown): string =>
	textOf(value)
		.replace(/[\s\p{Cc}]+/gu, ' ')
		.trim();

/** The lines of a text, without control characters; a line may be empty. */
export const linesOf = (value: unknown): string[] =>
	textOf(value)
		.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
		.map((line) => line.replace(/\p{Cc}+/gu, ' ').trimEnd());

/** The non-empty texts of a list, each on one line. */
export const textsOf = (value: unknown): string[] =>
	listOf(value)
		.map(oneLine)
		.filter((text) => text !== '');

/** The parsed JSON; undefined if the text is not JSON. */
export function jsonIn(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

export function numberOf(value: unknown): number | null {
	const text = textOf(value).trim();
	const number = Number(text);
	return text !== '' && Number.isFinite(number) ? number : null;
}
