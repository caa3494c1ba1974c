import * as kinds from '../../src/forms/field.ts';
import { readInput, type Field, type Given } from '../../src/forms/field.ts';

const spec = { label: 'The Field' };
const side = { name: 'x', label: 'X' };
const fields = {
	text: kinds.text(spec),
	number: kinds.number(spec),
	whole: kinds.number({ ...spec, whole: true, min: 1, max: 9 }),
	boolean: kinds.boolean(spec),
	dateTime: kinds.dateTime(spec),
	choice: kinds.choice({ ...spec, choices: [{ value: 'a', label: 'A' }, { value: 'b', label: 'B' }] }),
	mode: kinds.choice({ ...spec, choices: [{ value: false, label: 'No' }, { value: true, label: 'Yes' }] }),
	choices: kinds.choices({ ...spec, choices: [{ value: 'a', label: 'A' }, { value: 'b', label: 'B' }] }),
	pairs: kinds.pairs({ ...spec, pair: side, from: side, to: side }),
	reference: kinds.reference({ ...spec, picks: 'contact' }),
	json: kinds.json(spec),
};

const given = (values: Readonly<Record<string, unknown>>, isAgent = false): Given => ({
	valueOf: (input) => values[input],
	toInstant: (value) => (value === 'noon' ? '2026-11-21T12:00:00.000Z' : null),
	isAgent,
});
const readOne = (name: keyof typeof fields, value: unknown) => readInput({ [name]: fields[name] }, given({ [name]: value }))[name];

test.each<[keyof typeof fields, unknown, unknown]>([
	['dateTime', 'noon', '2026-11-21T12:00:00.000Z'],
	['number', '7', 7],
	['number', 7.5, 7.5],
	['whole', '9', 9],
	['text', 7, '7'],
	['text', ' kept as it is ', ' kept as it is '],
	['reference', ' conv_1 ', 'conv_1'],
	['reference', 42, '42'],
	['boolean', false, false],
	['boolean', ' TRUE ', true],
	['choice', 'b', 'b'],
	['mode', 'true', true],
	['choices', ['a'], ['a']],
	['choice', ['b'], 'b'],
	['choice', 'B', 'b'],
	['choices', 'B, a', ['b', 'a']],
	['mode', ' yes', true],
	['choices', 'b', ['b']],
	['pairs', { local: 'Nora', 2: 3 }, { local: 'Nora', 2: '3' }],
	['json', { any: [1] }, { any: [1] }],
])('%s: %p means %p', (name, value, expected) => {
	expect(readOne(name, value)).toEqual(expected);
});

test.each<[keyof typeof fields, unknown, string]>([
	['dateTime', 'tomorrow', 'it is not a date and time'],
	['dateTime', '2026-02-30', 'there is no such day in that month'],
	['dateTime', 'Feb 30, 2026', 'there is no such day in that month'],
	['number', 'seven', 'it must be a number'],
	['whole', 2.5, 'it must be a whole number from 1 up to 9'],
	['whole', 10, 'it must be a whole number from 1 up to 9'],
	['boolean', 'maybe', 'it must be true or false'],
	['choice', 'c', 'it must be one of a, b'],
	['choices', ['a', 'c'], 'it must be one of a, b'],
	['text', {}, 'it must be text'],
	['reference', 'https://share.example.com/s/1', 'it must be an ID, not a link'],
	['reference', { id: 'a' }, 'it must be the ID alone, as text'],
	['pairs', ['Ana'], 'it must be an object with a text for each name'],
	['pairs', 'Ana', 'it must be an object with a text for each name'],
	['pairs', { local: {} }, 'it must be text'],
])('%s: %p is refused', (name, value, reason) => {
	expect(() => readOne(name, value)).toThrow(`Invalid The Field: ${reason}`);
});

test('where people choose by label, a refused choice names the labels too, but not to an agent', () => {
	const people = { ...given({ mode: 'maybe', choices: ['c'] }), showsLabels: true } as const;
	expect(() => readInput({ mode: fields.mode }, people)).toThrow('it must be one of “No” (false), “Yes” (true)');
	expect(() => readInput({ choices: fields.choices }, people)).toThrow('it must be one of “A” (a), “B” (b)');
	expect(() => readInput({ mode: fields.mode }, { ...people, isAgent: true })).toThrow('it must be one of false, true');
});

test('an agent that chose something else is told what it can choose', () => {
	const period = kinds.choice({ ...spec, choices: [{ value: 'week', label: 'Week' }, { value: 'custom', label: 'Custom', audience: 'people' }] });
	const asked = given({ period: 'next week' });
	expect(() => readInput({ period }, { ...asked, isAgent: true })).toThrow(/it must be one of week$/);
	expect(() => readInput({ period }, asked)).toThrow(/it must be one of week, custom$/);
});

/** Values whose conversion to text fails, or is misleading. */
const odd: readonly unknown[] = [
	{ toString: 1 },
	{ toString: () => 'a' },
	Object.create(null),
	[{ toString: 1 }],
	[['a', 'b'], 'b'],
	{ constructor: null },
	Symbol('a'),
	() => 'a',
	1n,
];

