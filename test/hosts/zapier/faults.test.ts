import type { NewRule } from '../../../sandbox/faults/rule.ts';
import { rawServer } from '../../support/rawServer.ts';
import { startService, type Account, type Service } from '../../nodes/trigger/account.ts';
import { MAX_REQUESTS } from '../../../packages/zapier/run.ts';
import { authOf, describeZapier, named, startZapier, ZapierFailure, type Zapier } from './support/zapier.ts';

let zapier: Zapier;
let service: Service;
let account: Account;
let conversation: string;

const run = (path: string, inputData: object = {}) => zapier.call(`${path}.operation.perform`, { authData: authOf(account.credential), inputData });
const ask = () => run('creates.conversation_ask', { conversation_id: conversation, question: 'Who sends the contract?' });

async function failureOf(work: Promise<unknown>): Promise<ZapierFailure> {
	const failure = await work.then(() => null, (error: unknown) => error);
	if (failure instanceof ZapierFailure) return failure;
	throw failure ?? new Error('It did not fail');
}

const inject = (rule: NewRule) => service.sandbox.faults.add(rule);

describeZapier('failures in Zapier’s runtime', () => {
	beforeAll(async () => {
		zapier = startZapier();
		service = await startService();
	}, 60_000);
	beforeEach(async () => {
		account = service.account('professional');
		({ conversationId: conversation } = await account.addMeeting('Planning'));
	});
	afterEach(() => service.sandbox.faults.clear());
	afterAll(async () => {
		zapier?.stop();
		await service?.sandbox.stop();
	});

	test('a used-up hour throttles the Zap for as long as the service says', async () => {
		inject({ kind: 'rate-limited', retryAfterSeconds: 1234 });
		expect(await failureOf(run('searches.conversation_get_all'))).toMatchObject({
			name: 'ThrottledError',
			delay: 1234,
			message: expect.stringMatching(/requests for this hour are used up\. Try again in 21 minutes .*Zapier runs this step again then\.$/),
		});
	});

	test('a limit that ends within the patience of a step is waited for', async () => {
		inject({ kind: 'rate-limited', retryAfterSeconds: 1, count: 1 });
		expect(await run('searches.conversation_get_all')).toEqual([expect.objectContaining({ count: 1 })]);
		inject({ kind: 'rate-limited', retryAfterSeconds: 1, count: 1 });
		expect(await zapier.call('authentication.test', { authData: authOf(account.credential) })).toMatchObject({ plan: 'professional' });
	});

	test('used-up credits are not throttling: the error says what to do', async () => {
		inject({ kind: 'ai-limit-exceeded' });
		const failure = await failureOf(ask());
		expect(failure.name).toBe('AppError');
		expect(failure.message).toContain(`${named('user_get_profile')} shows how many are left`);
	});

	test.each([
		['connection-reset', { kind: 'connection-reset', afterProcessing: true, path: '/api/v1/conversations/{id}/query' }],
		['internal-error', { kind: 'internal-error', afterProcessing: true, path: '/api/v1/conversations/{id}/query' }],
		['truncated-json', { kind: 'truncated-json', path: '/api/v1/conversations/{id}/query' }],
	] satisfies [string, NewRule][])('after a %s that may have cost a credit, Zapier stops and replays nothing', async (_, rule) => {
		inject({ ...rule, count: 1 });
		const failure = await failureOf(ask());
		expect(failure.name).toBe('HaltedError');
		expect(failure.message).toMatch(/would have used an AI credit\. Check “.*” before retrying\. Zapier does not replay this step/);
		expect(await account.creditsUsed()).toBe(1);
	});

	test('a link or a webhook that may have been made is not made again', async () => {
		inject({ kind: 'connection-reset', afterProcessing: true, path: '/api/v1/conversations/{id}/share', count: 1 });
		const failure = await failureOf(run('creates.conversation_share', { conversation_id: conversation }));
		expect(failure).toMatchObject({ name: 'HaltedError', message: expect.stringContaining('may have been carried out') });
	});

	test('a read that failed may be replayed', async () => {
		inject({ kind: 'unavailable' });
		expect((await failureOf(run('searches.conversation_get_all'))).name).toBe('AppError');
	});

	test('a revoked key asks to reconnect the account', async () => {
		const { sandbox } = service;
		const revoked = sandbox.createKey(account.userId);
		sandbox.revokeKey(revoked);
		const failure = await failureOf(zapier.call('searches.user_get_profile.operation.perform', { authData: authOf({ ...account.credential, apiKey: revoked }) }));
		expect(failure.name).toBe('ExpiredAuthError');
		expect(failure.message).not.toContain(revoked);
	});

	test('no failure carries the key, the signing secret or what Zapier notes about a call', async () => {
		inject({ kind: 'unavailable' });
		const subscribeData = { id: 'wh_1', secret: 'whsec_private', url: 'https://hooks.zapier.com/1', flowId: 'x' };
		const bundle = { authData: authOf(account.credential), subscribeData, targetUrl: subscribeData.url };
		const failures = await Promise.all([
			failureOf(zapier.call('triggers.conversation_created.operation.performUnsubscribe', bundle)),
			failureOf(ask()),
			failureOf(zapier.call('authentication.test', { authData: { base_url: account.apiKey, api_key: account.apiKey } })),
		]);
		expect(failures.map(({ message }) => message).filter((message) => message.includes(account.apiKey) || /whsec_|What happened/.test(message))).toEqual([]);
	});

	test('Zapier’s logs have the requests, and neither the key nor what people said', async () => {
		const said = 'send the contract to Acme';
		expect(JSON.stringify(await run('searches.conversation_get_transcript', { conversation_id: conversation }))).toContain(said);
		expect(zapier.logged()).toContain(`/conversations/${conversation}/transcript`);
		expect(zapier.logged()).not.toContain(said);
		expect(zapier.logged()).not.toContain(account.apiKey);
	});

	test('a connection that breaks in the middle of an answer is noticed then, not at the end of the step', async () => {
		const server = await rawServer((socket) => {
			socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"data":{');
			setImmediate(() => socket.destroy());
		});
		const authData = authOf({ ...account.credential, baseUrl: server.url });
		const failure = await failureOf(zapier.call('searches.user_get_profile.operation.perform', { authData }));
		expect(failure.message).toContain('The connection was closed before the answer was complete');
		await server.stop();
	});

	describe('a search that finds nothing because it could not search everything', () => {
		const nobody = { owner: 'Nobody', period: 'last7Days' };

		test('fails, so that “find or create” creates nothing twice', async () => {
			expect(await run('searches.action_item_find', nobody)).toEqual([]);
			for (let index = 0; index < MAX_REQUESTS; index += 1) await account.addMeeting(`Meeting ${index}`);
			const failure = await failureOf(run('searches.action_item_find', nobody));
			expect(failure.name).toBe('AppError');
			expect(failure.message).toMatch(/^Nothing was found, but not everything was searched\. Incomplete: .* because this run used up its requests\. Ask for less at once\.$/);
			const [digest] = Object.values((await run('searches.insight_get_digest', { period: 'last7Days' })) ?? {});
			expect(digest).toMatchObject({ complete: false, stoppedBy: 'budget', note: expect.stringContaining('this run used up its requests. Ask for less at once.') });
		}, 60_000);

		test('is run again when the hour is over', async () => {
			inject({ kind: 'rate-limited', retryAfterSeconds: 1234, path: '/api/v1/conversations/{id}/keypoints' });
			expect(await failureOf(run('searches.action_item_find', nobody))).toMatchObject({
				name: 'ThrottledError',
				delay: expect.any(Number),
				message: expect.stringContaining('this hour’s requests are used up'),
			});
		});

		test('fails while the service does', async () => {
			inject({ kind: 'internal-error', path: '/api/v1/conversations/{id}/keypoints' });
			expect((await failureOf(run('searches.conversation_get_all', { participant: 'Nobody' }))).message).toContain('could not be read');
		});
	});

});
