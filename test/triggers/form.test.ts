import { terms } from '../../nodes/shared/terms.ts';
import { fieldNamesOf, instantChoices, polledChoices } from '../../src/triggers/items/catalogue.ts';
import { filterFields, noFilters } from '../../src/triggers/items/filters.ts';
import { checkFilters, instantTrigger, pollingTrigger, readTrigger, type Trigger } from '../../src/triggers/form.ts';
import type { Field } from '../../src/forms/field.ts';
import { textIn, type Terms, type Text } from '../../src/forms/terms.ts';
import { foreignWords, otherTerms } from './hosts.ts';

const all: readonly Trigger[] = [instantTrigger, pollingTrigger];

const textsOf = (field: Field): (Text | undefined)[] => [
	field.label,
	field.description,
	field.hint,
	'example' in field ? field.example : undefined,
	...('choices' in field ? field.choices.flatMap(({ label, description }) => [label, description]) : []),
];

const said = (host: Terms): string[] =>
	all
		.flatMap(({ notices, fields, filters, options, filtersDescription }) => [
			filtersDescription,
			...notices.map(({ text }) => text),
			...[fields, filters, options].flatMap((group) => Object.values(group).flatMap(textsOf)),
		])
		.flatMap((text) => (text === undefined ? [] : textIn(text, host)));

test('triggers speak the host’s language', () => {
	expect(said(terms).join('\n')).toMatch(/workflow/);
	expect(said(otherTerms).length).toBeGreaterThan(50);
	expect(said(otherTerms).map(String).filter((text) => text === '' || text.includes('undefined'))).toEqual([]);
	expect(said(otherTerms).filter((text) => foreignWords.test(text))).toEqual([]);
});

const forMeetings = { events: ['meeting.starting_soon'] };
const results = ['conversation.keypoints.ready', 'conversation.action_items.ready', 'conversation.feedback.ready'];
const forConversations = { events: ['conversation.created', ...results] };
const forActionItems = { events: ['conversation.action_items.ready', 'any'] };
const forKeyPoints = { events: ['conversation.action_items.ready', 'conversation.keypoints.ready', 'any'] };
const forFeedback = { events: ['conversation.feedback.ready', 'any'] };
const aboutConversations = { events: expect.not.arrayContaining(['conversation.deleted', 'webhook.test']) };
const both = {
	companies: { kind: 'text', default: '' },
	minimumActionItems: { kind: 'number', initial: 1, min: 1, showWhen: forKeyPoints },
	minimumScore: { kind: 'number', initial: 5, min: 0, max: 10, showWhen: forFeedback },
	maximumScore: { kind: 'number', initial: 5, min: 0, max: 10, showWhen: forFeedback },
	minimumSegments: { kind: 'number', initial: 10, min: 1 },
	ownerContains: { kind: 'text', default: '', showWhen: forActionItems },
	titleContains: { kind: 'text', default: '' },
	priorities: { kind: 'choices', initial: ['high'], showWhen: forActionItems },
	dueWithinDays: { kind: 'number', initial: 7, min: 0, whole: true, showWhen: forActionItems },
	external: { kind: 'boolean' },
	withOwnerEmail: { kind: 'boolean', default: false, showWhen: forActionItems },
};

/** What a saved flow depends on: names, and what an absent value means. */
const saved = ({ fields, filters, options }: Trigger) =>
	Object.fromEntries(
		Object.entries({ ...fields, ...filters, ...options }).map(([input, { name = input, ...field }]) => {
			const { kind, default: absent, min, max, whole, initial, required, showWhen } = { min: undefined, max: undefined, whole: undefined, ...field };
			return [name, { kind, default: absent, initial, min, max, whole, required, showWhen }];
		}),
	);

test('the fields of saved flows keep their names, defaults and bounds', () => {
	expect(saved(instantTrigger)).toEqual({
		events: { kind: 'choices', default: [], initial: ['conversation.created'], required: true },
		ifUnread: { kind: 'choice', default: 'fail', showWhen: aboutConversations },
		include: { kind: 'choices', default: [], initial: ['reported'], showWhen: aboutConversations },
		timestampWindow: { kind: 'number', default: 300, min: 0 },
		...both,
	});
	expect(saved(pollingTrigger)).toEqual({
		briefing: { kind: 'boolean', default: false, showWhen: forMeetings },
		events: { kind: 'choices', default: [], initial: ['conversation.created'], required: true },
		leaveMinutes: { kind: 'number', default: 0, initial: 2, min: 0, max: 60, whole: true, showWhen: forConversations },
		maxRequests: { kind: 'number', default: 10, min: 2, max: 100, whole: true },
		minutesBefore: { kind: 'number', default: 15, min: 1, max: 1440, whole: true, showWhen: forMeetings },
		recentHours: { kind: 'number', initial: 24, min: 0, max: 720, whole: true, showWhen: forConversations },
		...both,
		minimumSegments: { ...both.minimumSegments, showWhen: forConversations },
		ifUnread: { kind: 'choice', default: 'fail', showWhen: { events: ['conversation.action_items.ready', 'meeting.starting_soon'] } },
	});
});

