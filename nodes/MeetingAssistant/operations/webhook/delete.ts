import { z } from 'zod/v4';
import { api } from '../../../../src/api/index.ts';
import { confirmation, requireConfirmation } from '../../confirmation.ts';
import { operation } from '../../endpointOperation.ts';
import { readInput } from '../../readInput.ts';
import { result } from '../../result.ts';
import { webhookId } from '../webhookId.ts';
import { WEBHOOK_NOT_FOUND } from './notFound.ts';

const Input = z.object({ id: z.string() });

export const deleteWebhook = operation({
	endpoint: api.webhooks.delete,
	value: 'delete',
	name: 'Delete',
	action: 'Delete a webhook',
	description: 'Stop sending events to a webhook, for good. Works on any paid plan.',
	fields: { id: webhookId },
	own: { fields: { confirmed: confirmation } },
	advice: WEBHOOK_NOT_FOUND,
	async *run(session, input) {
		requireConfirmation(session, input);
		const { data } = await session.client.webhooks.delete(readInput(Input, input));
		yield result(data);
	},
});
