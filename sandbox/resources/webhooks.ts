import { api } from '../../src/api/index.ts';
import { iso } from '../clock.ts';
import { listWebhooks, type StoredWebhook } from '../db/webhooks.ts';
import { registerWebhook, removeWebhook, requireWebhooks, webhookOf } from '../webhooks.ts';
import { route } from './route.ts';

const listed = ({ id, url, events, createdAt }: StoredWebhook) => ({ id, url, events, createdAt: iso(createdAt) });

export const webhooks = {
	list: route(api.webhooks.list, (_input, { service, user }) => ({ data: listWebhooks(service.db, user.id).map(listed) })),

	register: route(api.webhooks.register, (wanted, { service, user }) => {
		const webhook = registerWebhook(service, user, wanted);
		return { data: { ...listed(webhook), secret: webhook.secret } };
	}),

	delete: route(api.webhooks.delete, ({ id }, { service, user }) => {
		removeWebhook(service, user.id, id);
		return { data: { id, deleted: true as const } };
	}),

	test: route(api.webhooks.test, async ({ id }, { service, user }) => {
		requireWebhooks(user);
		const { status, error } = await service.deliveries.test(webhookOf(service, user.id, id));
		// If the receiver did not answer: 0, and the reason.
		return { data: status === null ? { id, statusCode: 0, error } : { id, statusCode: status } };
	}),
};
