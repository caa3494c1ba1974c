import { compact } from '../../../src/agents/index.ts';
import { isRecord, plain, printableJson } from '../../../src/format/index.ts';

const isPlain = (value: unknown): boolean => !(value instanceof Object);

const indented = (text: string): string => text.replaceAll('\n', '\n  ');

function lines(value: unknown): string {
	if (isPlain(value)) return String(value);
	if (Array.isArray(value)) return value.every(isPlain) ? value.join(', ') : value.map((one) => `- ${indented(lines(one))}`).join('\n');
	return Object.entries(Object(value))
		.map(([name, one]) => {
			const text = lines(one);
			return isPlain(one) && !text.includes('\n') || (Array.isArray(one) && one.every(isPlain)) ? `${name}: ${text}` : `${name}:\n  ${indented(text)}`;
		})
		.join('\n');
}

/** Leaves out the raw event of a calendar, which repeats the same data for programs. */
const withoutRaw = (json: unknown): unknown => (isRecord(json) ? Object.fromEntries(Object.entries(json).filter(([name]) => name !== 'raw')) : json);

/** A result in readable form: the text of a report, transcript or email, or its fields without empty ones. */
export function readable(json: unknown, isOfMany: boolean): string {
	const { html, text, subject } = isRecord(json) ? json : {};
	// The passages of a list also have a text, which says little without its meeting.
	const isDocument = typeof text === 'string' && text !== '' && (html !== undefined || !isOfMany);
	if (!isDocument) return plain(lines(compact(withoutRaw(json))));
	// The subject of a report is its title already.
	const heading = typeof subject === 'string' && !text.startsWith(subject) ? `${subject}\n\n` : '';
	return plain(`${heading}${text.trimEnd()}`);
}

export const asJson = (json: unknown): string => printableJson(json);
