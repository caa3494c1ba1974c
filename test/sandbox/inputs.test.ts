import { request } from 'node:http';
import * as fc from 'fast-check';
import { z } from 'zod/v4';
import { allControls } from '../../sandbox/control/index.ts';
import { Rule } from '../../sandbox/faults/rule.ts';
import { wordsFor } from '../../sandbox/options.ts';
import { api } from '../../src/api/index.ts';
import { dataOf, messageOf, startTestSandbox, type Account } from './support/harness.ts';

/** Values that somebody or some program may give. */
const given = [undefined, null, '', 'x', 'a'.repeat(100_000), true, -1, 0.5, 1e99, -1e99, NaN, Infinity, [], [1], [{}], {}, { a: 1 }];

test('no input of an action is refused in words of a library', () => {
	const inputs = [...allControls.flatMap(({ input }) => (input instanceof z.ZodObject ? [input] : [])), ...Rule.options];
	// Without words of the sandbox, people would see zod's.
	const own = (issue: Parameters<typeof wordsFor>[0]) => wordsFor(issue) ?? 'ZOD';
	const problems = inputs.flatMap((input) => Object.keys(input.shape).flatMap((name) => given.flatMap((value) => input.safeParse({ [name]: value }, { error: own }).error?.issues ?? [])));
	expect(problems.length).toBeGreaterThan(1000);
	expect(problems.filter(({ message }) => message === 'ZOD')).toEqual([]);
});

let env: Awaited<ReturnType<typeof startTestSandbox>>;
let account: Account;
let path: string;
beforeAll(async () => {
	env = await startTestSandbox();
	account = env.account('enterprise');
	path = `/api/v1/conversations/${await account.importMeeting()}`;
});
afterAll(() => env.sandbox.stop());

test.each(['+24:00', '-00:60', '+1:00'])('an impossible offset is refused: %s', async (offset) => {
	const when = encodeURIComponent(`2026-03-02T09:15:00${offset}`);
	for (const query of [`conversations?since=${when}`, `calendar/events?timeMin=${when}`]) {
		expect(messageOf(await account.call('GET', `/api/v1/${query}`))).toMatch(/must be a date and time with a time zone, such as 2026/);
	}
	expect(api.conversations.list.query.since.safeParse(`2026-03-02T09:15:00${offset}`).success).toBe(false);
});

describe('a question', () => {
	const ask = (query: string) => account.call('POST', `${path}/query`, { query });

	test('counts characters as people do: 500 emojis are allowed, 501 are too many', async () => {
		expect((await ask('😀'.repeat(500))).status).toBe(200);
		expect(messageOf(await ask('😀'.repeat(501)))).toBe('query: must have at most 500 characters');
	});

	test.each(['', '\n\u3000'])('of blanks only is empty: %j', async (query) => {
		expect(messageOf(await ask(query))).toBe('query: must not be empty');
	});

	test('has the same limits in the client as in the service', async () => {
		const body = z.object(api.question.ask.body);
		await fc.assert(
			fc.asyncProperty(fc.array(fc.constantFrom(' ', 'a', '😀', '\uD800', '\n'), { maxLength: 4 }), fc.constantFrom(1, 126, 250), async (parts, times) => {
				const query = parts.join('').repeat(times);
				expect(body.safeParse({ query }).success).toBe((await ask(query)).status === 200);
			}),
			{ numRuns: 30, seed: 16 },
		);
	});
});

describe('a title', () => {
	test.each(['', ' \r\n'])('of blanks only is refused: %j', async (title) => {
		expect(messageOf(await account.call('PATCH', path, { title }))).toBe('title: must not be empty');
		await expect(account.importMeeting({ title })).rejects.toThrow('title: must not be empty.');
	});

	test('has at most 500 characters, counted as people do', async () => {
		expect((await account.call('PATCH', path, { title: '😀'.repeat(500) })).status).toBe(200);
		expect(messageOf(await account.call('PATCH', path, { title: 'a'.repeat(501) }))).toBe('title: must have at most 500 characters');
		await account.importMeeting({ title: 'a'.repeat(500) });
		await expect(account.importMeeting({ title: 'a'.repeat(100_000) })).rejects.toThrow('title: must have at most 500 characters.');
	});

	test('is cut if it comes from the transcript, which is imported all the same', async () => {
		const imported = await account.importMeeting({ title: undefined, text: `WEBVTT - ${'long '.repeat(300)}\n\n00:00.000 --> 00:01.000\n<v Ada>Hello` });
		const { data } = z.object({ data: z.array(z.looseObject({ id: z.string(), title: z.string() })) }).parse((await account.call('GET', '/api/v1/conversations')).body);
		const title = data.find(({ id }) => id === imported)?.title;
		expect(title).toMatch(/^long long .*…$/);
		expect(title).toHaveLength(500);
	});

	test('is one line, so that no part of it ends up below the subject of an email', async () => {
		const titles = ['Pilot\r\nBcc: eve@evil.example', 'Pilot\u2028Bcc: eve@evil.example', '  Pilot \n\n Bcc: eve@evil.example '];
		for (const title of titles) {
			const renamed = dataOf(z.object({ title: z.string() }), await account.call('PATCH', path, { title }));
			expect(renamed.title).toBe('Pilot Bcc: eve@evil.example');
			const imported = await account.importMeeting({ title });
			for (const at of [path, `/api/v1/conversations/${imported}`]) {
				const { subject } = dataOf(z.looseObject({ subject: z.string() }), await account.call('POST', `${at}/email`));
				expect(subject).toContain('Pilot Bcc: eve@evil.example');
				expect(subject).not.toMatch(/[\r\n\u2028]/);
			}
		}
	});
});

