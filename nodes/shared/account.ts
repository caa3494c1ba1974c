import { sleep, type IAllExecuteFunctions, type INode } from 'n8n-workflow';
import * as z from 'zod/v4';
import { CredentialSettings } from '../../credentials/settings.ts';
import { accountOf, type Account } from '../../src/limits/index.ts';
import { createClient, type Client, type ClientOptions } from '../../src/client/index.ts';
import { isKey, redactor } from '../../src/transport/index.ts';
import { notAKey } from '../../src/words/index.ts';
import { n8nTransport } from './transport.ts';

export const CREDENTIAL = 'meetingAssistantApi';
export const USER_AGENT = 'n8n-nodes-meeting-assistant';

/** n8n offers a node to AI agents under its name with this suffix. */
export const isTool = ({ type }: INode): boolean => type.endsWith('Tool');

export const Secret = z.object({ apiKey: z.string().trim() }).catch({ apiKey: '' });

/** What a node needs to know about the account. The key itself stays in `redact`. */
export interface AccountSettings extends CredentialSettings {
	/** Whether the key is one at all. */
	readonly hasKey: boolean;
	/** Removes the key from text that comes from outside. */
	readonly redact: (text: string) => string;
	/** What is known about the service's limits, shared by all nodes. */
	readonly account: Account;
}

export async function readSettings(context: IAllExecuteFunctions): Promise<AccountSettings> {
	const credential: unknown = await context.getCredentials(CREDENTIAL);
	const settings = CredentialSettings.parse(credential);
	const { apiKey } = Secret.parse(credential);
	return { ...settings, hasKey: isKey(apiKey), redact: redactor(apiKey), account: accountOf(settings.baseUrl, apiKey) };
}

/** A client with the node’s credential. It sends each request once unless given patience: a list is opened again, and a poll comes again. */
export function clientOf(
	context: IAllExecuteFunctions,
	{ baseUrl, allowHttp, hasKey, redact, account }: Pick<AccountSettings, 'baseUrl' | 'allowHttp' | 'hasKey' | 'redact' | 'account'>,
	options: Partial<ClientOptions>,
): Client {
	if (!hasKey) throw notAKey('Open the credential, and copy the key again from the desktop app');
	return createClient({
		baseUrl,
		allowHttp,
		transport: n8nTransport(context, CREDENTIAL, redact),
		sleep,
		patienceMs: 0,
		userAgent: USER_AGENT,
		around: account.begin().around,
		...options,
	});
}

/**
 * A client for the credential's service.
 * @throws ClientError `invalidInput` if the credential's base URL is invalid, or would send the key unencrypted.
 */
export const connect = async (context: IAllExecuteFunctions, options: Partial<ClientOptions> = {}): Promise<Client> =>
	clientOf(context, await readSettings(context), options);
