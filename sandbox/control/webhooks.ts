import { z } from 'zod/v4';
import { api, EventName } from '../../src/api/index.ts';
import { iso } from '../clock.ts';
import { listWebhooks, type StoredWebhook } from '../db/webhooks.ts';
import { registerWebhook, removeWebhook, webhookOf, webhookState } from '../webhooks.ts';
import { control, namedUser, UserRef } from './control.ts';

const ShownWebhook = z.object({ id: z.string(), url: z.string(), events: z.array(EventName), createdAt: z.string() });

const shown = ({ id, url, events, createdAt }: StoredWebhook) => ({ id, url, events, createdAt: iso(createdAt) });

const Outcome = z.object({ event: z.string(), createdAt: z.string(), status: z.int().nullable(), error: z.string().nullable() });

export const webhooks = {
	list: control({
		method: 'GET',
		path: '/sandbox/webhooks',
		summary: 'List a user’s webhooks on any plan, with the last delivery to each and what is wrong',
		input: z.strictObject({ user: UserRef }),
		output: z.array(ShownWebhook.extend({ lastDelivery: Outcome.nullable(), problem: z.string().nullable() })),
		run: (service, { user }) => {
			const owner = namedUser(service, user);
			return listWebhooks(service.db, owner.id).map((webhook) => {
				const { lastDelivery: last, problem } = webhookState(service, owner, webhook);
				return { ...shown(webhook), lastDelivery: last && { ...last, createdAt: iso(last.createdAt) }, problem };
			});
		},
	}),
	create: control({
		method: 'POST',
		path: '/sandbox/webhooks',
		summary: 'Register a webhook. Its secret is shown only once',
		input: z.strictObject({ user: UserRef, ...api.webhooks.register.body }),
		output: ShownWebhook.extend({ secret: z.string() }),
		run: (service, { user, ...wanted }) => {
			const webhook = registerWebhook(service, namedUser(service, user), wanted);
			return { ...shown(webhook), secret: webhook.secret };
		},
	}),
	test: control({
		method: 'POST',
		path: '/sandbox/webhooks/{id}/test',
		summary: 'Send a test event to a webhook',
		input: z.strictObject({ id: z.string() }),
		output: z.object({ url: z.string(), status: z.int().nullable(), error: z.string().nullable(), durationMs: z.int() }),
		run: async (service, { id }) => {
			const webhook = webhookOf(service, null, id);
			return { url: webhook.url, ...(await service.deliveries.test(webhook)) };
		},
	}),
	delete: control({
		method: 'DELETE',
		path: '/sandbox/webhooks/{id}',
		summary: 'Delete a webhook',
		input: z.strictObject({ id: z.string() }),
		output: z.object({ id: z.string(), deleted: z.literal(true) }),
		run: (service, { id }) => {
			removeWebhook(service, null, id);
			return { id, deleted: true as const };
		},
	}),
};
