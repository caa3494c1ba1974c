import type { User } from './db/users.ts';
import { countWebhooks, deleteWebhook, findWebhook, insertWebhook, type StoredWebhook } from './db/webhooks.ts';
import { webhooksOn } from './deliveries/deliveries.ts';
import { targetProblem } from './deliveries/target.ts';
import { SandboxError } from './errors.ts';
import { newId, newToken } from './ids.ts';
import type { Service } from './service.ts';

/** @throws SandboxError `planLimit` on a plan without webhooks. */
export function requireWebhooks({ plan }: User): void {
	if (webhooksOn(plan) === 0) throw new SandboxError('planLimit', 'Webhooks require the Professional or Enterprise plan.');
}

/** Registers a webhook. This is the only time its secret is shown. @throws SandboxError `input`, `planLimit` */
export function registerWebhook(service: Service, user: User, { url, events }: Pick<StoredWebhook, 'url' | 'events'>): StoredWebhook {
	const { db, now, allowLoopbackHttp } = service;
	requireWebhooks(user);
	const problem = targetProblem(url, allowLoopbackHttp);
	if (problem !== null) throw new SandboxError('input', `url: ${problem}.`);
	const allowed = webhooksOn(user.plan);
	if (countWebhooks(db, user.id) >= allowed) {
		throw new SandboxError('planLimit', `The ${user.plan} plan allows ${allowed} webhooks. Delete one first.`);
	}
	const webhook = { id: newId('wh'), userId: user.id, url, events: [...new Set(events)], secret: `whsec_${newToken()}`, createdAt: now() };
	insertWebhook(db, webhook);
	return webhook;
}

/** A webhook of a user. @throws SandboxError `notFound` */
export function webhookOf({ db }: Service, userId: string, id: string): StoredWebhook {
	const webhook = findWebhook(db, userId, id);
	if (webhook === undefined) throw new SandboxError('notFound', `Webhook ${id} not found.`);
	return webhook;
}

/** @throws SandboxError `notFound` */
export function removeWebhook(service: Service, userId: string, id: string): void {
	deleteWebhook(service.db, webhookOf(service, userId, id).id, service.now());
}
