import type { z } from 'zod/v4';
import * as contract from '../../src/api/index.ts';
import { api, eventData, type Credit, type Endpoint, type Shape } from '../../src/api/index.ts';

type Direction = 'input' | 'output';

export const capitalized = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** The contract's named objects. The client's users see them under these names. */
export const nameOf = new Map<z.core.$ZodType, string>(
	Object.entries(contract).flatMap(([name, value]): [z.core.$ZodType, string][] =>
		isSchema(value) && value._zod.def.type === 'object' && name !== 'ErrorBody' && name !== 'Deleted' && name !== 'Delivery' ? [[value, name]] : [],
	),
);

function isSchema(value: unknown): value is z.core.$ZodType {
	return typeof value === 'object' && value !== null && '_zod' in value;
}

export const isType = <S extends z.core.$ZodTypes>(schema: z.core.$ZodType, type: S['_zod']['def']['type']): schema is S =>
	schema._zod.def.type === type;

const descriptionOf = (schema: z.core.$ZodType): string | undefined => {
	const value: unknown = Reflect.get(schema, 'description');
	return typeof value === 'string' ? value : undefined;
};

/** The innermost schema of a wrapper, which has the type. */
function unwrapped(schema: z.core.$ZodType): { readonly inner: z.core.$ZodType; readonly isOptional: boolean; readonly default: unknown } {
	let inner = schema;
	let isOptional = false;
	let preset: unknown;
	for (;;) {
		if (isType<z.core.$ZodOptional>(inner, 'optional')) isOptional = true;
		else if (isType<z.core.$ZodDefault>(inner, 'default')) preset = inner._zod.def.defaultValue;
		else return { inner, isOptional, default: preset };
		inner = inner._zod.def.innerType;
	}
}

export const comment = (lines: readonly string[], indent: string): string => {
	const texts = lines.filter(Boolean).map((line) => line.replaceAll('*/', '*\\/'));
	if (texts.length === 0) return '';
	if (texts.length === 1) return `${indent}/** ${texts[0]} */\n`;
	return `${indent}/**\n${texts.map((text) => `${indent} * ${text}\n`).join('')}${indent} */\n`;
};

