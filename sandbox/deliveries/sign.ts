import { createHmac } from 'node:crypto';

/** HMAC-SHA256 over the body as sent, in lower-case hex (Events, Delivery rules). */
export const sign = (body: string, secret: string): string =>
	createHmac('sha256', secret).update(body, 'utf8').digest('hex');
