import { api } from '../../../../src/api/index.ts';
import { operation } from '../../operation.ts';
import { webhookId } from '../webhookId.ts';
import { WEBHOOK_NOT_FOUND } from './notFound.ts';

export const deleteWebhook = operation({
	endpoint: api.webhooks.delete,
	value: 'delete',
	name: 'Delete',
	action: 'Delete a webhook',
	description: 'Stop sending events to a webhook, for good. Works on any paid plan.',
	fields: { id: webhookId },
	advice: WEBHOOK_NOT_FOUND,
});
