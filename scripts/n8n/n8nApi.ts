import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod/v4';

/** The account that signs in to n8n. */
export interface Owner {
	readonly firstName: string;
	readonly lastName: string;
	readonly email: string;
	readonly password: string;
}

/** The owner of the n8n started here. It is reachable from this machine only, so the password need not be secret. */
export const OWNER: Owner = {
	firstName: 'Nora',
	lastName: 'Feld',
	email: 'owner@example.com',
	password: 'Password123',
};

/** n8n refused a request. */
export class RestError extends Error {
	override readonly name = 'RestError';
	readonly status: number;

	constructor(status: number, message: string) {
		super(message);
		this.status = status;
	}
}

const Wrapped = z.looseObject({ data: z.unknown() });
const Refusal = z.object({ message: z.string() }).catch({ message: 'no reason given' });

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Sends one request as the editor does, and parses the answer. */
type Rest = <T extends z.ZodType>(method: Method, path: string, answer: T, body?: object) => Promise<z.output<T>>;

/** The editor's own interface to n8n: it needs no key, only a signed-in session. */
function openRest(url: string): Rest {
	let cookie = '';
	return async (method, path, answer, body) => {
		const response = await fetch(`${url}${path}`, {
			method,
			// n8n binds sessions to a browser ID. It closes a connection after five idle seconds: kept, a process that was busy for
			// longer would write its next request to a closed one.
			headers: { 'content-type': 'application/json', 'browser-id': 'n8n-script', connection: 'close', cookie },
			...(body && { body: JSON.stringify(body) }),
		});
		const text = await response.text();
		const json: unknown = text === '' ? {} : JSON.parse(text);
		if (!response.ok) {
			const { message } = Refusal.parse(json);
			throw new RestError(response.status, `${method} ${path}: ${response.status} ${message}`);
		}
		const session = response.headers.getSetCookie().find((header) => header.startsWith('n8n-auth='));
		cookie = session?.split(';')[0] ?? cookie;
		// The editor's routes wrap their answers; the lists of types are plain files.
		return answer.parse(path.startsWith('/rest/') ? Wrapped.parse(json).data : json);
	};
}

const Named = z.object({ id: z.string(), name: z.string() });
export type Named = z.output<typeof Named>;

const Settings = z.object({ userManagement: z.object({ showSetupOnFirstLoad: z.boolean().default(false) }) });
const TestResult = z.object({ status: z.enum(['OK', 'Error']), message: z.string().default('') });
const Saved = Named.extend({ versionId: z.string() });
const Publication = z.object({
	status: z.string(),
	triggers: z.array(z.object({ errorMessage: z.string().nullish() })).default([]),
});
const Execution = z.object({ id: z.string(), status: z.string(), mode: z.string() });
export type Execution = z.output<typeof Execution>;

/** A node type or a credential type. */
const Type = z.object({ name: z.string(), webhooks: z.array(z.unknown()).default([]) });

const ASK_MS = 250;
const PATIENCE_MS = 180_000;
const ENDED = new Set(['success', 'error', 'crashed', 'canceled']);

