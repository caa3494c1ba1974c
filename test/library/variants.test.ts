import { operations, run } from '../../packages/client/operations.ts';
import { catalogue, returnsMany } from '../../src/operations/index.ts';
import { startService, type Service } from './service.ts';

const startTime = new Date(Date.now() - 2 * 3_600_000).toISOString();
let service: Service;
let id: string;
let contactId: string;
beforeAll(async () => {
	service = await startService();
	id = await service.addMeeting('Pilot', true, startTime);
	contactId = service.sandbox.addContact(service.userId, { name: 'Ines', email: 'ines@harbour.example' }).id;
	service.sandbox.connectCalendar(service.userId, 'google');
	const at = { dateTime: new Date(Date.now() + 3_600_000).toISOString(), timeZone: 'UTC' };
	service.sandbox.addCalendarEvent(service.userId, { id: 'ev1', summary: 'Review', start: at, end: at, attendees: [{ email: 'ines@harbour.example', responseStatus: 'accepted' }] });
	for await (const one of run(service.client, 'feedback.generate', { id })) expect(one.json).toMatchObject({ cached: false });
});
afterAll(() => service.sandbox.stop());

const inputs: Readonly<Record<string, () => object>> = {
	calendarEvent: () => ({}),
	contact: () => ({ id: contactId }),
	conversation: () => ({ id }),
	feedback: () => ({ id }),
	'insight.draftFollowUps': () => ({ day: 'date', date: startTime }),
	'insight.searchTranscripts': () => ({ query: 'pilot' }),
	insight: () => ({}),
	keyPoints: () => ({ id }),
	user: () => ({}),
};

const cases = catalogue.flatMap((resource) =>
	resource.operations.flatMap((operation) =>
		operation.variants.flatMap(({ when, output }) =>
			Object.entries(when).flatMap(([field, values]) => values.map((value) => ({ resource, operation, field, value, output }))),
		),
	),
);

test.each(cases.map((one) => [`${one.resource.id}.${one.operation.id}`, one.field, String(one.value), one] as const))('%s with %s %s returns what its type says', async (name, field, _, { resource, operation, value, output }) => {
	const input = { ...(inputs[name] ?? inputs[resource.id])?.(), [field]: value };
	const results: unknown[] = [];
	for (const { name: called } of operations.filter((one) => one.name === name)) for await (const { json } of run(service.client, called, input)) results.push(json);
	expect(results.length).toBeGreaterThan(0);
	for (const one of results) expect(output.safeParse(one).error?.issues ?? []).toEqual([]);
	if (!returnsMany(operation, { valueOf: (sought) => (sought === field ? value : undefined) })) expect(results).toHaveLength(1);
});

test('every choice of a field that shapes a result has a type', () => {
	const open = catalogue.flatMap((resource) =>
		resource.operations.flatMap((operation) =>
			Object.entries({ ...operation.fields, ...operation.options }).flatMap(([field, spec]) => {
				if (!['format', 'output', 'simplify'].includes(field)) return [];
				const values = spec.kind === 'choice' ? spec.choices.map((choice) => choice.value) : [true, false];
				const typed = [spec.default, 'slack', ...operation.variants.flatMap(({ when }) => when[field] ?? [])];
				return values.filter((value) => !typed.includes(value)).map((value) => `${resource.id}.${operation.id} ${field} ${value}`);
			}),
		),
	);
	expect(open).toEqual([]);
});
