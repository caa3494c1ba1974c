import { z } from 'zod/v4';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { compact, LEFT_OUT } from '../../src/agents/index.ts';
import { catalogue } from '../../src/operations/index.ts';
import { allFields } from '../../src/operations/operation.ts';
import { requiredInput } from '../operations/requiredInput.ts';
import { find, type Asked, type Host, type Outcome, type Values } from './host.ts';
import { hosts, startWorld, type World } from './hosts.ts';

const NOW = Date.now();
const DAY_MS = 86_400_000;
const receiver = createServer((_, response) => response.writeHead(204).end());
let url: string;

beforeAll(async () => {
	await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
	url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
afterAll(async () => {
	for (const host of hosts) await host.stop();
	await new Promise((resolve) => receiver.close(resolve));
});

type Case = readonly [operation: string, input: Values, limit?: number];

/** In the order in which they run. `@name` is an ID of the host’s own service. */
const period = { period: 'custom', since: new Date(NOW - 7 * DAY_MS).toISOString(), until: new Date(NOW).toISOString() };
const id = '@conversation';
/** As all hosts do it by default; some start with another value. */

const special: readonly Case[] = [
	['actionItem.getOpen', {}],
	['calendarEvent.getAll', {}],
	['calendarEvent.getAll', { simplify: false }],
	['contact.getAll', {}],
	['contact.getBriefing', { id: '@contact' }],
	['contact.getBriefing', { id: '@none' }],
	['conversation.getAll', {}],
	['conversation.getAll', {}, 1],
	['conversation.getAll', { search: 'acme', minMinutes: '1', since: new Date(NOW - 2.5 * DAY_MS).toISOString() }],
	['conversation.getAll', { participant: 'ben' }],
	['conversation.getAll', { since: new Date(NOW - 1.5 * DAY_MS).toISOString().slice(0, 10) }],
	['conversation.getAll', { since: 'soon' }],
	['conversation.getAll', { search: '', minMinutes: '' }],
	['conversation.getAll', { participant: ' ' }],
	['actionItem.find', { ...period, owner: '' }],
	['conversation.getAll', { minMinutes: 'ten' }],
	['conversation.getAll', {}, 0],
	['conversation.getAll', {}, 1.5],
	['conversation.get', { id }],
	['conversation.get', { id: '@none' }],
	['conversation.get', { id: ' ' }],
	['conversation.get', { id: null }],
	['conversation.get', { id: 12345 }],
	['conversation.get', { id: '../a b/ü?x#y' }],
	['conversation.getAll', { search: null, minMinutes: null, since: null }],
	['conversation.getAll', { since: '2026-11-20 10:00' }],
	['conversation.getAll', { since: '2026-11-20T10:00:00+05:30' }],
	['conversation.getAll', { since: String(NOW - 1.5 * DAY_MS) }],
	['conversation.getAll', { since: true }],
	['conversation.getAll', { since: {} }],
	['conversation.getAll', { search: ['acme'] }],
	['conversation.getAll', { search: { a: 1 } }],
	['conversation.getAll', { minMinutes: -1 }],
	['conversation.getAll', { search: 'nobody said this' }],
	['conversation.getTranscript', { id }],
	...['markdown', 'note', 'object', 'segments', 'srt', 'text', 'vtt'].map((format): Case => ['conversation.getTranscript', { id, format }]),
	['conversation.getTranscript', { id, format: 'text', times: 'clock', startTime: '2026-11-02T10:00', speakerNames: { 'Other participant': 'Guest' }, mergeSpeakers: false }],
	['conversation.getTranscript', { id, format: ' ' }],
	['conversation.getTranscript', { id, format: 'text', speakerNames: { Anna: 'Anna Lind' }, mergeSpeakers: 'false' }],
	['conversation.getTranscript', { id, format: 'pdf' }],
	['conversation.getTranscript', { id: '@none' }],
	['conversation.ask', { id, query: 'When do we ship?' }],
	['conversation.ask', { id }],
	['conversation.draftEmail', { id, tone: 'concise', recipientName: 'Ben' }],
	['conversation.rename', { id, title: 'Acme: contract' }],
	['conversation.rename', { id, title: '' }],
	['conversation.rename', { id, title: 'x'.repeat(600) }],
	['conversation.rename', { id, title: '  Acme 🎉 “contract” {{x}} = ={{ 1 }}' }],
	['conversation.draftEmail', { id, tone: 'rude' }],
	['conversation.ask', { id, query: 'x'.repeat(600) }],
	['conversation.share', { id, confirmation: id }],
	['conversation.delete', { id: '@spare', confirmation: '@spare' }],
	['feedback.get', { id }],
	['feedback.generate', { id }],
	['feedback.get', { id, simplify: false }],
	['keyPoints.get', { id }],
	...['actionItems', 'html', 'markdown', 'note', 'object', 'slack', 'text'].map((format): Case => ['keyPoints.get', { id, format }]),
	['keyPoints.get', { id: '@bare' }],
	['keyPoints.generate', { id: '@bare' }],
	['insight.draftFollowUps', { day: 'date', date: new Date(NOW - DAY_MS).toISOString(), meetings: 'all' }],
	['actionItem.find', period],
	['actionItem.find', { ...period, owner: 'ben' }, 1],
	['actionItem.find', { ...period, priorities: ['high', 'medium'], output: 'together' }],
	['actionItem.find', { ...period, priorities: 'medium', output: '' }],
	['insight.findDecisions', period],
	['insight.findDecisions', { ...period, withEvidence: true }],
	['insight.getDigest', { ...period, withEvidence: true }],
	['keyPoints.get', { id, withEvidence: 'true' }],
	['insight.findDecisions', period, -1],
	['insight.getDigest', period],
	['insight.getDigest', { ...period, until: period.since, since: period.until }],
	['insight.prepareForMeeting', { prepareFor: 'person', person: 'ben@acme.example' }],
	['insight.prepareForMeeting', { prepareFor: 'person', person: 'nobody@acme.example' }],
	['insight.prepareForMeeting', { prepareFor: 'company', company: 'acme.example' }],
	['insight.prepareForMeeting', { prepareFor: 'calendarEvent', calendarEvent: 'ev1' }],
	['insight.prepareForMeeting', { prepareFor: 'person', person: ' ' }],
	['insight.getDigest', { period: 'custom', since: '', until: '' }],
	['insight.searchTranscripts', { ...period, query: 'contract' }],
	['insight.searchTranscripts', { ...period, query: '"the contract"', speaker: 'ben', output: 'together' }, 1],
	['insight.searchTranscripts', { ...period, query: '?', cursor: 'x' }],
	['actionItem.sync', { ...period, syncedBefore: 'nonsense' }],
	['actionItem.sync', { ...period, syncedBefore: '' }],
	['actionItem.sync', period],
	['actionItem.sync', { ...period, syncedBefore: '[{"dedupeKey": 1}]' }],
	['actionItem.sync', { ...period, output: ' ' }],
	['actionItem.sync', { ...period, syncedBefore: [], output: 'together' }],
	['user.getProfile', {}],
	['webhook.getAll', {}],
	['webhook.register', { url: '@url', events: ['transcript.failed'] }],
	['webhook.register', { url: '@url', events: [] }],
	['webhook.register', { url: '@url', events: 'transcript.ready' }],
	['webhook.register', { url: '@url', events: ['nope'] }],
	['webhook.register', { url: 'ftp://example.com', events: ['transcript.failed'] }],
	['webhook.sendTest', { id: '@webhook' }],
	['webhook.delete', { id: '@webhook', confirmation: '@webhook' }],
];

/** Every other operation runs with only its required inputs. */
const others = catalogue.flatMap((resource) =>
	resource.operations
		.map((operation): Case => [`${resource.id}.${operation.id}`, requiredInput(operation, (picks) => `@${picks}`)])
		.filter(([name]) => !special.some(([compared]) => compared === name)),
);
const cases = [...others, ...special];

/** Makes outcomes comparable: IDs, secrets and addresses differ by service, and each host has its own names for fields. */
function normalized({ ids, account }: World, outcome: Outcome): unknown {
	const known = Object.entries(ids).reduce((text, [name, value]) => text.replaceAll(value, `@${name}`), JSON.stringify(outcome));
	return JSON.parse(known.replaceAll(/"field":"[^"]*"/g, '"field":"#"').replaceAll(account.baseUrl, '@service').replaceAll(/[0-9a-f]{12,}/g, '#').replaceAll(/\/share\/[\w-]+/g, '/share/#'));
}

/** Inputs for the reader: only agents have to confirm, and some inputs are only for people. */
const forReader = (asked: Asked, isAgent: boolean): Asked => {
	const all = allFields(find(asked));
	const isOffered = (name: string): boolean =>
		isAgent ? name === 'confirmation' || (all[name]?.audience !== 'people' && !LEFT_OUT.has(name)) : all[name]?.audience !== 'agents';
	const input = Object.fromEntries(Object.entries(asked.input).filter(([name]) => isOffered(name)));
	return { ...asked, input };
};

/** MCP leaves out empty values, and says for a response as a whole whether it is complete. */
function briefly(result: unknown): unknown {
	const { complete: _, ...rest } = Object(compact(result));
	return rest;
}

async function outcomesOf(host: Host, isAgent: boolean): Promise<readonly unknown[]> {
	const world = await startWorld(NOW, url);
	const ids: Readonly<Record<string, string>> = { ...world.ids, url };
	const outcomes: unknown[] = [];
	try {
		for (const [name, given, limit] of cases) {
			const [resource = '', operation = ''] = name.split('.');
			const input = Object.fromEntries(
				Object.entries(given).map(([field, value]) => [field, typeof value === 'string' && value.startsWith('@') ? ids[value.slice(1)] : value]),
			);
			const asked: Asked = { resource, operation, input, ...(limit !== undefined && { limit }) };
			const outcome = await host.run(world.account, forReader(asked, isAgent), isAgent);
			outcomes.push(normalized(world, isAgent && 'results' in outcome ? { results: outcome.results.map(briefly) } : outcome));
		}
	} finally {
		await world.sandbox.stop();
	}
	return outcomes;
}

const isFailure = (outcome: unknown): outcome is { failure: { code: string } } => outcome instanceof Object && 'failure' in outcome;

/** As much of an outcome as the host's errors reveal. */
function shownBy({ failures }: Host, outcome: unknown): unknown {
	if (!isFailure(outcome) || failures === 'details') return outcome;
	return { failure: failures === 'code' ? outcome.failure.code : true };
}

const Results = z.object({ results: z.array(z.unknown()) });

function looksOn({ shows }: Host, asked: Asked, outcome: unknown): unknown {
	const { success, data } = Results.safeParse(outcome);
	return shows && success ? { results: data.results.map((result) => shows(asked, result)) } : outcome;
}

/** Past meetings are those of the last days, counted from the moment of each call. */
const undated = (outcome: unknown): unknown =>
	JSON.parse(JSON.stringify(outcome ?? null), (name, value: unknown) => (name === 'searched' && value instanceof Object ? { ...value, since: 'a moment' } : value));

describe.each(['people', 'agents'] as const)('For %s', (reader) => {
	const compared = hosts.filter(({ readers }) => readers.includes(reader));
	let outcomes: ReadonlyMap<Host, readonly unknown[]>;
	beforeAll(async () => {
		const entries = [];
		for (const host of compared) entries.push([host, await outcomesOf(host, reader === 'agents')] as const);
		outcomes = new Map(entries);
	}, 300_000);

	test('there are results and failures to compare', () => {
		const [first = []] = outcomes.values();
		expect(first.filter(isFailure).length).toBeGreaterThan(5);
		expect(first.filter((outcome) => !isFailure(outcome)).length).toBeGreaterThan(30);
	});

	test.each(cases.map(([name, input, limit], index) => ({ name, index, with: JSON.stringify({ ...input, limit }).slice(0, 120) })))('$index: $name with $with', ({ index }) => {
		const [reference, ...others] = compared;
		const expected = reference && outcomes.get(reference)?.[index];
		const [name = '', input = {}] = cases[index] ?? [];
		const [resource = '', operation = ''] = name.split('.');
		const asked = { resource, operation, input };
		for (const host of others.filter(({ offers }) => offers?.(asked) ?? true)) {
			const outcome = outcomes.get(host)?.[index];
			expect({ host: host.name, outcome: undated(shownBy(host, outcome)) }).toEqual({ host: host.name, outcome: undated(shownBy(host, looksOn(host, asked, expected))) });
		}
	});
});