/** The actions of the editor, as functions. */
export function openN8n(url: string, owner: Owner = OWNER) {
	const rest = openRest(url);
	return {
		/** For requests that have no function below. */
		rest,
		signIn: () => signIn(rest, owner),
		nodeTypes: () => rest('GET', '/types/nodes.json', z.array(Type)),
		credentialTypes: () => rest('GET', '/types/credentials.json', z.array(Type)),
		credentials: () => rest('GET', '/rest/credentials', z.array(Named.extend({ type: z.string() }))),
		createCredential: (name: string, type: string, data: object) =>
			rest('POST', '/rest/credentials', Named, { name, type, data }),
		updateCredential: (id: string, name: string, type: string, data: object) =>
			rest('PATCH', `/rest/credentials/${id}`, Named, { name, type, data }),
		testCredential: (credential: Named, type: string, data: object) =>
			rest('POST', '/rest/credentials/test', TestResult, { credentials: { ...credential, type, data } }),
		workflows: () => rest('GET', '/rest/workflows', z.array(Named.extend({ active: z.boolean() }))),
		createWorkflow: (workflow: object) => rest('POST', '/rest/workflows', Saved, { settings: {}, ...workflow }),
		/** Saves a workflow as the editor does: the published version stays the same. */
		async changeWorkflow(id: string, workflow: object): Promise<void> {
			const { versionId } = await rest('GET', `/rest/workflows/${id}`, Saved);
			await rest('PATCH', `/rest/workflows/${id}`, z.unknown(), { versionId, ...workflow });
		},
		publish: (id: string) => publish(rest, id),
		unpublish: async (id: string): Promise<void> => {
			await rest('POST', `/rest/workflows/${id}/deactivate`, z.unknown(), {});
			await publicationError(rest, id);
		},
		countSucceeded: async (workflowId: string): Promise<number> => {
			const filter = encodeURIComponent(JSON.stringify({ workflowId, status: ['success'] }));
			return (await rest('GET', `/rest/executions?limit=1&filter=${filter}`, z.object({ count: z.int() }))).count;
		},
		/** The data that the workflow's nodes store in n8n. */
		staticData: async (id: string): Promise<unknown> =>
			(await rest('GET', `/rest/workflows/${id}`, z.object({ staticData: z.unknown() }))).staticData,
		/** @returns the execution's ID. */
		start: (id: string, trigger: string) => start(rest, id, trigger),
		run: async (id: string, trigger: string) => await untilEnded(rest, await start(rest, id, trigger)),
		execution: (id: string) => rest('GET', `/rest/executions/${id}`, Execution),
		/** Newest first. */
		executions: async (workflowId: string): Promise<readonly Execution[]> => {
			const filter = encodeURIComponent(JSON.stringify({ workflowId }));
			const found = z.object({ results: z.array(Execution) });
			return (await rest('GET', `/rest/executions?filter=${filter}`, found)).results;
		},
	};
}

export type N8n = ReturnType<typeof openN8n>;

/** Creates the owner of a new n8n. @throws RestError with status 401 if the login was changed since. */
async function signIn(rest: Rest, owner: Owner): Promise<void> {
	const { email, password } = owner;
	const { userManagement } = await rest('GET', '/rest/settings', Settings);
	if (userManagement.showSetupOnFirstLoad) await rest('POST', '/rest/owner/setup', z.unknown(), owner);
	await rest('POST', '/rest/login', z.unknown(), { emailOrLdapLoginId: email, password });
}

/** @returns the node's error message, or null. */
async function publish(rest: Rest, id: string): Promise<string | null> {
	const { versionId } = await rest('GET', `/rest/workflows/${id}`, Saved);
	await rest('POST', `/rest/workflows/${id}/activate`, z.unknown(), { versionId });
	return await publicationError(rest, id);
}

/** Waits for the outcome: n8n answers before it activates triggers, and retries failed ones for up to 20 seconds. */
async function publicationError(rest: Rest, id: string): Promise<string | null> {
	for (let waited = 0; waited < PATIENCE_MS; waited += ASK_MS) {
		await wait(ASK_MS);
		const { status, triggers } = await rest('GET', `/rest/workflows/${id}/publication-status`, Publication);
		if (status === 'in_progress') continue;
		return triggers.map(({ errorMessage }) => errorMessage).find(Boolean) ?? null;
	}
	return 'n8n did not report an outcome within three minutes';
}

async function start(rest: Rest, id: string, trigger: string): Promise<string> {
	const Started = z.object({ executionId: z.string() });
	const body = { triggerToStartFrom: { name: trigger } };
	return (await rest('POST', `/rest/workflows/${id}/run`, Started, body)).executionId;
}

async function untilEnded(rest: Rest, id: string): Promise<Execution> {
	for (let waited = 0; waited < PATIENCE_MS; waited += ASK_MS) {
		const execution = await rest('GET', `/rest/executions/${id}`, Execution);
		if (ENDED.has(execution.status)) return execution;
		await wait(ASK_MS);
	}
	throw new RestError(0, `Execution ${id} did not finish within three minutes`);
}
