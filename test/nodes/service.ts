import { extractiveAi, startSandbox } from '../../sandbox/index.ts';
import { api, rateLimitHeaders } from '../../src/api/index.ts';
import type { Credential } from '../operations/core.ts';

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

const vtt = `WEBVTT

00:00:00.000 --> 00:00:05.000
<v Anna>We decided to ship the release on Friday.

00:00:05.000 --> 00:00:10.000
<v Ben>I will send the contract to Acme by tomorrow.

`;

const longer = Array.from({ length: 12 }, (_, index) => {
	const at = (seconds: number) => `00:01:${String(seconds).padStart(2, '0')}.000`;
	const speaker = index % 2 ? 'Ben' : 'Anna';
	return `${at(index * 4)} --> ${at(index * 4 + 4)}\n<v ${speaker}>That is point ${index} of the plan.\n`;
}).join('\n');

/** The whole service on loopback with one Enterprise account, and the data that tests add to it. */
export async function startService() {
	// Its clock stands still, so that no hour or month ends while requests and credits are counted.
	const started = Date.now();
	// Its AI works in this thread, because starting another would cost each sandbox a second of processor time.
	const sandbox = await startSandbox({ port: 0, database: ':memory:', allowLoopbackHttp: true, ai: extractiveAi, now: () => started });
	const user = sandbox.createUser({ name: 'Anna', email: 'anna@example.com', plan: 'enterprise', memory: true });
	const credential: Credential = { baseUrl: sandbox.url, apiKey: sandbox.createKey(user.id) };
	return {
		sandbox,
		user,
		credential,
		addMeeting: (title: string, startTime = '2026-11-02T10:00:00Z') =>
			sandbox.importMeeting(user.id, {
				text: vtt + longer,
				filename: 'meeting.vtt',
				title,
				startTime,
				attendees: [{ name: 'Ben', email: 'ben@acme.example' }],
			}),
		/** Requests left in this hour. Reading the count takes one. */
		requestsLeft: async () => {
			const answer = await fetch(`${sandbox.url}${api.user.profile.path}`, {
				headers: { Authorization: `Bearer ${credential.apiKey}` },
			});
			return Number(answer.headers.get(rateLimitHeaders.remaining));
		},
	};
}

export type Service = Awaited<ReturnType<typeof startService>>;
