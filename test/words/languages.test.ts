import { connect } from '../../packages/client/index.ts';
import { run, type OperationName } from '../../packages/client/operations.ts';
import { extractiveAi, startSandbox, type Ai, type Sandbox } from '../../sandbox/index.ts';
import { languageCodes, languages, type Language } from '../../src/format/languages/language.ts';

/** The last meeting starts at 00:30 of the next day in Berlin. */
const NOW = Date.parse('2026-11-10T23:45:00Z');

const keyPoints: Awaited<ReturnType<Ai['keyPoints']>> = {
	title: 'Kick-off <b>',
	sections: [{ heading: 'Budget', points: ['Who signs the offer?', 'The budget is too high'] }],
	decisions: ['Cut *ten* percent & start'],
	actionItems: [
		{ item: 'Send the offer by 27 November', owner: 'Ann', priority: 'high', confidence: 0.9 },
		{ item: 'Book a room', owner: 'local', priority: 'low', confidence: 0.9 },
		{ item: 'Call משה', owner: '', priority: 'medium', confidence: 0.9 },
	],
	participants: ['Ann', 'משה לוי', 'Ben 👩‍💻'],
	importantDates: [{ date: '2026-12-01', context: 'Launch' }],
};

let sandbox: Sandbox;
let account: ReturnType<Sandbox['account']>;
let id: string;
beforeAll(async () => {
	sandbox = await startSandbox({ port: 0, database: ':memory:', ai: { ...extractiveAi, keyPoints: async () => keyPoints }, now: () => NOW });
	account = sandbox.account({ name: 'Uma Own', email: 'uma@own.example', plan: 'enterprise', language: 'de-AT' });
	const add = async (title: string, startTime: string, generateKeyPoints = true) =>
		(await sandbox.importMeeting(account.userId, { title, startTime, text: 'Ann: The budget is too high.\nMe: We cut ten percent and start.\nOther participant: I send the offer by 27 November.\n', filename: 'm.txt', generateKeyPoints, attendees: [{ name: 'Ann Lee', email: 'ann@acme.example' }] })).conversationId;
	await add('Weekly', '2026-11-01T09:00:00Z');
	await add('Stand-up', '2026-11-09T08:00:00Z', false);
	id = await add('Acme', '2026-11-10T23:30:00Z');
});
afterAll(() => sandbox.stop());

interface Asked {
	readonly language?: Language | 'profile';
	readonly [input: string]: unknown;
}

async function of(name: OperationName, input: Asked = {}, options: Parameters<typeof run>[3] = {}): Promise<{ readonly texts: Readonly<Record<string, unknown>>; readonly requests: number; readonly hints: readonly string[] }> {
	const hints: string[] = [];
	let requests = 0;
	const fetchCounting: typeof fetch = async (...given) => {
		requests += 1;
		return await fetch(...given);
	};
	const client = connect({ baseUrl: account.baseUrl, apiKey: account.apiKey, fetch: fetchCounting });
	const texts: Record<string, unknown> = {};
	for await (const { json } of run(client, name, { ...input }, { now: () => NOW, timezone: 'Europe/Berlin', onHint: (hint) => void hints.push(hint), ...options })) Object.assign(texts, json);
	return { texts, requests, hints };
}

