import { z } from 'zod/v4';
import { api, EventName, eventNames } from '../../src/api/index.ts';
import { iso } from '../clock.ts';
import { listWebhooks, type StoredWebhook } from '../db/webhooks.ts';
import { registerWebhook, removeWebhook, webhookOf, webhookState } from '../webhooks.ts';
import { control, listed, namedUser, owner } from './control.ts';
import { asLabelled, enter } from './entry.ts';

const ShownWebhook = z.object({ id: z.string(), url: z.string(), events: z.array(EventName), createdAt: z.string() });

const asShown = ({ id, url, events, createdAt }: StoredWebhook) => ({ id, url, events, createdAt: iso(createdAt) });

const Outcome = z.object({ event: z.string(), createdAt: z.string(), status: z.int().nullable(), error: z.string().nullable() });

const id = enter(z.string(), { kind: 'text', label: 'ID', help: 'ID from the list' });

export const webhooks = {
	list: control({
		method: 'GET',
		path: '/sandbox/webhooks',
		summary: 'List a user’s webhooks on any plan, with the last delivery to each and what is wrong',
		command: 'webhook list',
		section: 'webhooks',
		input: z.strictObject({ user: owner('webhooks') }),
		output: z.array(ShownWebhook.extend({ lastDelivery: Outcome.nullable(), problem: z.string().nullable() })),
		run: (service, { user }) => {
			const account = namedUser(service, user);
			return listWebhooks(service.db, account.id).map((webhook) => {
				const { lastDelivery: last, problem } = webhookState(service, account, webhook);
				return { ...asShown(webhook), lastDelivery: last && { ...last, createdAt: iso(last.createdAt) }, problem };
			});
		},
		shown: (rows) =>
			listed(rows, {
				ID: (webhook) => webhook.id,
				EVENTS: ({ events }) => events.length,
				'LAST DELIVERY': ({ lastDelivery }) => lastDelivery?.createdAt ?? null,
				URL: ({ url }) => url,
				PROBLEM: ({ problem }) => problem,
			}),
	}),
	create: control({
		method: 'POST',
		path: '/sandbox/webhooks',
		summary: 'Register a webhook. Its secret is shown only once',
		command: 'webhook create <url>',
		examples: ['webhook create https://example.com/hook \\\n      --events conversation.created conversation.deleted'],
		section: 'webhooks',
		button: 'Register webhook',
		input: z.strictObject({
			user: owner('webhook'),
			url: enter(api.webhooks.register.body.url, {
				kind: 'url',
				label: 'URL',
				help: 'address that receives the events',
				example: 'https://example.com/hook',
				note: 'A public HTTPS address. Started with --allow-loopback-http, the sandbox also delivers to this machine, such as http://localhost:5678/webhook/….',
			}),
			events: enter(api.webhooks.register.body.events, { kind: 'choices', label: 'Events', help: 'events to deliver', choices: asLabelled(eventNames) }),
		}),
		output: ShownWebhook.extend({ secret: z.string() }),
		run: (service, { user, ...wanted }) => {
			const webhook = registerWebhook(service, namedUser(service, user), wanted);
			return { ...asShown(webhook), secret: webhook.secret };
		},
		shown: (webhook) => ({ text: `Registered ${webhook.id}, the webhook to ${webhook.url}, with a signing secret.`, secret: webhook.secret }),
	}),
	test: control({
		method: 'POST',
		path: '/sandbox/webhooks/{id}/test',
		summary: 'Send a test event to a webhook',
		command: 'webhook test <id>',
		section: 'webhooks',
		button: 'Test',
		form: 'row',
		input: z.strictObject({ id }),
		output: z.object({ url: z.string(), status: z.int().nullable(), error: z.string().nullable(), durationMs: z.int() }),
		run: async (service, input) => {
			const webhook = webhookOf(service, null, input.id);
			return { url: webhook.url, ...(await service.deliveries.test(webhook)) };
		},
		shown: ({ url, status, error, durationMs }) => `webhook.test to ${url}: ${status ?? error} in ${durationMs} ms`,
	}),
	delete: control({
		method: 'DELETE',
		path: '/sandbox/webhooks/{id}',
		summary: 'Delete a webhook',
		command: 'webhook delete <id>',
		section: 'webhooks',
		button: 'Delete',
		form: 'row',
		input: z.strictObject({ id }),
		output: z.object({ id: z.string(), deleted: z.literal(true) }),
		run: (service, input) => {
			removeWebhook(service, null, input.id);
			return { id: input.id, deleted: true as const };
		},
		shown: (deleted) => `Deleted ${deleted.id}.`,
	}),
};
