import { api, plans } from '../../src/api/index.ts';
import { iso } from '../clock.ts';
import {
	countWebhooks,
	deleteWebhook,
	findWebhook,
	insertWebhook,
	listWebhooks,
	type StoredWebhook,
} from '../db/webhooks.ts';
import { targetProblem } from '../deliveries/target.ts';
import { newId, newToken } from '../ids.ts';
import { ApiError, invalid, notFound } from '../server/apiError.ts';
import type { ApiUser } from '../server/auth.ts';
import { route } from './route.ts';

const listed = ({ id, url, events, createdAt }: StoredWebhook) => ({ id, url, events, createdAt: iso(createdAt) });

/** Webhooks a user may have. @throws ApiError `forbidden` on a plan without webhooks. */
function allowedWebhooks({ plan }: ApiUser): number {
	const { webhooks: allowed } = plans[plan];
	if (allowed === 0) throw new ApiError('forbidden', 'Webhooks require the Professional or Enterprise plan.');
	return allowed ?? Number.POSITIVE_INFINITY;
}

export const webhooks = {
	list: route(api.webhooks.list, (_input, { service, user }) => {
		allowedWebhooks(user);
		return { data: listWebhooks(service.db, user.id).map(listed) };
	}),

	register: route(api.webhooks.register, ({ url, events }, { service: { db, now, allowLoopbackHttp }, user }) => {
		const allowed = allowedWebhooks(user);
		const problem = targetProblem(url, allowLoopbackHttp);
		if (problem !== null) throw invalid('url', problem);
		if (countWebhooks(db, user.id) >= allowed) {
			throw new ApiError('forbidden', `The ${user.plan} plan allows ${allowed} webhooks. Delete one first.`);
		}
		const webhook = {
			id: newId('wh'),
			userId: user.id,
			url,
			events: [...new Set(events)],
			secret: `whsec_${newToken()}`,
			createdAt: now(),
		};
		insertWebhook(db, webhook);
		return { data: { ...listed(webhook), secret: webhook.secret } };
	}),

	delete: route(api.webhooks.delete, ({ id }, { service: { db, now }, user }) => {
		if (!deleteWebhook(db, user.id, id, now())) throw notFound(`Webhook ${id}`);
		return { data: { id, deleted: true as const } };
	}),

	test: route(api.webhooks.test, async ({ id }, { service: { db, deliveries }, user }) => {
		allowedWebhooks(user);
		const webhook = findWebhook(db, user.id, id);
		if (webhook === undefined) throw notFound(`Webhook ${id}`);
		const { status, error } = await deliveries.test(webhook);
		// Without an answer from the receiver: 0, and the reason.
		return { data: status === null ? { id, statusCode: 0, error } : { id, statusCode: status } };
	}),
};
