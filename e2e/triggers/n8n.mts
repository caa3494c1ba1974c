import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const EMAIL = 'owner@example.com';
const PASSWORD = 'Password123';

export interface N8nOptions {
	/** Folder in which n8n is installed. */
	readonly host: string;
	/** n8n's own data; the package under test is installed in it. */
	readonly userFolder: string;
	readonly port: number;
	readonly brokerPort: number;
	readonly logFile: string;
	/** Where deliveries reach it; default: its own port. */
	readonly webhookUrl?: string;
}

interface Saved {
	readonly id: string;
	readonly versionId: string;
}

const environment = ({ userFolder, port, brokerPort, webhookUrl }: N8nOptions) => ({
	...process.env,
	N8N_USER_FOLDER: userFolder,
	N8N_PORT: String(port),
	N8N_RUNNERS_BROKER_PORT: String(brokerPort),
	N8N_HOST: '127.0.0.1',
	N8N_LISTEN_ADDRESS: '127.0.0.1',
	N8N_PROTOCOL: 'http',
	N8N_WEBHOOK_URL: webhookUrl ?? `http://127.0.0.1:${port}/`,
	N8N_ENCRYPTION_KEY: '0123456789abcdef',
	N8N_SECURE_COOKIE: 'false',
	GENERIC_TIMEZONE: 'UTC',
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_DISABLED_MODULES: 'mcp-registry,instance-ai,insights',
});

/** A real n8n on this machine, driven over its own REST API as the editor does. */
export class N8n {
	readonly url: string;
	readonly options: N8nOptions;
	#process: ChildProcess | undefined;
	#cookie = '';

	constructor(options: N8nOptions) {
		this.options = options;
		this.url = `http://127.0.0.1:${options.port}`;
	}

	async start(): Promise<void> {
		const { host, logFile } = this.options;
		const child = spawn(process.execPath, ['node_modules/n8n/bin/n8n', 'start'], {
			cwd: host,
			env: environment(this.options),
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => appendFileSync(logFile, data));
		this.#process = child;
		for (let seconds = 0; seconds < 90; seconds++) {
			await wait(1000);
			const ready = await fetch(`${this.url}/healthz/readiness`).then((answer) => answer.ok, () => false);
			if (ready) return await this.#signIn();
		}
		throw new Error('n8n did not start within 90 seconds');
	}

	async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
		const child = this.#process;
		if (!child || child.exitCode !== null) return;
		const exited = once(child, 'exit');
		child.kill(signal);
		await exited;
	}

	async #signIn(): Promise<void> {
		const settings = await this.rest('GET', '/settings');
		if (settings.userManagement?.showSetupOnFirstLoad) {
			await this.rest('POST', '/owner/setup', { email: EMAIL, firstName: 'Nora', lastName: 'Feld', password: PASSWORD });
		}
		await this.rest('POST', '/login', { emailOrLdapLoginId: EMAIL, password: PASSWORD });
	}

	async rest(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<any> {
		const answer = await fetch(`${this.url}/rest${path}`, {
			method,
			headers: { 'content-type': 'application/json', 'browser-id': 'e2e', cookie: this.#cookie, ...headers },
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
		const cookie = answer.headers.getSetCookie().find((text) => text.startsWith('n8n-auth='));
		if (cookie) this.#cookie = cookie.split(';')[0] ?? '';
		const json = await answer.json().catch(() => ({}));
		if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${json.message ?? ''}`);
		return json.data ?? json;
	}

	async saveCredential(name: string, data: Record<string, unknown>): Promise<{ id: string; name: string }> {
		return await this.rest('POST', '/credentials', { name, type: 'meetingAssistantApi', data });
	}

	async saveWorkflow(workflow: object): Promise<Saved> {
		return await this.rest('POST', '/workflows', { settings: {}, connections: {}, ...workflow });
	}

	async updateWorkflow(id: string, changes: object): Promise<Saved> {
		const { versionId } = await this.rest('GET', `/workflows/${id}`);
		return await this.rest('PATCH', `/workflows/${id}`, { versionId, ...changes });
	}

	/** Publishes and waits until n8n has done it; returns the error message, or null. */
	async publish(id: string): Promise<string | null> {
		const { versionId } = await this.rest('GET', `/workflows/${id}`);
		await this.rest('POST', `/workflows/${id}/activate`, { versionId });
		return await this.#settled(id);
	}

	async unpublish(id: string): Promise<void> {
		await this.rest('POST', `/workflows/${id}/deactivate`, {});
		await this.#settled(id);
	}

	/** n8n publishes after it has answered, and repeats a failed attempt for up to 20 seconds. */
	async #settled(id: string): Promise<string | null> {
		await wait(500);
		for (let tries = 0; tries < 240; tries++) {
			const { status, triggers } = await this.rest('GET', `/workflows/${id}/publication-status`);
			if (status !== 'in_progress') {
				return triggers.map(({ errorMessage }: { errorMessage: string | null }) => errorMessage).find(Boolean) ?? null;
			}
			await wait(250);
		}
		return 'not settled after a minute';
	}
}
