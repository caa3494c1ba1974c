import { locator } from '../locator.ts';

export const webhookId = locator({
	name: 'webhookId',
	displayName: 'Webhook',
	description: 'Register and Get Many have the ID in the field “id”',
	searchListMethod: 'searchWebhooks',
	placeholder: 'e.g. wh_3Nf7',
});
