import { z } from 'zod/v4';
import { api, DateTime, eventNames, type Endpoint, type Shape } from '../../src/api/index.ts';
import { capitalized, elementOf, isEmpty, isType, nameOf, TypeWriter } from './clientTypes.ts';

/** The pattern of a time, and the words for anything else. */
interface Form {
	readonly pattern: string;
	readonly message: string;
}

function formOfTime(): Form {
	const { pattern } = DateTime._zod;
	const message = DateTime.safeParse('never').error?.issues[0]?.message;
	if (!pattern || !message) throw new Error('A time has no pattern, or says nothing of what does not match it');
	return { pattern: String(pattern), message };
}

const isInfinite = (value: unknown): boolean => typeof value !== 'number' || Math.abs(value) >= Number.MAX_SAFE_INTEGER;

/** `whole(1, 100)`, leaving out defaults. */
const bounded = (name: string, minimum: unknown, maximum: unknown): string => {
	const least = isInfinite(minimum) ? '' : String(minimum);
	const most = isInfinite(maximum) ? '' : String(maximum);
	return `${name}(${most ? `${least || 'undefined'}, ${most}` : least})`;
};

const schemaName = (type: string): string => `${type.charAt(0).toLowerCase()}${type.slice(1)}Schema`;

/** Writes the schemas of `src/api` with the functions of `packages/client/shapes.ts`. */
class SchemaWriter {
	/** Named schemas in the order in which they are needed. */
	readonly named = new Map<string, string>();
	readonly used = new Set<string>();

	private by(name: string, written = name): string {
		this.used.add(name);
		return written;
	}

	/** A schema that is named in the contract is written once. */
	schemaOf(schema: z.core.$ZodType): string {
		const named = nameOf.get(schema);
		if (!named) return this.structureOf(schema);
		const name = schemaName(named);
		if (!this.named.has(name)) this.named.set(name, this.structureOf(schema));
		return name;
	}

	private structureOf(schema: z.core.$ZodType): string {
		if (isType<z.core.$ZodObject>(schema, 'object')) return this.by('object', `object(${this.shapeOf(schema._zod.def.shape)})`);
		if (isType<z.core.$ZodNullable>(schema, 'nullable')) return this.by('nullable', `nullable(${this.schemaOf(schema._zod.def.innerType)})`);
		if (isType<z.core.$ZodOptional>(schema, 'optional')) return this.by('optional', `optional(${this.schemaOf(schema._zod.def.innerType)})`);
		if (isType<z.core.$ZodDefault>(schema, 'default')) {
			const { innerType, defaultValue } = schema._zod.def;
			return this.by('preset', `preset(${this.schemaOf(innerType)}, ${quoted(defaultValue)})`);
		}
		if (isType<z.core.$ZodEnum>(schema, 'enum')) return this.by('oneOf', `oneOf(${Object.values(schema._zod.def.entries).map(quoted).join(', ')})`);
		if (isType<z.core.$ZodLiteral>(schema, 'literal')) return this.by('oneOf', `oneOf(${schema._zod.def.values.map(quoted).join(', ')})`);
		if (isType<z.core.$ZodBoolean>(schema, 'boolean')) return this.by('flag');
		if (isType<z.core.$ZodUnknown>(schema, 'unknown')) return this.by('anything');
		if (isType<z.core.$ZodArray>(schema, 'array')) {
			const { minimum, maximum } = schema._zod.bag;
			const item = this.schemaOf(schema._zod.def.element);
			return this.by('list', bounded('list', minimum, maximum).replace('(', `(${item}, `).replace(', )', ')'));
		}
		if (isType<z.core.$ZodNumber>(schema, 'number')) {
			const { minimum, maximum, format } = schema._zod.bag;
			const name = format === 'safeint' ? 'whole' : 'number';
			return this.by(name, bounded(name, minimum, maximum));
		}
		if (isType<z.core.$ZodString>(schema, 'string')) return this.textOf(schema);
		throw new Error(`The client has no schema of the type ${schema._zod.def.type} yet`);
	}

	private textOf(schema: z.core.$ZodString): string {
		const format = 'format' in schema._zod.def ? schema._zod.def.format : undefined;
		if (format === 'datetime') return 'time';
		const checks = (schema._zod.def.checks ?? []).map(({ _zod }) => _zod.def);
		const kinds = checks.map(({ check }) => check).join(' ');
		if (format === 'url') return this.by(kinds === 'custom' ? 'target' : 'url');
		if (kinds === '') return this.by('text');
		if (kinds === 'min_length') return this.by('filled');
		if (kinds === 'min_length string_format') return this.by('words', 'words()');
		const maximum = z.globalRegistry.get(schema)?.maxLength;
		if (kinds === 'min_length string_format custom' && typeof maximum === 'number') return this.by('words', `words(${maximum})`);
		throw new Error(`The client has no text with the checks ${kinds} yet`);
	}

