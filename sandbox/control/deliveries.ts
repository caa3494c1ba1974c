import { z } from 'zod/v4';
import { iso } from '../clock.ts';
import { DeliveryRow, findDelivery, listDeliveries } from '../db/deliveries.ts';
import { SandboxError } from '../errors.ts';
import { control, namedUser, UserRef } from './control.ts';

const ShownDelivery = DeliveryRow.extend({ createdAt: z.string() });

export const deliveries = {
	list: control({
		method: 'GET',
		path: '/sandbox/deliveries',
		summary: 'List deliveries to a user’s webhooks, newest first',
		input: z.strictObject({ user: UserRef, limit: z.coerce.number().int().min(1).max(1000).default(20) }),
		output: z.array(ShownDelivery),
		run: (service, { user, limit }) =>
			listDeliveries(service.db, namedUser(service, user).id, limit).map(({ createdAt, ...delivery }) => ({
				...delivery,
				createdAt: iso(createdAt),
			})),
	}),
	redeliver: control({
		method: 'POST',
		path: '/sandbox/deliveries/{id}/redeliver',
		summary: 'Send a delivery again, unchanged',
		input: z.strictObject({ id: z.coerce.number().int() }),
		output: DeliveryRow.pick({ event: true, url: true, status: true, error: true, durationMs: true }),
		run: async (service, { id }) => {
			const delivery = findDelivery(service.db, id);
			if (delivery === undefined) throw new SandboxError('notFound', `There is no delivery ${id}.`);
			return { ...delivery, ...(await service.deliveries.redeliver(delivery)) };
		},
	}),
};
