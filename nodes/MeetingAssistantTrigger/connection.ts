import { sleep } from 'n8n-workflow';
import { z } from 'zod/v4';
import { CredentialSettings } from '../../credentials/settings.ts';
import { DEFAULT_HEADER_PREFIX } from '../../src/api/index.ts';
import { createClient, type Client } from '../../src/client/index.ts';
import { n8nTransport } from '../../src/transport/n8n.ts';
import type { TriggerContext } from './context.ts';

const CREDENTIAL = 'meetingAssistantApi';
const USER_AGENT = 'n8n-nodes-meeting-assistant';

const TriggerSettings = CredentialSettings.extend({
	headerPrefix: z.string().trim().min(1).catch(DEFAULT_HEADER_PREFIX),
});
export type TriggerSettings = z.output<typeof TriggerSettings>;

export const readSettings = async (context: TriggerContext): Promise<TriggerSettings> =>
	TriggerSettings.parse(await context.getCredentials(CREDENTIAL));

/**
 * A client that asks once: n8n itself repeats an activation, and a sender does not wait. `timeoutMs` is for one answer.
 * @throws ClientError `invalidInput` when the credential's base URL is not one.
 */
export const connect = (context: TriggerContext, { baseUrl }: TriggerSettings, timeoutMs: number): Client =>
	createClient({
		baseUrl,
		transport: n8nTransport(context, CREDENTIAL),
		sleep,
		patienceMs: 0,
		timeoutMs,
		userAgent: USER_AGENT,
	});
