import { execFile } from 'node:child_process';
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod/v4';
import { MeetingAssistantApi } from '../../credentials/MeetingAssistantApi.credentials.ts';
import { MeetingAssistant } from '../../nodes/MeetingAssistant/MeetingAssistant.node.ts';
import { MeetingAssistantPollingTrigger } from '../../nodes/MeetingAssistantPollingTrigger/MeetingAssistantPollingTrigger.node.ts';
import { MeetingAssistantTrigger } from '../../nodes/MeetingAssistantTrigger/MeetingAssistantTrigger.node.ts';

/**
 * n8n's lint only reads literals, and most of a form is computed. So the texts that people see are written out as literals, in
 * place of their source file, and linted with the repository's own configuration.
 */

interface Rendered {
	readonly file: string;
	readonly properties: readonly INodeProperties[];
	readonly source: (properties: readonly INodeProperties[]) => string;
}

/** Keys without quotation marks, as the rules look for them. */
const literal = (value: unknown): string =>
	JSON.stringify(value, null, '\t').replace(/^(\t*)"([A-Za-z_]\w*)":/gm, '$1$2:');

const nodes = [MeetingAssistant, MeetingAssistantTrigger, MeetingAssistantPollingTrigger].map((Node): Rendered => {
	const { name } = Node;
	const { description } = new Node();
	return {
		file: `nodes/${name}/${name}.node.ts`,
		// The words of poll times are n8n’s own.
		properties: description.properties.filter(({ name: field }) => field !== 'pollTimes'),
		source: (properties) =>
			`export class ${name} implements INodeType {\n\tdescription: INodeTypeDescription = ${literal({ ...description, properties })};\n}\n`,
	};
});

const credential: Rendered = {
	file: 'credentials/MeetingAssistantApi.credentials.ts',
	properties: new MeetingAssistantApi().properties,
	source: (properties) =>
		`export class MeetingAssistantApi implements ICredentialType {\n\tproperties: INodeProperties[] = ${literal(properties)};\n}\n`,
};

const Reports = z.array(z.array(z.object({ rule: z.string(), message: z.string(), line: z.number() })));

/** Lint's complaints about the words of each, by rule, with the line concerned. */
async function complaints(all: readonly Rendered[]): Promise<string[][]> {
	const sources = all.map(({ file, source, properties }) => ({ file, source: source(properties) }));
	const printed = await new Promise<string>((resolve, reject) => {
		const lint = execFile(process.execPath, ['test/nodes/lintRendered.mjs'], { maxBuffer: 64 * 1024 * 1024 }, (error, stdout) =>
			error ? reject(error) : resolve(stdout),
		);
		lint.stdin?.end(JSON.stringify(sources));
	});
	return Reports.parse(JSON.parse(printed)).map((report, index) => {
		const lines = (sources[index]?.source ?? '').split('\n');
		return report
			.filter(({ rule }) => /not parsed|node-param|cred-class-field-placeholder|no-emoji/.test(rule))
			.map(({ rule, message, line }) => `${rule}: ${message} ${(lines[line - 1] ?? '').trim()}`);
	});
}

/**
 * Deliberate exceptions: key points are always plural, the widest choice of events comes first, and a tool starts with the
 * model's values.
 */
const deliberate = [/action-miscased: .*follow-up/, /resource-with-plural-option: .* name: "Key Points"/, /multi-options-type-unsorted-items: .*\| Any Event \|/, /default-wrong-for-(?:number|options): .*\$fromAI/];

const forms = [...nodes, credential];

test('all forms follow n8n’s wording rules as rendered', async () => {
	const found = await complaints(forms);
	const unexpected = found.map((list) => list.filter((complaint) => !deliberate.some((pattern) => pattern.test(complaint))));
	expect(Object.fromEntries(forms.map(({ file }, index) => [file, unexpected[index]]))).toEqual(
		Object.fromEntries(forms.map(({ file }) => [file, []])),
	);
});

test.each(forms.map((form) => [form.file, form] as const))('%s: placeholders start with “e.g.”, and there is no emoji', (_, { properties }) => {
	const placeholders = properties.flatMap(everything).flatMap((part) => ('placeholder' in part ? [part.placeholder ?? ''] : []));
	expect(placeholders.filter((placeholder) => !/^(e\.g\. \S|Add [A-Z])/.test(placeholder))).toEqual([]);
	expect(JSON.stringify(properties)).not.toMatch(/\p{Extended_Pictographic}/u);
});

type Part = INodeProperties | INodePropertyOptions | INodePropertyCollection | NonNullable<INodeProperties['modes']>[number];

/** A field with everything inside it that people read. */
function everything(part: Part): Part[] {
	const inside: Part[] = [
		...('options' in part ? (part.options ?? []) : []),
		...('values' in part ? part.values : []),
		...('modes' in part ? (part.modes ?? []) : []),
	];
	return [part, ...inside.flatMap(everything)];
}

const five = ['E', 'D', 'C', 'B', 'A'].map((name) => ({ name, value: name }));
const sound: INodeProperties = { displayName: 'Some Field', name: 'someField', type: 'string', default: '' };

const mistakes: readonly [Partial<INodeProperties>, string][] = [
	[{ displayName: 'Some field' }, 'display-name-miscased'],
	[{ type: 'boolean', default: false, description: 'Turns it on' }, 'boolean-without-whether'],
	[{ description: 'Only one sentence.' }, 'excess-final-period'],
	[{ description: 'One sentence. Another one' }, 'missing-final-period'],
	[{ type: 'options', default: 'A', options: five }, 'unsorted-items'],
	[{ displayName: 'Limit', name: 'limit', type: 'number', default: 50, description: 'How many' }, 'wrong-for-limit'],
	[{ displayName: 'Return All', name: 'returnAll', type: 'boolean', default: false, description: 'Whether all' }, 'wrong-for-return-all'],
	[{ name: 'operation', type: 'options', default: 'a', options: [{ name: 'Get All', value: 'getAll', action: 'Get all' }] }, 'wrong-for-get-many'],
	[{ name: 'operation', type: 'options', default: 'a', options: [{ name: 'Do', value: 'a', action: 'Do It All' }] }, 'action-miscased'],
];

test('the rules find each of these mistakes in a rendered form', async () => {
	const wrong = nodes.slice(0, 1).flatMap((node) => mistakes.map(([mistake]) => ({ ...node, properties: [{ ...sound, ...mistake }] })));
	const found = await complaints(wrong);
	expect(found.map((list) => list.join('\n'))).toEqual(mistakes.map(([, rule]) => expect.stringContaining(rule)));
});
