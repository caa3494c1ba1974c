import { sign } from '../../sandbox/deliveries/send.ts';
import { deliveryHeaders } from '../../src/api/index.ts';

const names = deliveryHeaders();

/** A signed delivery about this conversation, as the service sends it: on a connection of its own. */
export function signedDelivery(conversationId: string, secret: string, now: number) {
	const event = 'conversation.created';
	const body = JSON.stringify({ event, data: { conversationId }, timestamp: new Date(now).toISOString() });
	const headers = { connection: 'close', 'Content-Type': 'application/json', [names.event]: event, [names.signature]: sign(body, secret) };
	return { body, headers };
}