test('details keep their names', () => {
	expect(instantTrigger.fields.include.choices.map(({ value }) => value)).toEqual(['reported', 'conversation', 'feedback', 'keyPoints', 'transcript']);
});

test('one notice says what to know before choosing, and filters stand where an event can meet them', () => {
	expect(all.map(({ notices }) => notices.map(({ name, showWhen }) => [name, showWhen]))).toEqual([[['planNotice', undefined]], [['cost', undefined]]]);
	expect(all.map(({ filtersShownWhen }) => filtersShownWhen)).toEqual([aboutConversations, undefined]);
});

const read = (trigger: Trigger, values: Readonly<Record<string, unknown>>) =>
	readTrigger({ ...trigger.fields, ...trigger.options }, (input, field) => ({ events: ['conversation.keypoints.ready'], ...values })[field.name ?? input]);

test('an unusable value of an expression counts as not set', () => {
	const nonsense = { events: ['conversation.created', 'x'], include: [7, 'feedback'], timestampWindow: -5 };
	expect(read(instantTrigger, nonsense)).toEqual({ events: ['conversation.created'], include: ['feedback'], maxAgeSeconds: 300, ifUnread: 'fail', withOwnerEmail: false });
	expect(read(instantTrigger, { timestampWindow: '' })).toMatchObject({ maxAgeSeconds: 300 });
	expect(read(instantTrigger, { timestampWindow: '60' })).toMatchObject({ maxAgeSeconds: 60 });
	expect(read(instantTrigger, { events: 'conversation.created' })).toMatchObject({ events: ['conversation.created'] });
});

test('a number outside two bounds becomes the nearest allowed one', () => {
	const events = ['conversation.created', 'meeting.starting_soon'];
	expect(read(pollingTrigger, { events, minutesBefore: 9999, maxRequests: '1', leaveMinutes: 2.4 })).toMatchObject({
		minutesBefore: 1440,
		maxRequests: 2,
		headStartMinutes: 2,
	});
	expect(read(pollingTrigger, {})).toMatchObject({ minutesBefore: 15, maxRequests: 10, headStartMinutes: 0, recentHours: undefined });
	expect(read(pollingTrigger, { recentHours: 721, maxRequests: 101, leaveMinutes: -1 })).toMatchObject({ recentHours: 720, maxRequests: 100, headStartMinutes: 0 });
	expect(read(pollingTrigger, { recentHours: ' ', maxRequests: null, leaveMinutes: 'soon' })).toMatchObject({ recentHours: undefined, maxRequests: 10, headStartMinutes: 0 });
});

test('a number without an upper bound is taken as it is, or not at all', () => {
	expect([0, 1.5, 1e9, -0.1].map((timestampWindow) => read(instantTrigger, { timestampWindow })['maxAgeSeconds'])).toEqual([0, 1.5, 1e9, 300]);
});

test('unusable filters let everything through', () => {
	const filters = { titleContains: {}, ownerContains: '  ', minimumSegments: 0, minimumActionItems: 'many', minimumScore: null };
	expect(readTrigger(filterFields, (input) => Object.entries(filters).find(([name]) => name === input)?.[1])).toEqual(noFilters);
});

test.each<[Readonly<Record<string, unknown>>, string | null]>([
	[{ minimumScore: 11 }, 'Invalid Minimum Score: it must be a number from 0 up to 10'],
	[{ maximumScore: '-1' }, 'Invalid Maximum Score: it must be a number from 0 up to 10'],
	[{ dueWithinDays: -1 }, 'Invalid Due Within (Days): it must be a whole number from 0'],
	[{ priorities: ['urgent'] }, 'Invalid Priority: it must be one of high, low, medium'],
	[{ companies: '' }, 'Invalid Companies: it is empty. Remove it to let everything through'],
	[{ titleContains: null }, 'Invalid Title Contains: it is empty. Remove it to let everything through'],
	[{ external: undefined }, 'Invalid External Meetings: it is empty. Remove it to let everything through'],
	[{ minimumScore: 10, priorities: 'High, low', companies: 'acme.com', external: false }, null],
])('a trigger with the filters %j is refused when it is turned on, or not', (values, refusal) => {
	const given = { valueOf: (input: string) => values[input], isFilled: (input: string) => input in values };
	const turnOn = () => checkFilters(filterFields, given);
	if (refusal === null) expect(turnOn).not.toThrow();
	else expect(turnOn).toThrow(refusal);
});

test('a filter that is accepted also filters, however its choices are written', () => {
	expect(readTrigger(filterFields, (input) => (input === 'priorities' ? 'High, low' : undefined)).priorities).toEqual(['high', 'low']);
});

test('every event has a known field that fills its data', () => {
	expect(fieldNamesOf('conversation.feedback.ready')).toEqual(['overallScore']);
	expect([...instantChoices, ...polledChoices].every(({ label }) => label !== '')).toBe(true);
});
