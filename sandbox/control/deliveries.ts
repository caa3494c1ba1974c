import { z } from 'zod/v4';
import { iso } from '../clock.ts';
import { findDelivery, listDeliveries } from '../db/deliveries.ts';
import { SandboxError } from '../errors.ts';
import { control } from './control.ts';
import { UserRef, whose } from './whose.ts';

const Outcome = { status: z.int().nullable(), error: z.string().nullable(), durationMs: z.int().nullable() };

const ShownDelivery = z.object({
	id: z.int(),
	webhookId: z.string(),
	url: z.string(),
	event: z.string(),
	body: z.string(),
	signature: z.string(),
	createdAt: z.string(),
	...Outcome,
});

export const deliveries = {
	list: control({
		method: 'GET',
		path: '/sandbox/deliveries',
		summary: 'List what was sent to a user’s webhooks, newest first',
		input: z.strictObject({ user: UserRef, limit: z.coerce.number().int().min(1).max(1000).default(20) }),
		output: z.array(ShownDelivery),
		run: (service, { user, limit }) =>
			listDeliveries(service.db, whose(service, user).id, limit).map(({ createdAt, ...delivery }) => ({
				...delivery,
				createdAt: iso(createdAt),
			})),
	}),
	redeliver: control({
		method: 'POST',
		path: '/sandbox/deliveries/{id}/redeliver',
		summary: 'Send a delivery once more, as it was',
		input: z.strictObject({ id: z.coerce.number().int() }),
		output: z.object({ event: z.string(), url: z.string(), ...Outcome }),
		run: async (service, { id }) => {
			const delivery = findDelivery(service.db, id);
			if (delivery === undefined) throw new SandboxError('notFound', `There is no delivery ${id}.`);
			return { ...delivery, ...(await service.deliveries.redeliver(delivery)) };
		},
	}),
};
