import { connect } from '../../packages/client/index.ts';
import { startSandbox, type Sandbox } from '../../sandbox/index.ts';

type Plan = 'starter' | 'professional' | 'enterprise';

/** The service, which can be down for a while and then knows everything it knew. */
export async function startService(port: number, database: string) {
	const start = (): Promise<Sandbox> => startSandbox({ port, database, allowLoopbackHttp: true });
	let sandbox = await start();

	function account(plan: Plan) {
		const { id } = sandbox.createUser({ name: 'Nora Feld', email: `${plan}@example.com`, plan });
		const apiKey = sandbox.createKey(id);
		const { webhooks } = connect({ baseUrl: sandbox.url, apiKey });
		return {
			credential: { apiKey, baseUrl: sandbox.url },
			webhooks: async () => (await webhooks.list()).data,
			register: async (url: string) => (await webhooks.register({ url, events: ['conversation.created'] })).data,
			/** The status that a signed test delivery is answered with: 200 only by whoever holds the secret. */
			test: async (webhook: string) => (await webhooks.test({ id: webhook })).data.statusCode,
			record: (title: string) =>
				sandbox.importMeeting(id, { text: 'Ana: Shall we begin?\nBen: Yes.', filename: 'new.txt', title }),
		};
	}
	return {
		account,
		down: () => sandbox.stop(),
		up: async (): Promise<void> => void (sandbox = await start()),
	};
}

export type Account = ReturnType<Awaited<ReturnType<typeof startService>>['account']>;