test('errors about a number name its bounds, not its length', async () => {
	const offset = async (value: string) => messageOf(await account.call('GET', `/api/v1/conversations?offset=${value}`));
	expect(await offset('99999999999999999999')).toMatch(/^offset: must be at most \d+$/);
	expect(await offset('-99999999999999999999')).toMatch(/^offset: must be at least -?\d+$/);
});

test('numbers and dates out of bounds are 400, never 500', async () => {
	const number = fc.oneof(fc.maxSafeInteger(), fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.double());
	await fc.assert(
		fc.asyncProperty(number, fc.constantFrom('conversations?offset', 'conversations?limit', 'contacts?offset', 'calendar/events?maxResults'), async (value, where) => {
			expect((await account.call('GET', `/api/v1/${where}=${encodeURIComponent(String(value))}`)).status).toBeLessThan(500);
		}),
		{ numRuns: 60, seed: 16 },
	);
	for (const startTime of [8.64e15, -8.64e15, '9999-12-31T23:59:59Z', '0000-01-01T00:00:00+14:00', '2026-02-30T00:00:00Z']) {
		await expect(account.importMeeting({ startTime })).rejects.toThrow(/^startTime: must be/);
	}
	expect(() => env.sandbox.clock.set(-1, true)).toThrow(/between 1970/);
});

test('remaining is limit minus used, even beyond the daily or monthly limit', async () => {
	const { sandbox, account: newAccount } = env;
	const professional = newAccount();
	const Usage = z.looseObject({ apiUsage: z.object({ aiGenerations: z.looseObject({ used: z.int(), limit: z.int(), remaining: z.int() }) }) });
	const usage = async () => dataOf(Usage, await professional.call('GET', '/api/v1/user/profile')).apiUsage.aiGenerations;
	for (const [credits, used] of [[33, 33], [7, 40], [70, 110]] as const) {
		sandbox.useCreditsInApplication(professional.id, credits);
		expect(await usage()).toMatchObject({ used, limit: 100, remaining: 100 - used });
	}
});

test('the link to a shared conversation starts with the sandbox’s own address, whatever the request’s host', async () => {
	const { port } = new URL(env.sandbox.url);
	const answer = await new Promise<string>((resolve, reject) => {
		const headers = { Host: 'evil.example', Authorization: `Bearer ${account.key}`, 'X-Forwarded-Host': 'evil.example' };
		const sent = request({ host: '127.0.0.1', port, method: 'POST', path: `${path}/share`, headers }, (response) => {
			let text = '';
			response.setEncoding('utf8').on('data', (part: string) => (text += part)).on('end', () => resolve(text));
		});
		sent.on('error', reject).end();
	});
	expect(answer).toContain(`"shareUrl":"${env.sandbox.url}/share/`);
	const proxied = await startTestSandbox({ publicUrl: 'https://sandbox.example.com' });
	try {
		const other = proxied.account();
		const { shareUrl } = dataOf(z.looseObject({ shareUrl: z.string() }), await other.call('POST', `/api/v1/conversations/${await other.importMeeting()}/share`));
		expect(shareUrl).toMatch(/^https:\/\/sandbox\.example\.com\/share\//);
	} finally {
		await proxied.sandbox.stop();
	}
});

describe('a user', () => {
	const tom = { name: 'Tom', email: 'tom@berg.example', plan: 'starter' } as const;

	test('has an email address of their own', () => {
		const { sandbox } = env;
		const { id } = sandbox.createUser(tom);
		expect(() => sandbox.createUser({ ...tom, email: 'Tom@Berg.example' })).toThrow('email: another user already has the address tom@berg.example.');
		const other = sandbox.createUser({ ...tom, email: 'tom2@berg.example' });
		expect(() => sandbox.updateUser(other.id, { email: 'tom@berg.example' })).toThrow('email: another user already has the address tom@berg.example');
		sandbox.updateUser(id, { email: 'tom@berg.example', name: 'Tom Berg' });
	});

	test.each([{ name: ' ' }, { timezone: 'Mars/Phobos' }, { language: '' }, { currentPeriodEnd: '2026-03-02T00:00:00+99:99' }])(
		'has no invalid settings: %j',
		(wrong) => {
			expect(() => env.sandbox.createUser({ ...tom, email: 'x@berg.example', ...wrong })).toThrow(`${Object.keys(wrong)[0]}: must`);
		},
	);
});