	shapeOf(shape: Readonly<Record<string, z.core.$ZodType>>): string {
		const fields = Object.entries(shape).map(([name, schema]) => ({ name, written: this.schemaOf(schema) }));
		return fields.length === 0 ? '{}' : `{ ${fields.map(({ name, written }) => (name === written ? name : `${name}: ${written}`)).join(', ')} }`;
	}
}

const quoted = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value));

const inTable = (name: string, value: unknown): string[] => (value === undefined ? [] : [`${name}: ${quoted(value)}`]);

function pagingOf({ paging }: Endpoint): string[] {
	if (!paging) return [];
	if (paging.kind === 'whole') return [`paging: { kind: 'whole' }`];
	return [`paging: { kind: '${paging.kind}', sizeParam: '${paging.sizeParam}', maxSize: ${paging.maxSize} }`];
}

/** Every endpoint for the client: what it takes to call it, without texts and without zod. */
export function clientTable(): string {
	const schemas = new SchemaWriter();
	const types = new TypeWriter();
	const all = Object.entries(api).flatMap(([resource, endpoints]) => Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => ({ resource, name, endpoint })));
	const constant = ({ resource, name }: { resource: string; name: string }) => `${resource}${capitalized(name)}`;
	const names = new Map(all.map((one) => [one.endpoint, constant(one)]));
	const imported = new Set<string>();
	const typeOf = ({ resource, name, endpoint }: (typeof all)[number]): string => {
		const prefix = `${capitalized(resource)}${capitalized(name)}`;
		const inputs: Shape = { ...endpoint.params, ...endpoint.query, ...endpoint.body };
		const input = isEmpty(inputs) ? 'NoInput' : `${prefix}Input`;
		for (const one of [isEmpty(inputs) ? '' : input, `${prefix}Answer`].filter(Boolean)) imported.add(one);
		if (!endpoint.paging) return `Endpoint<${input}, ${prefix}Answer>`;
		const element = elementOf(endpoint, types);
		imported.add(element);
		return `ListEndpoint<${input}, ${prefix}Answer, ${element}>`;
	};
	const declared = all.map((one) => {
		const { endpoint } = one;
		const { method, path, params, query, body, response, repeat, credit, notFound, saved } = endpoint;
		const parts = [
			...inTable('method', method),
			...inTable('path', path),
			...(params ? [`params: ${schemas.shapeOf(params)}`] : []),
			...(query ? [`query: ${schemas.shapeOf(query)}`] : []),
			...(body ? [`body: ${schemas.shapeOf(body)}`] : []),
			`response: ${schemas.schemaOf(response)}`,
			...inTable('repeat', repeat),
			...inTable('credit', credit),
			...inTable('notFound', notFound),
			...(saved ? [`saved: ${names.get(saved)}`] : []),
			...pagingOf(endpoint),
		];
		return `const ${constant(one)}: ${typeOf(one)} = {\n${parts.map((part) => `\t${part},\n`).join('')}};\n`;
	});
	const resources = Object.keys(api).map((resource) => {
		const members = all.filter((one) => one.resource === resource).map((one) => `${one.name}: ${constant(one)}`);
		return `\t${resource}: { ${members.join(', ')} },\n`;
	});
	const { pattern, message } = formOfTime();
	const named = [...schemas.named].map(([name, written]) => `const ${name} = ${written};\n`);
	return `// Generated from the table in src/api by \`npm run docs\`.
import type { Endpoint, ListEndpoint, NoInput } from '../endpoint.ts';
import { ${[...schemas.used, 'moment'].toSorted().join(', ')} } from '../shapes.ts';
import type { ${[...imported, 'EventName'].toSorted().join(', ')} } from './types.ts';

const time = moment(${pattern}, '${message}');

${named.join('\n')}
${declared.join('\n')}
/** Every endpoint of the service as plain data, for \`client.call\` and \`client.each\`: \`api.conversations.list\`. */
export const api = {
${resources.join('')}} as const;

/** The names of all events, in the order of the API description. */
export const eventNames: readonly EventName[] = [${eventNames.map(quoted).join(', ')}];
`;
}
