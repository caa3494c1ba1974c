import { axiosTransport } from '../../../src/transport/axios.ts';
import { createClient, type ClientOptions } from '../../../src/client/index.ts';
import type { Transport } from '../../../src/transport/index.ts';
import { extractiveAi, settableClock, startSandbox, type Ai } from '../../../sandbox/index.ts';

export const NOW = '2026-03-13T12:00:00.000Z';
export const HOUR_MS = 3_600_000;

export type SavedKeyPoints = Awaited<ReturnType<Ai['keyPoints']>>;

export const keyPointsWith = (saved: Partial<SavedKeyPoints>): SavedKeyPoints => ({
	title: '',
	sections: [],
	decisions: [],
	actionItems: [],
	participants: [],
	importantDates: [],
	...saved,
});

interface NewMeeting {
	readonly title: string;
	readonly startTime: string;
	readonly attendees?: { name?: string; email: string }[];
	/** `Name: text` lines; default: two people say hello. */
	readonly text?: string;
	readonly calendarEventId?: string;
	/** Saved with the meeting; if left out, the meeting has none. */
	readonly keyPoints?: Partial<SavedKeyPoints>;
}

type Plan = 'starter' | 'professional' | 'enterprise';

/** A sandbox with one account, and a client that records what it sends. */
export async function account({ plan = 'enterprise' as Plan, memory = true } = {}) {
	const clock = settableClock(NOW);
	let next = keyPointsWith({});
	const ai: Ai = { ...extractiveAi, keyPoints: async () => next };
	const sandbox = await startSandbox({ port: 0, database: ':memory:', now: clock.now, ai });
	// Enterprise during imports, so that key points use no credits.
	const { id: userId } = sandbox.createUser({ name: 'Uma Own', email: 'uma@own.example', plan: 'enterprise', memory });
	const apiKey = sandbox.createKey(userId);

	return {
		sandbox,
		clock,
		userId,
		async addMeeting({ keyPoints, text = 'Uma: Hello there.\nBen: Hello to you.\n', ...meeting }: NewMeeting): Promise<string> {
			next = keyPointsWith(keyPoints ?? {});
			const options = { ...meeting, text, filename: 'm.txt', generateKeyPoints: keyPoints !== undefined };
			return (await sandbox.importMeeting(userId, options)).conversationId;
		},
		/** Replaces the saved key points of a meeting. */
		async regenerate(id: string, keyPoints: Partial<SavedKeyPoints>): Promise<void> {
			next = keyPointsWith(keyPoints);
			await this.connect().client.keyPoints.generate({ id, forceRefresh: true });
		},
		/** A client and the requests it sent, as `path?query`. The plan takes effect now. */
		connect(limits: Pick<ClientOptions, 'around' | 'patienceMs'> = {}, sent: string[] = []) {
			sandbox.updateUser(userId, { plan });
			const send = axiosTransport({ apiKey });
			const transport: Transport = (request) => {
				sent.push(request.url.slice(sandbox.url.length));
				return send(request);
			};
			const client = createClient({ baseUrl: sandbox.url, transport, patienceMs: 0, sleep: async (ms) => clock.advance(ms), ...limits });
			return { client, sent, now: clock.now };
		},
		stop: () => sandbox.stop(),
	};
}

export type Account = Awaited<ReturnType<typeof account>>;
