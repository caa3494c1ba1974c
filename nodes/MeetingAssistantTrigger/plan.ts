import type { Client } from '../../src/client/index.ts';

export const NO_WEBHOOKS =
	'The Starter plan has no webhooks, so events cannot be delivered. Use the Meeting Assistant Polling Trigger, which asks the service itself and works on every plan, or upgrade to Professional.';

/** Whether the account's plan has no webhooks at all. When that cannot be learned, it has. */
export async function hasNoWebhooks(client: Client): Promise<boolean> {
	try {
		const { data } = await client.user.profile();
		return data.subscription.tier === 'starter';
	} catch {
		return false;
	}
}
