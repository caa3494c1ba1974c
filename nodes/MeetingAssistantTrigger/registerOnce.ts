import { NodeOperationError } from 'n8n-workflow';
import type { Webhook } from '../../src/api/index.ts';
import { ClientError } from '../../src/client/index.ts';
import { deleteWebhook, listWebhooks, readRegistered } from './atService.ts';
import { isOwn, type Registering } from './registering.ts';

/** A webhook that was registered, and whose deliveries can be verified. */
export interface Registered {
	readonly id: string;
	readonly secret: string;
}

export interface Cleared {
	readonly others: readonly Webhook[];
	readonly removed: number;
}

/**
 * Deletes what the service still has for this trigger: leftovers, whose secret nobody holds, and what is to be replaced.
 * @throws ClientError
 */
export async function clearOwn(wanted: Registering): Promise<Cleared> {
	const listed = await listWebhooks(wanted.client);
	const own = listed.filter((webhook) => isOwn(webhook, wanted));
	for (const { id } of own) await deleteWebhook(wanted.client, id);
	return { others: listed.filter((webhook) => !own.includes(webhook)), removed: own.length };
}

/** Whether the webhook that may have been registered is surely gone. `id` when the service told one. Never throws. */
async function rollBack(wanted: Registering, id: string | undefined): Promise<boolean> {
	try {
		if (id === undefined) return (await clearOwn(wanted)).removed > 0;
		await deleteWebhook(wanted.client, id);
		return true;
	} catch (error) {
		// The failure that led here is the one to tell, and the next attempt begins by clearing.
		const cause = String(error);
		wanted.context.logger.warn('A webhook that may have been registered could not be removed', { cause });
		return false;
	}
}

/** Whether nobody knows if the webhook was registered. */
const mayBeThere = (error: unknown): boolean =>
	!(error instanceof ClientError) || ['noAnswer', 'unexpectedAnswer'].includes(error.problem.kind);

/**
 * Registers, and leaves nothing at the service when that ends without a secret to verify deliveries by.
 * @throws ClientError, or NodeOperationError when the service told no secret.
 */
export async function registerOnce(wanted: Registering): Promise<Registered> {
	const { client, url, events, context } = wanted;
	const { data } = await client.webhooks.register({ url, events: [...events] }).catch(async (error: unknown) => {
		if (mayBeThere(error)) await rollBack(wanted, undefined);
		throw error;
	});
	const { id, secret } = readRegistered(data);
	if (id !== undefined && secret !== undefined) return { id, secret };
	const what = 'The service registered a webhook without an ID or its signing secret, so deliveries could not be verified.';
	const outcome = (await rollBack(wanted, id))
		? 'The webhook was removed again.'
		: `The webhook may still be at the service${id === undefined ? '' : ` as ${id}`}. Look for it with the node Meeting Assistant (Webhook, Get Many), and remove it with Delete.`;
	throw new NodeOperationError(context.getNode(), `${what} ${outcome}`);
}
