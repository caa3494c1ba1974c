import { NodeOperationError } from 'n8n-workflow';
import type { RegisteredWebhook, Webhook } from '../../src/api/index.ts';
import { ClientError } from '../../src/client/index.ts';
import type { Registering } from './registering.ts';

/**
 * Deletes what the service still has at this trigger's own URL: leftovers, whose secret nobody holds. Returns the others.
 * @throws ClientError
 */
export async function clearOwn({ client, url }: Registering): Promise<Webhook[]> {
	const { data } = await client.webhooks.list();
	for (const { id } of data.filter((webhook) => webhook.url === url)) await client.webhooks.delete({ id });
	return data.filter((webhook) => webhook.url !== url);
}

async function rollBack(wanted: Registering): Promise<void> {
	try {
		await clearOwn(wanted);
	} catch (error) {
		// The failure that led here is the one to tell, and the next attempt begins by clearing.
		const cause = String(error);
		wanted.context.logger.warn('A webhook that may have been registered could not be removed', { cause });
	}
}

/** Whether nobody knows if the webhook was registered. */
const mayBeThere = (error: unknown): boolean =>
	!(error instanceof ClientError) || ['noAnswer', 'unexpectedAnswer'].includes(error.problem.kind);

/**
 * Registers, and leaves nothing at the service when that ends without a secret to verify deliveries by.
 * @throws ClientError, or NodeOperationError when the service told no secret.
 */
export async function registerOnce(wanted: Registering): Promise<RegisteredWebhook> {
	const { client, url, events, context } = wanted;
	const { data } = await client.webhooks.register({ url, events: [...events] }).catch(async (error: unknown) => {
		if (mayBeThere(error)) await rollBack(wanted);
		throw error;
	});
	if (typeof data.id === 'string' && typeof data.secret === 'string' && data.secret !== '') return data;
	await rollBack(wanted);
	throw new NodeOperationError(
		context.getNode(),
		'The service registered a webhook without telling its signing secret, so deliveries could not be verified. It was removed again.',
	);
}
