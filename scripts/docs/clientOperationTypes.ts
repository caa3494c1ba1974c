import { terms } from '../../packages/client/terms.ts';
import { programFields } from '../../packages/client/fields.ts';
import { type Choice, type Field, sentences } from '../../src/forms/index.ts';
import { catalogue, type Operation, returnsMany, type Variant, wholeDescription } from '../../src/operations/index.ts';
import { capitalized, comment, TypeWriter } from './clientTypes.ts';

/** Fields that change the shape of the result. If a program only decides on their values at run time, the type of the result is open. */
const SHAPING = ['format', 'output', 'simplify'];

const literal = ({ value }: Choice): string => (typeof value === 'string' ? `'${value}'` : String(value));

function typeOf(field: Field): string {
	switch (field.kind) {
		case 'text':
		case 'reference':
			return 'string';
		case 'dateTime':
			return 'Date | string';
		case 'choice':
			return field.choices.map(literal).join(' | ');
		case 'choices':
			return `readonly (${field.choices.map(literal).join(' | ')})[]`;
		case 'pairs':
			return 'Readonly<Record<string, string>>';
		case 'json':
			return 'unknown';
		default:
			return field.kind;
	}
}

const isRequired = ({ required, showWhen, default: preset }: Field): boolean => required === true && showWhen === undefined && preset === undefined;

function member(name: string, field: Field): string {
	const preset = field.default === undefined ? '' : `Default ${JSON.stringify(field.default)}.`;
	const doc = [sentences(terms, field.description || field.label, field.hint), preset].filter(Boolean).join(' ');
	return `${comment([doc], '\t')}\treadonly ${name}${isRequired(field) ? '' : '?'}: ${typeOf(field)}${isRequired(field) ? '' : ' | undefined'};\n`;
}

/** The value of the shaping fields for which the type of the result holds. */
const plainOf = (fields: readonly (readonly [string, Field])[]): string[] =>
	fields.flatMap(([name, field]) =>
		SHAPING.includes(name) ? [`readonly ${name}?: ${typeof field.default === 'string' ? `'${field.default}'` : String(field.default)} | undefined`] : [],
	);

const nameOfVariant = (prefix: string, { when }: Variant): string =>
	`${prefix}As${Object.entries(when).map(([field, [value]]) => (typeof value === 'string' ? capitalized(value) : `Not${capitalized(field)}`)).join('')}`;

/** The signatures for other values of the fields that shape the result. */
const variantSignatures = (operation: Operation, prefix: string, signature: (more: string, result: string) => string): string[] =>
	operation.variants.flatMap((variant) => {
		const { when } = variant;
		const many = returnsMany(operation, { valueOf: (input) => when[input]?.[0] });
		const given = Object.entries(when).map(([field, values]) => `readonly ${field}: ${values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value))).join(' | ')}`);
		return [signature(`{ ${given.join('; ')} }`, `${many ? 'OperationList' : 'OperationCall'}<${nameOfVariant(prefix, variant)}>`)];
	});

function methodOf(operation: Operation, prefix: string): string {
	const fields = Object.entries(programFields(operation));
	const call = returnsMany(operation, { valueOf: () => undefined }) ? 'OperationList' : 'OperationCall';
	const input = fields.length === 0 ? 'input?: Record<never, never>' : `input${fields.some(([, field]) => isRequired(field)) ? '' : '?'}: ${prefix}Input`;
	const signature = (given: string, result: string): string => `(${given}, options?: OperationOptions): ${result};`;
	const plain = plainOf(fields);
	const doc = comment([wholeDescription(operation, terms)], '\t');
	const exactly = `${call}<${prefix}Result>`;
	const including = (more: string) => input.replace(`${prefix}Input`, `${prefix}Input & ${more}`);
	const signatures = [
		...(plain.length === 0 ? [] : [signature(including(`{ ${plain.join('; ')} }`), exactly)]),
		...variantSignatures(operation, prefix, (more, result) => signature(including(more).replace('input?:', 'input:'), result)),
		plain.length === 0 ? signature(input, exactly) : signature(input, 'OperationCall<unknown>'),
	];
	return `${doc}${signatures.map((one) => `\t${operation.id}${one}\n`).join('')}`;
}

/** Every operation as a method, with named types for its input and its result. */
export function clientOperationTypes(): string {
	const writer = new TypeWriter();
	const declarations: string[] = [];
	const interfaces: string[] = [];
	for (const { id: resource, operations } of catalogue) {
		const methods: string[] = [];
		for (const operation of operations) {
			const prefix = `${capitalized(resource)}${capitalized(operation.id)}`;
			const path = `operations.${resource}.${operation.id}`;
			const fields = Object.entries(programFields(operation));
			if (fields.length > 0) declarations.push(`/** What \`${path}\` takes. */\nexport interface ${prefix}Input {\n${fields.map(([name, field]) => member(name, field)).join('')}}\n`);
			declarations.push(`/** What \`${path}\` returns${operation.isList ? ', one after the other' : ''}. */\nexport type ${prefix}Result = ${writer.typeOf(operation.output, 'output')};\n`);
			for (const variant of operation.variants) {
				const when = Object.entries(variant.when).map(([field, values]) => `\`${field}\` ${values.map((value) => `\`${value}\``).join(', ')}`);
				declarations.push(`/** What \`${path}\` returns with ${when.join(' and ')}. */\nexport type ${nameOfVariant(prefix, variant)} = ${writer.typeOf(variant.output, 'output')};\n`);
			}
			methods.push(methodOf(operation, prefix));
		}
		interfaces.push(`export interface ${capitalized(resource)}Operations {\n${methods.join('')}}\n`);
	}
	const names = catalogue.flatMap(({ id, operations }) => operations.map((operation) => `\n\t| '${id}.${operation.id}'`));
	return `// Generated from the catalogue in src/operations by \`npm run docs\`.
import type { OperationCall, OperationList, OperationOptions } from '../operationOptions.ts';
import type { ${[...writer.named.keys()].toSorted().join(', ')} } from './types.ts';

/** The name of an operation: its resource and what it does, such as \`insight.getDigest\`. */
export type OperationName =${names.join('')};

${declarations.join('\n')}
${interfaces.join('\n')}
/** Every operation of the catalogue, by resource. */
export interface Operations {
${catalogue.map(({ id }) => `\treadonly ${id}: ${capitalized(id)}Operations;\n`).join('')}}
`;
}
