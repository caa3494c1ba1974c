import { terms } from '../../../nodes/shared/terms.ts';
import { ClientError, createClient, type Client } from '../../../src/client/index.ts';
import { axiosTransport } from '../../../src/transport/axios.ts';
import { explainError } from '../../../src/words/errors.ts';
import type { NewRule } from '../../../sandbox/faults/rule.ts';
import { LIST, startFaultySandbox } from '../../faults/support/faultySandbox.ts';

let at: Awaited<ReturnType<typeof startFaultySandbox>>;
beforeEach(async () => void (at = await startFaultySandbox()));
afterEach(() => at.stop());

const calls = {
	'key points': (client: Client, id: string) => client.keyPoints.generate({ id }),
	'new key points': (client: Client, id: string) => client.keyPoints.generate({ id, forceRefresh: true }),
	feedback: (client: Client, id: string) => client.feedback.generate({ id }),
	question: (client: Client, id: string) => client.question.ask({ id, query: 'Who?' }),
	email: (client: Client, id: string) => client.email.draft({ id }),
} as const;
type CallName = keyof typeof calls;

/** What the service certainly did not charge for, because it refused the request itself. */
const refusals: Readonly<Record<string, NewRule>> = {
	'the hourly limit': { kind: 'rate-limited' },
	'a busy AI': { kind: 'provider-busy' },
	'used-up credits': { kind: 'ai-limit-exceeded' },
};

/** Failures after which only the service knows. */
const losses: Readonly<Record<string, NewRule>> = {
	'a 500': { kind: 'internal-error' },
	'a 500 after processing': { kind: 'internal-error', afterProcessing: true },
	'a 503 page': { kind: 'unavailable' },
	'a 503 page after processing': { kind: 'unavailable', afterProcessing: true },
	'a reset': { kind: 'connection-reset' },
	'a reset after processing': { kind: 'connection-reset', afterProcessing: true },
	'a timeout before the answer': { kind: 'slow-first-byte', delayMs: 3000 },
	'a timeout in the answer': { kind: 'slow-body', delayMs: 3000 },
	'a truncated answer': { kind: 'truncated-json' },
	'a redirect': { kind: 'redirect' },
};

const cases = (rules: Readonly<Record<string, NewRule>>) =>
	Object.keys(calls).flatMap((call) => Object.keys(rules).map((loss): [string, string] => [call, loss]));
const isCall = (name: string): name is CallName => Object.hasOwn(calls, name);

const creditsUsed = async () => (await at.client.user.profile()).data.apiUsage.aiGenerations.used;

/** Makes a call, and returns what its failure says about a credit. The number of charged credits comes from the sandbox itself. */
async function played(name: string, client: Client, id = at.id) {
	if (!isCall(name)) throw new Error(name);
	const error: unknown = await calls[name](client, id).then(() => null, (thrown: unknown) => thrown);
	const claims = error instanceof ClientError && 'creditAtRisk' in error.problem && error.problem.creditAtRisk;
	const said = explainError(error, { terms, now: 0 });
	return { failed: error !== null, claims, text: said ? `${said.what}. ${said.next}` : '', charged: await creditsUsed() };
}

const fault = (rule: NewRule | undefined, path: string) => {
	if (rule) at.fault({ ...rule, method: 'POST', path });
};

const WARNING = 'may have been processed, which would have used an AI credit';

describe('no credit is claimed if certainly none was charged', () => {
	test.each(cases(refusals))('%s, refused for %s', async (call, refusal) => {
		fault(refusals[refusal], `${LIST}/{id}/*`);
		const { text, ...rest } = await played(call, at.client);
		expect(rest).toEqual({ failed: true, claims: false, charged: 0 });
		expect(text).not.toContain(WARNING);
	});

	test.each(Object.keys(calls))('%s of an unknown conversation', async (call) => {
		expect(await played(call, at.client, 'unknown')).toMatchObject({ failed: true, claims: false, charged: 0 });
	});

	test.each(Object.keys(calls))('%s with a wrong key, or where nothing listens', async (call) => {
		const options = { transport: axiosTransport({ apiKey: 'svc_00000000000000000000000000000000' }), sleep: async () => {} };
		for (const baseUrl of [at.sandbox.url, 'http://127.0.0.1:9']) {
			expect(await played(call, createClient({ baseUrl, ...options }))).toMatchObject({ failed: true, claims: false, charged: 0 });
		}
	});
});

describe('a credit that may have been charged is always said to be possible, and never certain', () => {
	test.each(cases(losses))('%s, after %s', async (call, loss) => {
		fault(losses[loss], `${LIST}/{id}/*`);
		const { failed, claims, text, charged } = await played(call, loss.startsWith('a timeout') ? at.impatient : at.client);
		// A lost generation that was saved is read, and counts as a result.
		if (!failed) return expect({ charged, isSaved: call === 'key points' || call === 'feedback' }).toEqual({ charged: 1, isSaved: true });
		expect(claims).toBe(true);
		expect(text).toContain(WARNING);
	});
});

describe('a result that was saved before the lost request is not called new', () => {
	const saving = Object.keys(calls).filter((name) => name === 'key points' || name === 'feedback');
	const made = async (name: string) => {
		const answer = name === 'feedback' ? await at.client.feedback.generate({ id: at.id }) : await at.client.keyPoints.generate({ id: at.id });
		return { cached: answer.data.cached, charged: await creditsUsed() };
	};

	test.each(saving)('%s', async (call) => {
		await made(call);
		at.clock.advance(120_000);
		fault({ kind: 'unavailable' }, `${LIST}/{id}/*`);
		expect(await made(call)).toEqual({ cached: true, charged: 1 });
	});

	test.each(saving)('%s that the lost request made count as new', async (call) => {
		fault({ kind: 'unavailable', afterProcessing: true }, `${LIST}/{id}/*`);
		expect(await made(call)).toEqual({ cached: false, charged: 1 });
	});
});