const period = { period: 'lastDays', days: 7 };
const reports: readonly (readonly [OperationName, Readonly<Record<string, unknown>>])[] = [
	['insight.getDigest', { ...period, compare: true }],
	['insight.getDigest', { ...period, withEvidence: true }],
	['insight.getDigest', { ...period, topic: 'rocket' }],
	['insight.prepareForMeeting', { prepareFor: 'person', person: 'ann@acme.example' }],
	['insight.prepareForMeeting', { prepareFor: 'topic', topic: 'budget' }],
	['insight.findDecisions', { ...period, output: 'together' }],
	['insight.searchTranscripts', { ...period, query: 'budget', output: 'together' }],
	['insight.draftFollowUps', { day: 'date', date: '2026-11-09', output: 'together' }],
	['actionItem.find', { ...period, output: 'together' }],
	['actionItem.sync', { ...period, output: 'together' }],
	['keyPoints.get', { withEvidence: true }],
	['keyPoints.get', { format: 'note' }],
	['conversation.getTranscript', { format: 'note', title: 'Acme' }],
	['conversation.getTranscript', { format: 'note' }],
];
const inputOf = (name: OperationName, input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => (name === 'keyPoints.get' || name === 'conversation.getTranscript' ? { id, ...input } : input);

test.each(languageCodes)('a digest in %s', async (language) => {
	const { texts } = await of('insight.getDigest', { ...period, compare: true, language });
	expect(texts['text']).toMatchSnapshot();
});

test.each(languageCodes)('a briefing and key points in %s', async (language) => {
	const briefing = await of('insight.prepareForMeeting', { prepareFor: 'topic', topic: 'budget', language });
	const written = await of('keyPoints.get', { id, language });
	expect([briefing.texts['text'], written.texts['markdown']].join('\n')).toMatchSnapshot();
});

/** Words that are the same in both languages, or names in these meetings. */
const shared = new Set(['Participants', 'decision', 'passage', 'passages', 'more', 'en-GB']);
const english = Object.values({ ...languages.en }).flatMap((phrase) => (typeof phrase === 'string' ? [phrase] : typeof phrase === 'object' ? Object.values(phrase) : [])).filter((phrase) => phrase.length > 2 && !shared.has(phrase));

test.each(languageCodes.filter((language) => language !== 'en').flatMap((language) => reports.map(([name, input]) => [language, name, input] as const)))('in %s, %s %j has no word of English', async (language, name, input) => {
	const { texts } = await of(name, { ...inputOf(name, input), language });
	for (const format of ['subject', 'text', 'html', 'markdown', 'slack']) {
		// Styles, and front matter, which programs read.
		const text = String(texts[format] ?? '').replaceAll(/style="[^"]*"|^---\n[\s\S]*?\n---\n/g, '');
		expect(english.filter((phrase) => new RegExp(`(?<![\\p{L}-])${phrase}(?![\\p{L}-])`, 'u').test(text))).toEqual([]);
	}
	expect(String(texts['text'])).not.toBe('');
});

test('people’s words, titles and names stay as they are, and are escaped', async () => {
	const { texts } = await of('insight.getDigest', { ...period, language: 'fr' });
	expect(texts['text']).toContain('Cut *ten* percent & start');
	expect(texts['html']).toContain('Cut *ten* percent &amp; start');
	expect(texts['slack']).toContain('Cut ∗ten∗ percent &amp; start');
	expect(texts['html']).toMatch(/^<div lang="fr" /);
	expect(texts['text']).toContain('Ann, Ben 👩‍💻 et משה לוי');
});

test('evidence says who spoke in the language, and quotes as it does', async () => {
	const { texts } = await of('insight.getDigest', { ...period, withEvidence: true, language: 'fr' });
	expect(texts['text']).toContain('Autre participant\u00a0: «\u00a0I send the offer by 27 November.\u00a0»');
});

describe('which language, and what that takes', () => {
	test('English unless another is chosen, whatever else the run reads; that of the profile for a request', async () => {
		const plain = await of('insight.getDigest', period);
		expect(plain.texts['subject']).toMatch(/^Meetings, /);
		const chosen = await of('insight.getDigest', { ...period, language: 'es' });
		expect([chosen.texts['subject'], chosen.requests]).toEqual([expect.stringMatching(/^Reuniones, /), plain.requests]);
		const own = await of('insight.getDigest', { ...period, language: 'profile' });
		expect([own.texts['subject'], own.requests]).toEqual([expect.stringMatching(/^Besprechungen, /), plain.requests + 1]);
		const mine = await of('actionItem.find', { ...period, owner: 'me', output: 'together' });
		expect(mine.texts['subject']).toMatch(/^\d action items?, /);
		const translated = await of('actionItem.find', { ...period, owner: 'me', output: 'together', language: 'profile' });
		expect([translated.texts['subject'], translated.requests]).toEqual([expect.stringMatching(/^\d Aufgaben?, /), mine.requests]);
	});

	test('in an unknown language it is English, and so it is where the profile cannot be read, which a hint says', async () => {
		sandbox.updateUser(account.userId, { language: 'tlh' });
		expect((await of('insight.getDigest', { ...period, language: 'profile' })).texts['subject']).toMatch(/^Meetings, /);
		sandbox.updateUser(account.userId, { language: 'Français' });
		expect((await of('insight.getDigest', { ...period, language: 'profile' })).texts['subject']).toMatch(/^Réunions, /);
		const { requests } = await of('insight.getDigest', period);
		const cut = await of('insight.getDigest', { ...period, language: 'profile' }, { maxRequests: requests });
		expect(cut.texts['subject']).toMatch(/^Meetings, /);
		expect(cut.hints).toContain('Your profile could not be read, so the texts are in English.');
	});

	test('an AI agent gets English', async () => {
		const { texts } = await of('insight.getDigest', period, { isAgent: true });
		expect(texts['text']).toContain('## Action items');
	});
});
