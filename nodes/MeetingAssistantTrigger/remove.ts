import type { IHookFunctions } from 'n8n-workflow';
import type { Client } from '../../src/client/index.ts';
import { isSameAddress } from '../../src/webhooks/index.ts';
import { clientOf, readSettings, transportOf } from '../shared/account.ts';
import { isCode, triggerError } from '../shared/triggerError.ts';
import { within } from '../shared/within.ts';
import { deleteWebhook, listWebhooks } from './atService.ts';
import { oneAtATime } from './oneAtATime.ts';
import { ownRegistration } from './registering.ts';
import { forgetRegistration, readRegistration, SAMPLES_ID, type Registration } from './stored.ts';

const TIMEOUT_MS = 15_000;

/** For all requests of a removal. */
const LIMIT_MS = 60_000;

async function clientFor(context: IHookFunctions): Promise<Client> {
	const settings = await readSettings(context);
	return clientOf(context, settings, { timeoutMs: TIMEOUT_MS, transport: within(LIMIT_MS, transportOf(context, settings)) });
}

/** What else leads here, as after restoring an old database, or when two processes registered at once. */
async function deleteLeftovers(client: Client, url: string): Promise<void> {
	const leftovers = (await listWebhooks(client)).filter((webhook) => isSameAddress(webhook.url, url));
	for (const { id } of leftovers) await deleteWebhook(client, id);
}

async function deleteAtService(context: IHookFunctions, { id, url }: Registration): Promise<void> {
	const client = await clientFor(context);
	const wasThere = await deleteWebhook(client, id);
	await deleteLeftovers(client, url).catch((error: unknown) => {
		// After a downgrade webhooks can be deleted but not listed, and the one that was known is gone.
		if (isCode(error, 'forbidden')) return;
		if (!wasThere) throw error;
		context.logger.warn('Whether other webhooks lead to this trigger could not be looked up', { cause: String(error) });
	});
}

/**
 * Removes this trigger's webhook at the service. One that is gone already is as good. When the service cannot be asked,
 * throws and keeps what is stored, so that it can be removed later. A webhook of another workflow or another n8n, whose
 * registration came along with a copy, is left alone.
 */
export async function removeWebhook(context: IHookFunctions): Promise<void> {
	const held = readRegistration(context);
	if (!held) return;
	if (held.id === SAMPLES_ID) return forgetRegistration(context);
	if (!ownRegistration(context)) {
		context.logger.warn(`Webhook ${held.id} leads to another address or workflow and was left at the service`);
		forgetRegistration(context);
		return;
	}
	try {
		await oneAtATime(context, () => deleteAtService(context, held));
	} catch (error) {
		throw triggerError(context.getNode(), error, {
			before: `Webhook ${held.id} could not be removed and is still at the service, which goes on sending events to it. When the workflow is published again it is replaced`,
		});
	}
	forgetRegistration(context);
}