/** A text as a sentence, whether or not it was written as one. */
export const sentence = (text: string | undefined): string => (text ? `${capitalized(text)}${/[.!?`)]$/.test(text) ? '' : '.'}` : '');

const isBound = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER;

/** Constraints that the compiler cannot check. */
function boundsOf(schema: z.core.$ZodType): string {
	if (!isType<z.core.$ZodNumber>(schema, 'number')) return '';
	const { minimum, maximum } = schema._zod.bag;
	const words = [isBound(minimum) ? `at least ${minimum}` : '', isBound(maximum) ? `at most ${maximum}` : ''].filter(Boolean);
	return sentence(words.join(', '));
}

const isDateTime = (schema: z.core.$ZodType): boolean =>
	isType<z.core.$ZodString>(schema, 'string') && 'format' in schema._zod.def && schema._zod.def.format === 'datetime';

export class TypeWriter {
	/** Named types found on the way, to be written as well. */
	readonly named = new Map<string, z.core.$ZodType>();

	/** TypeScript for a schema. */
	typeOf(schema: z.core.$ZodType, direction: Direction, indent = ''): string {
		const name = direction === 'output' ? nameOf.get(schema) : undefined;
		if (name) {
			this.named.set(name, schema);
			return name;
		}
		return this.structureOf(schema, direction, indent);
	}

	structureOf(schema: z.core.$ZodType, direction: Direction, indent = ''): string {
		if (isType<z.core.$ZodObject>(schema, 'object')) return this.objectOf(schema._zod.def.shape, direction, indent);
		if (isType<z.core.$ZodArray>(schema, 'array')) {
			const element = this.typeOf(schema._zod.def.element, direction, indent);
			return /[|&]/.test(element) && !element.startsWith('{') ? `(${element})[]` : `${element}[]`;
		}
		if (isType<z.core.$ZodNullable>(schema, 'nullable')) return `${this.typeOf(schema._zod.def.innerType, direction, indent)} | null`;
		if (isType<z.core.$ZodOptional>(schema, 'optional')) return `${this.typeOf(schema._zod.def.innerType, direction, indent)} | undefined`;
		if (isType<z.core.$ZodDefault>(schema, 'default')) return this.typeOf(schema._zod.def.innerType, direction, indent);
		if (isType<z.core.$ZodEnum>(schema, 'enum')) return Object.values(schema._zod.def.entries).map((value) => `'${value}'`).join(' | ');
		if (isType<z.core.$ZodLiteral>(schema, 'literal')) {
			return schema._zod.def.values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value))).join(' | ');
		}
		const { type } = schema._zod.def;
		if (type === 'string' || type === 'number' || type === 'boolean' || type === 'unknown') return type;
		throw new Error(`There is no TypeScript for a schema of the type ${type} yet`);
	}

	objectOf(shape: Readonly<Record<string, z.core.$ZodType>>, direction: Direction, indent = ''): string {
		const inside = `${indent}\t`;
		const fields = Object.entries(shape).map(([name, schema]) => this.fieldOf(name, schema, direction, inside));
		return fields.length === 0 ? 'Record<string, unknown>' : `{\n${fields.join('')}${indent}}`;
	}

	private fieldOf(name: string, schema: z.core.$ZodType, direction: Direction, indent: string): string {
		const { inner, isOptional, default: preset } = unwrapped(schema);
		const mayBeLeftOut = isOptional || (direction === 'input' && preset !== undefined);
		const base = isType<z.core.$ZodNullable>(inner, 'nullable') ? inner._zod.def.innerType : inner;
		const date = direction === 'input' && isDateTime(base) ? 'Date | ' : '';
		const type = `${date}${this.typeOf(inner, direction, indent)}${mayBeLeftOut ? ' | undefined' : ''}`;
		const doc = [
			sentence(descriptionOf(schema) ?? descriptionOf(inner)),
			isDateTime(base) ? `ISO 8601${direction === 'input' ? ' with a time zone' : ''}.` : '',
			direction === 'input' ? boundsOf(inner) : '',
			direction === 'input' && preset !== undefined ? `Default ${JSON.stringify(preset)}.` : '',
		];
		return `${comment([doc.filter(Boolean).join(' ')], indent)}${indent}${name}${mayBeLeftOut ? '?' : ''}: ${type};\n`;
	}
}

const creditNotes: Readonly<Record<Credit, string>> = {
	never: 'Uses no AI credit.',
	'unless-saved': 'Uses one AI credit unless a result is saved.',
	always: 'Uses one AI credit each time.',
};

/** The comment above a method: what it does, what it costs, and whether it is repeated. */
const methodDoc = ({ method, path, summary, notes = '', credit, repeat, errors }: Endpoint): string[] => [
	`${summary}. ${notes}`.trim(),
	[`\`${method} ${path}\`.`, notes.includes('AI credit') ? '' : creditNotes[credit]].filter(Boolean).join(' '),
	repeat === 'always' ? '' : 'Not repeated when its outcome is unknown.',
	errors.length > 0 ? `Also fails with ${errors.map((code) => `\`${code}\``).join(', ')}.` : '',
];

/** The name of the type of one element of a list endpoint's `data`. */
export function elementOf({ path, response }: Endpoint, writer: TypeWriter): string {
	const data = isType<z.core.$ZodObject>(response, 'object') ? response._zod.def.shape['data'] : undefined;
	if (!data || !isType<z.core.$ZodArray>(data, 'array')) throw new Error(`${path} has paging, but its data is no list`);
	if (!nameOf.has(data._zod.def.element)) throw new Error(`Export the schema of one element of ${path} from src/api, so that its type has a name`);
	return writer.typeOf(data._zod.def.element, 'output');
}

export const isEmpty = (shape: Shape): boolean => Object.keys(shape).length === 0;

/** Every type of the client's interface as a plain declaration: editors show it by name, and with its comments. */
export function clientTypes(): string {
	const writer = new TypeWriter();
	const declarations: string[] = [];
	const interfaces: string[] = [];
	const members: string[] = [];
	for (const [resource, endpoints] of Object.entries(api)) {
		const methods: string[] = [];
		for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
			const prefix = `${capitalized(resource)}${capitalized(name)}`;
			const inputs: Shape = { ...endpoint.params, ...endpoint.query, ...endpoint.body };
			const isOptional = Object.values(inputs).every((schema) => schema.safeParse(undefined).success);
			if (!isEmpty(inputs)) {
				declarations.push(`/** What \`client.${resource}.${name}\` takes. */\nexport type ${prefix}Input = ${writer.objectOf(inputs, 'input')};\n`);
			}
			declarations.push(`/** What \`client.${resource}.${name}\` answers. */\nexport type ${prefix}Answer = ${writer.structureOf(endpoint.response, 'output')};\n`);
			const input = isEmpty(inputs) ? 'input?: Record<never, never>' : `input${isOptional ? '?' : ''}: ${prefix}Input`;
			const answer = endpoint.paging ? `PendingList<${prefix}Answer, ${elementOf(endpoint, writer)}>` : `Pending<${prefix}Answer>`;
			methods.push(`${comment(methodDoc(endpoint), '\t')}\treadonly ${name}: (${input}, options?: CallOptions) => ${answer};\n`);
		}
		interfaces.push(`export interface ${capitalized(resource)}Methods {\n${methods.join('')}}\n`);
		members.push(`\treadonly ${resource}: ${capitalized(resource)}Methods;\n`);
	}
	const events = Object.entries(eventData).map(([name, schema]) => `\t'${name}': ${writer.structureOf(schema, 'output', '\t')};\n`);
	const known = new Set<string>();
	const shared: string[] = [];
	// Writing one may find others: iterating over a Map includes entries added meanwhile.
	for (const [name, schema] of writer.named) {
		if (known.has(name)) continue;
		known.add(name);
		shared.push(`export type ${name} = ${writer.structureOf(schema, 'output')};\n`);
	}
	return `// Generated from the table in src/api by \`npm run docs\`.
import type { CallOptions } from '../callOptions.ts';
import type { Pending, PendingList } from '../pending.ts';

${shared.sort().join('\n')}
${declarations.join('\n')}
/** The \`data\` of each kind of event. */
export interface EventData {
${events.join('')}}

/** The kinds of events. */
export type EventName = keyof EventData;

${interfaces.join('\n')}
/** One method per endpoint. */
export interface Methods {
${members.join('')}}
`;
}
