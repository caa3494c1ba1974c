import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod/v4';
import { extractiveAi } from '../../../sandbox/index.ts';
import { dataOf, errorOf, startTestSandbox, type Account } from '../support/harness.ts';
import { firstLine } from '../support/meeting.ts';
import { conversations, usageOf } from './support.ts';

let env: Awaited<ReturnType<typeof startTestSandbox>>;
let account: Account;
let id: string;
beforeEach(async () => {
	let made = 0;
	const version = () => `Version ${(made += 1)}`;
	env = await startTestSandbox({
		ai: {
			...extractiveAi,
			keyPoints: async (meeting) => ({ ...(await extractiveAi.keyPoints(meeting)), title: version() }),
			feedback: async (meeting) => ({ ...(await extractiveAi.feedback(meeting)), userSpeakerName: version() }),
		},
	});
	account = env.account();
	id = await account.importMeeting();
});
afterEach(() => env.sandbox.stop());

const ask = (method: string, action: string, body?: unknown) =>
	account.call(method, `${conversations}/${id}/${action}`, body);

describe('States: Conversation', () => {
	test('active, delete: soft-deleted, recoverable: everything stays in the database', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
		const database = join(folder, 'data.sqlite');
		const { sandbox, account: newAccount } = await startTestSandbox({ database });
		const { call, importMeeting } = newAccount();
		const deleted = await importMeeting({ generateKeyPoints: true });
		await call('DELETE', `${conversations}/${deleted}`);
		await sandbox.stop();
		const file = new DatabaseSync(database, { readOnly: true });
		const kept = (table: string) => file.prepare(`SELECT * FROM ${table}`).all();
		expect(kept('conversations')).toMatchObject([{ id: deleted, title: 'Lisbon office' }]);
		expect(kept('transcripts')).toMatchObject([{ segments: expect.stringContaining(firstLine) }]);
		expect(kept('results')).toMatchObject([{ conversationId: deleted, kind: 'keypoints' }]);
		file.close();
		rmSync(folder, { recursive: true });
	});

	test.each(['deleted', 'unknown'])('%s: it cannot be changed, shared or queried, and uses no credit', async (state) => {
		if (state === 'deleted') await account.call('DELETE', `${conversations}/${id}`);
		else id = state;
		expect(errorOf(await account.call('PATCH', `${conversations}/${id}`, { title: 'Porto' }))).toBe('404 not_found');
		for (const action of ['keypoints', 'feedback', 'email', 'share', 'query']) {
			expect(errorOf(await ask('POST', action, { query: 'Who?' }))).toBe('404 not_found');
		}
		expect((await usageOf(account)).used).toBe(0);
	});
});

const Saved = z.looseObject({ cached: z.boolean(), createdAt: z.string() });

describe.each(['keypoints', 'feedback'])('States: %s', (action) => {
	test('none saved, POST without a credit: 429, and still none saved', async () => {
		env.sandbox.updateUser(account.id, { spendingCap: 0 });
		expect(errorOf(await ask('POST', action))).toBe('429 ai_limit_exceeded');
		expect(errorOf(await ask('GET', action))).toBe('404 not_found');
	});

	test('saved, POST with forceRefresh without a credit: 429, and the saved ones are unchanged', async () => {
		const { cached, ...saved } = dataOf(Saved, await ask('POST', action));
		expect(cached).toBe(false);
		env.sandbox.updateUser(account.id, { spendingCap: 1 });
		env.clock.advance(60_000);
		expect(errorOf(await ask('POST', action, { forceRefresh: true }))).toBe('429 ai_limit_exceeded');
		expect((await ask('GET', action)).body).toEqual({ data: saved });
		for (const body of [undefined, {}, { forceRefresh: false }]) {
			expect(dataOf(Saved, await ask('POST', action, body))).toEqual({ ...saved, cached: true });
		}
		expect((await usageOf(account)).used).toBe(1);
	});

	test('saved, POST with forceRefresh: regenerated, for a credit', async () => {
		const first = dataOf(Saved, await ask('POST', action));
		env.clock.advance(60_000);
		const { cached, ...second } = dataOf(Saved, await ask('POST', action, { forceRefresh: true }));
		expect([cached, Date.parse(second.createdAt) - Date.parse(first.createdAt)]).toEqual([false, 60_000]);
		expect(JSON.stringify(second)).toContain('Version 2');
		expect((await ask('GET', action)).body).toEqual({ data: second });
		expect((await usageOf(account)).used).toBe(2);
	});
});
