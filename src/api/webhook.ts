import * as z from 'zod/v4';
import { DateTime, Deleted, wholeList } from './conventions.ts';
import { endpoint } from './endpoint.ts';
import { EventName } from './events.ts';
import { NOT_HTTPS, receivesEvents } from './url.ts';

const WebhookUrl = z.url().refine(receivesEvents, { error: NOT_HTTPS });

// ASSUMED webhook-record: the description shows only `id`, so all other fields are optional.
/** A registered webhook (Resources, Webhook). */
export const Webhook = z.looseObject({
	id: z.string().meta({ examples: ['sample-webhook'] }),
	url: z.string().optional().meta({ examples: ['https://hooks.example.com/meetings'] }),
	events: z.array(z.string()).optional().meta({ examples: [['conversation.created']] }),
	createdAt: DateTime.optional(),
});
export type Webhook = z.output<typeof Webhook>;

/** A newly registered webhook: the only answer with the signing secret. */
export const RegisteredWebhook = Webhook.extend({ secret: z.string().meta({ examples: ['shown only once'] }) });
export type RegisteredWebhook = z.output<typeof RegisteredWebhook>;

/** Seconds the service waits for the receiver of a test delivery (Limits, 8). */
export const WEBHOOK_TEST_TIMEOUT_SECONDS = 10;

export const webhooks = {
	// ASSUMED webhook-list: method and answer are not shown.
	// ASSUMED webhook-list-plans: any paid plan may list, as it may delete.
	list: endpoint({
		method: 'GET',
		path: '/api/v1/webhooks',
		summary: 'List active webhooks',
		response: z.looseObject({ data: z.array(Webhook) }),
		repeat: 'always',
		credit: 'never',
		errors: [],
		paging: wholeList,
	}),

	// ASSUMED webhook-register: method, body and answer are not shown.
	// ASSUMED webhook-limit: above the plan's number the service answers 403 `forbidden`.
	register: endpoint({
		method: 'POST',
		path: '/api/v1/webhooks',
		summary: 'Register a webhook',
		notes: 'Only HTTPS addresses are accepted. The signing secret is returned once, in this answer.',
		body: { url: WebhookUrl, events: z.array(EventName).min(1) },
		response: z.looseObject({ data: RegisteredWebhook }),
		repeat: 'never',
		credit: 'never',
		errors: ['validation_error'],
	}),

	delete: endpoint({
		method: 'DELETE',
		path: '/api/v1/webhooks',
		summary: 'Delete a webhook',
		notes: 'Works on any paid plan, so that webhooks can be removed after a downgrade.',
		body: { id: z.string().min(1).describe('Webhook identifier') },
		response: Deleted,
		repeat: 'always',
		credit: 'never',
		errors: ['validation_error', 'not_found'],
	}),

	// ASSUMED webhook-test: method, body and answer are not shown.
	test: endpoint({
		method: 'POST',
		path: '/api/v1/webhooks/test',
		summary: 'Send a test delivery',
		notes: `Sends a signed \`webhook.test\` event and returns the receiver's status. Times out after ${WEBHOOK_TEST_TIMEOUT_SECONDS} seconds.`,
		body: { id: z.string().min(1).describe('Webhook identifier') },
		response: z.looseObject({ data: z.looseObject({ id: z.string().meta({ examples: ['sample-webhook'] }), statusCode: z.int().meta({ examples: [200] }) }) }),
		repeat: 'never',
		credit: 'never',
		errors: ['validation_error', 'not_found'],
	}),
};
