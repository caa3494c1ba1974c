import { api } from '../../src/api/index.ts';
import { startSandbox, type Sandbox } from '../../sandbox/index.ts';

export interface ListedWebhook {
	readonly id: string;
	readonly url: string;
	readonly events: readonly string[];
}

/** The service on a port of its own, which can be stopped and started again with everything it knows. */
export class Service {
	readonly port: number;
	readonly database: string;
	#sandbox: Sandbox | undefined;

	constructor(port: number, database: string) {
		this.port = port;
		this.database = database;
	}

	async start(): Promise<void> {
		this.#sandbox = await startSandbox({ port: this.port, database: this.database, allowLoopbackHttp: true });
	}

	async stop(): Promise<void> {
		await this.#sandbox?.stop();
		this.#sandbox = undefined;
	}

	get sandbox(): Sandbox {
		if (!this.#sandbox) throw new Error('The service is down');
		return this.#sandbox;
	}
}

/** What an account can do over HTTP. */
export class Account {
	readonly userId: string;
	readonly key: string;
	readonly url: string;

	constructor(service: Service, plan: 'starter' | 'professional' | 'enterprise') {
		const { sandbox } = service;
		this.userId = sandbox.createUser({ name: 'Nora Feld', email: `${plan}.${Date.now()}@example.com`, plan }).id;
		this.key = sandbox.createKey(this.userId);
		this.url = sandbox.url;
	}

	async #call({ method, path }: { method: string; path: string }, body?: object): Promise<any> {
		const answer = await fetch(`${this.url}${path}`, {
			method,
			headers: { authorization: `Bearer ${this.key}`, 'content-type': 'application/json' },
			...(body && { body: JSON.stringify(body) }),
		});
		const json: any = await answer.json();
		if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${json.error?.message}`);
		return json.data;
	}

	webhooks = async (): Promise<ListedWebhook[]> => await this.#call(api.webhooks.list);
	register = async (url: string): Promise<ListedWebhook> =>
		await this.#call(api.webhooks.register, { url, events: ['conversation.created'] });
	/** The status that the receiver answers a signed test delivery with: 200 only when it holds the secret. */
	test = async (id: string): Promise<number> => (await this.#call(api.webhooks.test, { id })).statusCode;
}
