import { terms } from '../../nodes/shared/terms.ts';
import { fieldNamesOf, instantChoices, polledChoices } from '../../src/events/catalogue.ts';
import { filterFields, noFilters } from '../../src/events/filters.ts';
import { instantTrigger, pollingTrigger, readTrigger, type Trigger } from '../../src/events/triggers.ts';
import type { Field } from '../../src/forms/field.ts';
import { textIn, type Terms, type Text } from '../../src/forms/terms.ts';
import { foreignWords, otherTerms } from './hosts.ts';

const all: readonly Trigger[] = [instantTrigger, pollingTrigger];

const textsOf = (field: Field): (Text | undefined)[] => [
	field.label,
	field.description,
	field.hint,
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
	expect(said(terms).join('\n')).toContain('Every 5 minutes, that is 12% of the requests of the Starter plan, 2.4% of Professional and 0.6% of Enterprise. Every minute, it is 60% of Starter.');
	expect(said(otherTerms).length).toBeGreaterThan(50);
	expect(said(otherTerms).filter((text) => foreignWords.test(text))).toEqual([]);
});

const read = (trigger: Trigger, values: Readonly<Record<string, unknown>>) =>
	readTrigger({ ...trigger.fields, ...trigger.options }, (input, field) => values[field.name ?? input]);

test('an unusable value of an expression counts as not set', () => {
	const nonsense = { events: 'x', include: [7, 'feedback'], timestampWindow: -5, removeDeadWebhooks: 'perhaps' };
	expect(read(instantTrigger, nonsense)).toEqual({ events: [], include: ['feedback'], maxAgeSeconds: 300, removeDeadWebhooks: false, withOwnerEmail: false });
	expect(read(instantTrigger, { timestampWindow: '' })).toMatchObject({ maxAgeSeconds: 300 });
	expect(read(instantTrigger, { timestampWindow: '60' })).toMatchObject({ maxAgeSeconds: 60 });
	expect(read(instantTrigger, { events: 'conversation.created' })).toMatchObject({ events: ['conversation.created'] });
});

test('a number outside two bounds becomes the nearest allowed one', () => {
	const events = ['meeting.starting_soon'];
	expect(read(pollingTrigger, { events, minutesBefore: 9999, maxRequests: '1', leaveMinutes: 2.4 })).toMatchObject({
		minutesBefore: 1440,
		maxRequests: 2,
		headStartMinutes: 2,
	});
	expect(read(pollingTrigger, {})).toMatchObject({ minutesBefore: 15, maxRequests: 10, headStartMinutes: 0, recentHours: undefined });
});

test('unusable filters let everything through', () => {
	const filters = { titleContains: {}, ownerContains: '  ', minimumSegments: 0, minimumActionItems: 'many', minimumScore: null };
	expect(readTrigger(filterFields(), (input) => Object.entries(filters).find(([name]) => name === input)?.[1])).toEqual(noFilters);
});

test('every event has a known field that fills its data', () => {
	expect(fieldNamesOf('conversation.feedback.ready')).toEqual(['overallScore']);
	expect([...instantChoices, ...polledChoices].every(({ label }) => label !== '')).toBe(true);
});
