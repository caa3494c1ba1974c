import { z } from 'zod/v4';
import { iso } from '../clock.ts';
import { DeliveryRow, findDelivery, listDeliveries } from '../db/deliveries.ts';
import { SandboxError } from '../errors.ts';
import { control, listed, namedUser, owner } from './control.ts';
import { enter } from './entry.ts';

const ShownDelivery = DeliveryRow.extend({ createdAt: z.string() });

/** A delivery in progress has neither a status nor an error. */
const answerOf = ({ status, error }: Pick<z.output<typeof DeliveryRow>, 'status' | 'error'>): string | number => status ?? error ?? 'in progress';

export const deliveries = {
	list: control({
		method: 'GET',
		path: '/sandbox/deliveries',
		summary: 'List deliveries to a user’s webhooks, newest first',
		command: 'deliveries list',
		help: 'Add --json for bodies and signatures.',
		input: z.strictObject({
			user: owner('webhooks'),
			limit: enter(z.coerce.number().int().min(1).max(1000).default(20), { kind: 'whole', help: 'max number' }),
		}),
		output: z.array(ShownDelivery),
		run: (service, { user, limit }) =>
			listDeliveries(service.db, namedUser(service, user).id, limit).map(({ createdAt, ...delivery }) => ({
				...delivery,
				createdAt: iso(createdAt),
			})),
		shown: (rows) =>
			listed(
				rows,
				{ ID: ({ id }) => id, TIME: ({ createdAt }) => createdAt.slice(11, 19), EVENT: ({ event }) => event, ANSWER: answerOf, MS: ({ durationMs }) => durationMs, URL: ({ url }) => url },
				'No deliveries yet. Register a webhook: activate a workflow with the trigger.',
			),
	}),
	redeliver: control({
		method: 'POST',
		path: '/sandbox/deliveries/{id}/redeliver',
		summary: 'Send a delivery again, unchanged. The service itself never does this',
		command: 'deliveries redeliver <id>',
		section: 'deliveries',
		button: 'Redeliver',
		inRows: true,
		input: z.strictObject({ id: enter(z.coerce.number().int(), { kind: 'whole', help: 'ID from the list' }) }),
		output: DeliveryRow.pick({ event: true, url: true, status: true, error: true, durationMs: true }),
		run: async (service, { id }) => {
			const delivery = findDelivery(service.db, id);
			if (delivery === undefined) throw new SandboxError('notFound', `There is no delivery ${id}.`);
			return { ...delivery, ...(await service.deliveries.redeliver(delivery)) };
		},
		shown: (sent) => `Sent again: ${sent.event} to ${sent.url}: ${answerOf(sent)} in ${sent.durationMs} ms`,
	}),
};
