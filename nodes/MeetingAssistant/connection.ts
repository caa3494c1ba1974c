import type { IExecuteFunctions, ILoadOptionsFunctions } from 'n8n-workflow';
import { CredentialSettings, LimitOverrides } from '../../credentials/settings.ts';
import { createClient, type Client } from '../../src/client/index.ts';
import { n8nTransport } from '../../src/transport/n8n.ts';
import { cancellableSleep } from './cancellableSleep.ts';

const CREDENTIAL = 'meetingAssistantApi';
const USER_AGENT = 'n8n-nodes-meeting-assistant';

export interface Connection {
	/** Made when first needed: a wrong base URL is then a failure of the item that needs it. */
	readonly client: () => Client;
	readonly concurrency: number;
	/** Set once the run was stopped, by a person or by the workflow's timeout. */
	readonly signal: AbortSignal | undefined;
}

/** n8n offers a node to AI agents under its own name with this ending. An agent is not kept waiting. */
const isTool = (context: IExecuteFunctions): boolean => context.getNode().type.endsWith('Tool');

/** The connection of one run, from the credential and what the node sets in its place. */
export async function connect(context: IExecuteFunctions): Promise<Connection> {
	const settings = CredentialSettings.parse(await context.getCredentials(CREDENTIAL));
	const overrides = LimitOverrides.catch({}).parse(context.getNodeParameter('limits', 0, {}));
	const patienceSeconds = isTool(context) ? 0 : (overrides.patienceSeconds ?? settings.patienceSeconds);
	const signal = context.getExecutionCancelSignal();
	let client: Client | undefined;
	return {
		client: () =>
			(client ??= createClient({
				baseUrl: settings.baseUrl,
				transport: n8nTransport(context, CREDENTIAL),
				sleep: cancellableSleep(signal),
				patienceMs: patienceSeconds * 1000,
				userAgent: USER_AGENT,
			})),
		concurrency: overrides.concurrency ?? settings.concurrency,
		signal,
	};
}

/** A client for the lists of the editor, which never wait. */
export async function connectEditor(context: ILoadOptionsFunctions): Promise<Client> {
	const { baseUrl } = CredentialSettings.parse(await context.getCredentials(CREDENTIAL));
	return createClient({
		baseUrl,
		transport: n8nTransport(context, CREDENTIAL),
		sleep: cancellableSleep(undefined),
		patienceMs: 0,
		userAgent: USER_AGENT,
	});
}
