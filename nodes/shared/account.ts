import { sleep, type IAllExecuteFunctions } from 'n8n-workflow';
import { CredentialSettings } from '../../credentials/settings.ts';
import { createClient, type Client, type ClientOptions } from '../../src/client/index.ts';
import { n8nTransport } from '../../src/transport/n8n.ts';

export const CREDENTIAL = 'meetingAssistantApi';
const USER_AGENT = 'n8n-nodes-meeting-assistant';

export const transportOf = (context: IAllExecuteFunctions) => n8nTransport(context, CREDENTIAL);

export const readSettings = async (context: IAllExecuteFunctions): Promise<CredentialSettings> =>
	CredentialSettings.parse(await context.getCredentials(CREDENTIAL));

/** A client that asks with the node's credential, and asks once unless given patience. */
export const clientOf = (
	context: IAllExecuteFunctions,
	options: Pick<ClientOptions, 'baseUrl'> & Partial<ClientOptions>,
): Client => createClient({ transport: transportOf(context), sleep, patienceMs: 0, userAgent: USER_AGENT, ...options });

/** A client for the credential's service. @throws ClientError `invalidInput` when the credential's base URL is not one. */
export const connect = async (context: IAllExecuteFunctions, options: Partial<ClientOptions> = {}): Promise<Client> =>
	clientOf(context, { baseUrl: (await readSettings(context)).baseUrl, ...options });
