import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { type Field, type Fields, nameOf, type Terms, textIn } from '../../../src/forms/index.ts';
import { catalogue, type Operation } from '../../../src/operations/index.ts';
import { programFields } from '../fields.ts';

export const PROGRAM = 'meeting-assistant';

/** An operation as a command. */
export interface Command {
	readonly words: string;
	readonly operation: Operation;
	readonly fields: Fields;
	/** The inputs that have to be given, which may also be written without their names, in this order. */
	readonly required: readonly string[];
}

/** `keyPoints` as `key-points`. */
export const kebab = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Inputs that a terminal does not need: an answer is printed, not kept in a file or for a later step. */
const LEFT_OUT = ['existingNote', 'waitSeconds'];

function commandOf(resource: string, operation: Operation): Command {
	const fields = Object.fromEntries(Object.entries(programFields(operation)).filter(([input]) => !LEFT_OUT.includes(input)));
	const required = Object.entries(fields).flatMap(([input, { required, showWhen, default: preset }]) => (required && !showWhen && preset === undefined ? [input] : []));
	return { words: `${kebab(resource)} ${kebab(operation.id)}`, operation, fields, required };
}

/** Commands by the resource that they are about. */
export const groups: ReadonlyMap<string, readonly Command[]> = new Map(
	catalogue.map(({ id, operations }) => [kebab(id), operations.map((operation) => commandOf(id, operation))]),
);

export const commands: readonly Command[] = [...groups.values()].flat();

export const optionName = (input: string, field: Field | undefined): string => kebab(nameOf(input, field));
export const flagOf = (input: string, field: Field | undefined): string => `--${optionName(input, field)}`;

/** A person’s words for things in a terminal. */
export const terms: Terms = {
	platform: 'the command line',
	step: 'command',
	flow: 'command',
	timezone: 'the time zone of --time-zone',
	account: 'environment',
	list: { name: 'List', verb: 'List' },
	operation: (resource, name) => {
		const { id = '', operations = [] } = catalogue.find((one) => one.name === resource) ?? {};
		return `“${PROGRAM} ${kebab(id)} ${kebab(operations.find((one) => textIn(one.name, terms) === name)?.id ?? name)}”`;
	},
	runLimits: '--max-requests or --reserve-requests',
	allowHttp: 'MEETING_ASSISTANT_ALLOW_HTTP',
	instantTrigger: '',
	pollingTrigger: '',
};

const folded = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The choice that a person means: its value or its label, in any case and with or without spaces. */
function choiceIn(field: Extract<Field, { choices: unknown }>, text: string): unknown {
	return field.choices.find(({ value, label }) => [String(value), label].some((one) => folded(one) === folded(text)))?.value ?? text;
}

const pairIn = (text: string): readonly [string, string] => {
	const at = text.indexOf('=');
	return at < 0 ? [text, ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
};

/** PowerShell’s `>` writes UTF-16, and its `>>` may put the mark of a second file in the middle. */
function decoded(bytes: Uint8Array): string {
	const [first, second] = bytes;
	const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
	return new TextDecoder(encoding).decode(bytes).replaceAll(/^\uFEFF/gm, '');
}

/** The content of a file after `@`, or of standard input after `@-`. Lists may be longer than an argument can be. @throws Error */
async function jsonFrom(text: string): Promise<string> {
	if (!text.startsWith('@')) return text;
	return decoded(text === '@-' ? await buffer(process.stdin) : await readFile(text.slice(1)));
}

/** What a field gets for the words after its option. @throws Error for a file that cannot be read */
export async function valueIn(field: Field, given: string | boolean | readonly (string | boolean)[] | undefined): Promise<unknown> {
	if (given === undefined || typeof given === 'boolean') return given;
	const texts = [given].flat().map(String);
	if (field.kind === 'choices') return texts.flatMap((text) => text.split(',')).map((text) => choiceIn(field, text));
	if (field.kind === 'pairs') return Object.fromEntries(texts.map(pairIn));
	const text = texts.at(-1) ?? '';
	if (field.kind === 'json') return await jsonFrom(text);
	return field.kind === 'choice' ? choiceIn(field, text) : text;
}

export const isMany = ({ kind }: Field): boolean => kind === 'choices' || kind === 'pairs';
