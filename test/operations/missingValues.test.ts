import { catalogue } from '../../src/operations/index.ts';
import { runCore, type Parameters } from './core.ts';
import { leanService } from './leanService.ts';

const ids = {
	conversationId: 'x',
	contactId: 'x',
	webhookId: 'x',
	person: 'x',
	calendarEventId: 'x',
	question: 'Who?',
	query: 'x',
	title: 'New',
	url: 'https://hooks.acme.com/x',
	events: ['transcript.ready'],
	period: 'custom',
	since: '2026-11-01T00:00:00Z',
	until: '2026-11-30T00:00:00Z',
	day: 'date',
	date: '2025-11-03',
};

/** The inputs of operations that have more than one mode. */
const ways: Readonly<Record<string, readonly Parameters[]>> = {
	getTranscript: ['object', 'segments', 'text', 'markdown', 'note', 'srt', 'vtt'].map((format) => ({ format })),
	keyPoints: ['object', 'actionItems', 'note'].map((format) => ({ format, options: { withEvidence: format !== 'note' } })),
	simplified: [{ simplify: true }, { simplify: false }],
	getDigest: [{ options: { compare: true, withEvidence: true } }, { filters: { topic: 'x' } }],
	findDecisions: [{}, { options: { output: 'together', withEvidence: true } }],
	draftFollowUps: [{}, { options: { output: 'together' } }],
	find: [{}, { options: { output: 'together', withEvidence: true } }],
	sync: [{}, { syncedBefore: '["a0123456789abcdef"]', options: { output: 'together', withEvidence: true } }],
	searchTranscripts: [{}, { options: { output: 'together' } }],
	prepareForMeeting: [
		{ prepareFor: 'person' },
		{ prepareFor: 'person', person: 'x@acme.example' },
		{ prepareFor: 'company', company: 'acme.example' },
		{ prepareFor: 'calendarEvent' },
		{ prepareFor: 'topic', topic: 'x' },
		{ prepareFor: 'incoming', incomingEvent: '{"attendees":[null,{},{"email":null,"emailAddress":null}]}' },
	],
};

const simplified = ['getBriefing', 'getProfile'];
const runs = catalogue.flatMap(({ id: resource, operations }) =>
	operations.flatMap(({ id: operation }) => {
		const isSimplified = resource === 'feedback' || resource === 'calendarEvent' || simplified.includes(operation);
		const asked = ways[operation] ?? ways[resource] ?? (isSimplified ? ways.simplified : undefined) ?? [{}];
		return asked.map((way) => ({ resource, operation, way }));
	}),
);

/** Must never appear in a text for people: how a program writes a missing value. */
const slips = /\b(undefined|NaN|null)\b|\[object|Invalid/;
const textsOf = (value: unknown): string[] => {
	if (typeof value === 'string') return [value];
	return value instanceof Object ? Object.values(value).flatMap(textsOf) : [];
};

describe.each([
	['nothing but what the description promises', 'least' as const],
	['null in place of everything', 'nulls' as const],
	['text in place of everything', 'texts' as const],
	['lists in place of everything', 'lists' as const],
	['objects in place of every value', 'objects' as const],
])('a response with %s', (_, kind) => {
	let service: Awaited<ReturnType<typeof leanService>>;
	beforeAll(async () => void (service = await leanService(kind)));
	afterAll(() => service.stop());

	test.each(runs)('$resource $operation $way', async ({ resource, operation, way }) => {
		const parameters = { resource, operation, ...ids, ...way, confirmation: 'x' };
		for (const isAgent of [false, true]) {
			const { results, failures } = await runCore({ credential: service.credential, parameters, isAgent });
			// Nothing without an ID can be found by one.
			const isUnknown = operation === 'prepareForMeeting' && way.prepareFor === 'calendarEvent';
			const isNotListed = operation === 'get' && resource === 'conversation' && kind !== 'least';
			const refused = [...(isUnknown ? [/^“Calendar Event” cannot be used/] : []), ...(isNotListed ? [/^No conversation with the ID/] : [])];
			expect(failures.map(({ message }) => message)).toEqual(refused.map((message) => expect.stringMatching(message)));
			expect(textsOf(results).filter((text) => slips.test(text))).toEqual([]);
		}
	});
});
