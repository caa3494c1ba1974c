import { api, WEBHOOK_TEST_TIMEOUT_SECONDS } from '../../../../src/api/index.ts';
import { operation } from '../../endpointOperation.ts';
import { webhookId } from '../webhookId.ts';
import { WEBHOOK_NOT_FOUND } from './notFound.ts';

export const sendTest = operation({
	endpoint: api.webhooks.test,
	value: 'sendTest',
	name: 'Send Test',
	action: 'Send a test event to a webhook',
	description: `Send a signed test event and get the HTTP status that the receiver answers with. It has ${WEBHOOK_TEST_TIMEOUT_SECONDS} seconds.`,
	fields: { id: webhookId },
	advice: WEBHOOK_NOT_FOUND,
});
