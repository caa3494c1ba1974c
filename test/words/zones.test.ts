import * as z from 'zod/v4';
import { connect } from '../../packages/client/index.ts';
import { run, type OperationName } from '../../packages/client/operations.ts';
import { terms } from '../../packages/node-red/terms.ts';
import { createClient, ClientError, type Client } from '../../src/client/index.ts';
import { createHints } from '../../src/operations/hints.ts';
import { catalogue } from '../../src/operations/index.ts';
import { searchPicks } from '../../src/operations/picks.ts';
import { axiosTransport } from '../../src/transport/axios.ts';
import { explainError } from '../../src/words/errors.ts';
import { startWorld, type World } from '../sameResults/hosts.ts';

/** The meeting starts at 23:30 UTC the day before, which is another day in Berlin, and another hour in both. */
const NOW = Date.parse('2026-11-10T23:30:00Z');

const zones = [
	{ timezone: 'Europe/Berlin', day: '10 November', time: '00:30', otherDay: '9 November', picked: '2026-11-10', event: '2026-11-11 01:30', zone: /(?:CET|GMT\+1)/ },
	{ timezone: 'America/New_York', day: '9 November', time: '18:30', otherDay: '10 November', picked: '2026-11-09', event: '2026-11-10 19:30', zone: /(?:EST|GMT-5)/ },
] as const;

let world: World;
let client: Client;
beforeAll(async () => {
	world = await startWorld(NOW, 'https://hooks.example.com/meetings');
	client = createClient({ baseUrl: world.account.baseUrl, transport: axiosTransport({ apiKey: world.account.apiKey }), sleep: async () => {} });
});
afterAll(() => world.sandbox.stop());

async function textOf(name: OperationName, input: object, timezone: string): Promise<string> {
	const texts: string[] = [];
	for await (const { json } of run(connect(world.account), name, { ...input }, { now: () => NOW, timezone })) texts.push(String(Object(json).text));
	return texts.join('\n');
}

const period = { period: 'lastDays', days: 7 };
const reports: readonly (readonly [OperationName, object])[] = [
	['insight.getDigest', { ...period, compare: true }],
	['actionItem.find', { ...period, output: 'together' }],
	['insight.findDecisions', { ...period, output: 'together' }],
	['actionItem.sync', { ...period, output: 'together' }],
	['insight.searchTranscripts', { ...period, query: 'contract', output: 'together' }],
	['insight.prepareForMeeting', { prepareFor: 'topic', topic: 'acme' }],
];

const others: ReadonlySet<string> = new Set([
	// Without any time or day of the meeting, or checked below.
	'conversation.draftEmail',
	'insight.draftFollowUps',
	'keyPoints.generate',
	'keyPoints.get',
	'conversation.getTranscript',
]);

test('every operation that returns a text is among these', () => {
	const withText = catalogue.flatMap(({ id, operations }) =>
		operations.filter(({ output, variants }) => [output, ...variants.map((variant) => variant.output)].some((schema) => schema instanceof z.ZodObject && 'text' in schema.shape)).map((operation) => `${id}.${operation.id}`),
	);
	expect(withText.filter((name) => !others.has(name) && !reports.some(([report]) => report === name))).toEqual([]);
	expect(withText.length).toBeGreaterThan(6);
});

describe.each(zones)('in $timezone', ({ timezone, day, time, otherDay, picked, event, zone }) => {
	test.each(reports)('%s', async (name, input) => {
		const text = await textOf(name, input, timezone);
		expect(text).toContain(day);
		const about = text.split('\n').filter((line) => line.includes('contract review'));
		expect(about.filter((line) => line.includes(otherDay))).toEqual([]);
		expect(text).not.toMatch(/23:30|T\d\d:\d\d/);
	});

	test('a digest shows times of day with their time zone', async () => {
		const text = await textOf('insight.getDigest', period, timezone);
		expect(text).toContain(`${day}, ${time}`);
		expect(text).toContain(`Times are in ${timezone}.`);
	});

	test('follow-ups are of a day there', async () => {
		const date = timezone === 'Europe/Berlin' ? '2026-11-10' : '2026-11-09';
		const text = await textOf('insight.draftFollowUps', { day: 'date', date, output: 'together' }, timezone);
		expect(text).toContain('Acme: contract review');
		expect(text).toContain(day);
	});

	test('a transcript with the time of day', async () => {
		const text = await textOf('conversation.getTranscript', { id: world.ids.conversation, format: 'text', times: 'clock' }, timezone);
		expect(text).toContain(`[${time}:00]`);
	});

	test('everything to pick from', async () => {
		const labels = async (picks: 'calendarEvent' | 'conversation' | 'webhook') => (await searchPicks(client, picks, { now: NOW, timezone })).picks.map(({ label }) => label);
		expect(await labels('conversation')).toContainEqual(expect.stringMatching(new RegExp(`^${picked} \\d\\d:\\d\\d \\S+ · Acme: contract review · `)));
		const [meeting] = await labels('calendarEvent');
		expect(meeting).toMatch(new RegExp(`^${event} .* · Review$`));
		expect(meeting).toMatch(zone);
		expect(await labels('webhook')).toEqual([expect.stringContaining(timezone === 'Europe/Berlin' ? '2026-11-11' : '2026-11-10')]);
	});

	test('errors and hints say when to continue', () => {
		const resetAt = new Date('2026-11-09T23:30:00Z');
		const limited = new ClientError({ kind: 'rateLimited', status: 429, message: 'x', creditAtRisk: false, outcomeUnknown: false, retryAfterMs: 60_000, resetAt, limit: 100 });
		const reserved = new ClientError({ kind: 'requestsReserved', by: 'limit', made: 1, resetAt, creditAtRisk: false, outcomeUnknown: false });
		const said = [limited, reserved].map((error) => explainError(error, { terms, now: 0, timezone })?.next);
		for (const text of [...said, ...createHints(terms).messages({ limit: 100, remaining: 1, resetAt }, timezone)]) {
			expect(text).toContain(`${picked} ${time} `);
			expect(text).toMatch(zone);
			expect(text).not.toMatch(/23:30|T\d\d:/);
		}
	});
});
