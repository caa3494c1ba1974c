import { extractiveAi, startSandbox } from '../../../sandbox/index.ts';
import { unnamedAddress } from '../../../src/triggers/register/address.ts';
import { createClient } from '../../../src/client/index.ts';
import { axiosTransport } from '../../../src/transport/axios.ts';

type Plan = 'starter' | 'professional' | 'enterprise';

const vtt = `WEBVTT

00:00:00.000 --> 00:00:05.000
<v Anna>We decided to ship the release on Friday.

00:00:05.000 --> 00:00:10.000
<v Ben>I will send the contract to Acme by Thursday.

00:00:10.000 --> 00:00:15.000
<v Anna>I will book the room for the training.
`;

/** The whole service on loopback, and what a person with an account does with it over HTTP. */
export async function startService(now: () => number = Date.now) {
	const sandbox = await startSandbox({ port: 0, database: ':memory:', allowLoopbackHttp: true, ai: extractiveAi, now });

	function account(plan: Plan) {
		const { id: userId } = sandbox.createUser({ name: 'Anna', email: `${plan}${Math.random()}@example.com`, plan });
		const apiKey = sandbox.createKey(userId);
		const client = createClient({ baseUrl: sandbox.url, transport: axiosTransport({ apiKey }), sleep: async () => {} });
		return {
			userId,
			apiKey,
			credential: { baseUrl: sandbox.url, apiKey },
			client,
			webhooks: async () => (await client.webhooks.list()).data.map((webhook) => ({ ...webhook, url: unnamedAddress(webhook.url ?? '') })),
			register: async (url: string) => (await client.webhooks.register({ url, events: ['conversation.created'] })).data,
			/** The receiver's answer to a signed test delivery. */
			test: async (id: string) => (await client.webhooks.test({ id })).data.statusCode,
			addMeeting: (title: string, startTime = new Date().toISOString()) =>
				sandbox.importMeeting(userId, { text: vtt, filename: 'meeting.vtt', title, startTime }),
			creditsUsed: async () => (await client.user.profile()).data.apiUsage.aiGenerations.used,
		};
	}

	return { sandbox, account };
}

export type Service = Awaited<ReturnType<typeof startService>>;
export type Account = ReturnType<Service['account']>;
