import type { Operation } from '../../operation.ts';

export const WEBHOOK_NOT_FOUND: Operation['advice'] = {
	not_found: 'Check the webhook: Webhook “Get Many” lists the IDs that exist',
};
