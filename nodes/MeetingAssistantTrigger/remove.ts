import type { IHookFunctions } from 'n8n-workflow';
import type { ErrorCode } from '../../src/api/index.ts';
import type { Client } from '../../src/client/index.ts';
import { connect } from '../shared/account.ts';
import { isCode, triggerError } from '../shared/triggerError.ts';
import { ownUrl, workflowIdOf } from './registering.ts';
import { forgetRegistration, readRegistration, SAMPLES_ID, type Registration } from './stored.ts';

const TIMEOUT_MS = 15_000;

/** What is stored is older than what the service has, as after restoring a data base: what leads here goes too. */
async function deleteByUrl(client: Client, url: string): Promise<void> {
	const { data } = await client.webhooks.list();
	for (const { id } of data.filter((webhook) => webhook.url === url)) await client.webhooks.delete({ id });
}

const unless =
	(code: ErrorCode, then: () => Promise<void>) =>
	async (error: unknown): Promise<void> => {
		if (!isCode(error, code)) throw error;
		await then();
	};

async function deleteAtService(client: Client, { id, url }: Registration): Promise<void> {
	const nothing = async (): Promise<void> => {};
	// After a downgrade webhooks can be deleted but not listed, and the one that was known is gone.
	const leftovers = () => deleteByUrl(client, url).catch(unless('forbidden', nothing));
	await client.webhooks.delete({ id }).then(nothing, unless('not_found', leftovers));
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
	const url = ownUrl(context);
	if (held.url !== url || held.workflowId !== workflowIdOf(context)) {
		context.logger.warn(`Webhook ${held.id} leads to another address or workflow and was left at the service`);
		forgetRegistration(context);
		return;
	}
	try {
		await deleteAtService(await connect(context, { timeoutMs: TIMEOUT_MS }), held);
	} catch (error) {
		throw triggerError(context.getNode(), error, {
			before: `Webhook ${held.id} could not be removed and is still at the service, which goes on sending events to it. When the workflow is published again it is replaced`,
		});
	}
	forgetRegistration(context);
}