test.each((['text', 'number', 'whole', 'boolean', 'dateTime', 'choice', 'mode', 'choices', 'reference'] as const).flatMap((name) => odd.map((value) => [name, value] as const)))(
	'%s: %p is refused by name',
	(name, value) => {
		expect(() => readOne(name, value)).toThrow('Invalid The Field: it ');
	},
);

test('names that objects have by themselves are names like others', () => {
	const names = JSON.parse('{ "constructor": "Nora", "__proto__": "Omar" }');
	expect(Object.entries(readInput(fields, given({ pairs: names })).pairs ?? {})).toEqual(Object.entries(names));
	expect(() => readOne('pairs', { constructor: null })).toThrow('Invalid The Field: it ');
});

test('a choice is also understood by its label, however it is spaced and cased, and shows the fields that wait for it', () => {
	const period = kinds.choice({ ...spec, choices: [{ value: 'lastWeek', label: 'Last Week' }, { value: 'de', label: '日本語' }] });
	const days = kinds.text({ ...spec, showWhen: { period: ['lastWeek'] } });
	for (const written of ['lastWeek', 'Last Week', 'last_week', 'LAST-WEEK'])
		expect(readInput({ period, days }, given({ period: written, days: '3' }))).toEqual({ period: 'lastWeek', days: '3' });
	expect(() => readInput({ period }, given({ period: '中文' }))).toThrow('it must be one of');
});

test('a field that waits for an odd value stays hidden', () => {
	const hidden = kinds.text({ ...spec, showWhen: { choice: ['a'] } });
	for (const choice of odd.slice(0, 4)) {
		const read = () => readInput({ choice: fields.choice, hidden }, given({ choice, hidden: 'x' }));
		expect(read).toThrow('it must be one of a, b');
	}
});

test.each([[''], ['  '], [null], [undefined], [[]]])('%p counts as unset, or is refused if the field is required', (value) => {
	// An empty list is not the same as none.
	const names = Object.keys(fields).filter((name) => !(name === 'json' && Array.isArray(value)));
	for (const name of names) expect(readInput(fields, given({ [name]: value }))).not.toHaveProperty(name, value ?? 0);
	const required = { x: kinds.text({ ...spec, required: true }) };
	expect(() => readInput(required, given({ x: value }))).toThrow('Invalid The Field: it is empty');
});

test('an unset field takes its default, and an AI agent may have its own', () => {
	const format = kinds.choice({ ...spec, choices: fields.choice.choices, default: 'a', agentDefault: 'b' });
	expect(readInput({ format }, given({}))).toEqual({ format: 'a' });
	expect(readInput({ format }, given({}, true))).toEqual({ format: 'b' });
	expect(readInput({ format }, given({ format: 'a' }, true))).toEqual({ format: 'a' });
});

test('a required field is not read while the field it depends on hides it', () => {
	const asked: string[] = [];
	const form = {
		by: kinds.choice({ ...spec, choices: [{ value: 'name', label: 'N' }, { value: 'id', label: 'I' }], default: 'id' }),
		name: kinds.text({ ...spec, required: true, showWhen: { by: ['name'] } }),
	};
	const read = (values: Readonly<Record<string, unknown>>) => {
		const valueOf = (input: string, field: Field) => {
			asked.push(field.label === 'The Field' ? input : '');
			return values[input];
		};
		return readInput(form, { ...given(values), valueOf });
	};
	expect(read({ name: 'left from before' })).toEqual({ by: 'id', name: undefined });
	expect(asked).not.toContain('name');
	expect(() => read({ by: 'name' })).toThrow('it is missing. It is required if “The Field” is name');
	expect(() => read({ by: 'name', name: ' ' })).toThrow('it is empty');
	expect(read({ by: 'name', name: 'Nora' })).toEqual({ by: 'name', name: 'Nora' });
});

test('a field may wait for one of several chosen values', () => {
	const form = {
		events: kinds.choices({ ...spec, choices: [{ value: 'call', label: 'C' }, { value: 'meeting', label: 'M' }], default: [] }),
		minutes: kinds.number({ ...spec, default: 15, showWhen: { events: ['meeting'] } }),
	};
	const values = { minutes: 5 };
	expect(readInput(form, given({ ...values, events: ['call', 'meeting'] }))).toMatchObject({ minutes: 5 });
	expect(readInput(form, given({ ...values, events: ['call'] }))).toMatchObject({ minutes: 15 });
	expect(readInput(form, given(values))).toMatchObject({ minutes: 15 });
});

test('a field that others wait for is read once', () => {
	const read: string[] = [];
	const waiting = kinds.text({ label: 'Waiting', showWhen: { format: ['text'] } });
	const format = kinds.choice({ label: 'Format', choices: [{ value: 'text', label: 'Text' }], default: 'text' });
	readInput(
		{ format, one: waiting, other: waiting },
		{ valueOf: (input) => void read.push(input), toInstant: () => null, isAgent: false },
	);
	expect(read).toEqual(['format', 'one', 'other']);
});
