import { z } from 'zod/v4';
import { deleteEverything } from '../db/open.ts';
import { addSample } from '../sample/addSample.ts';
import { control } from './control.ts';

export const everything = {
	status: control({
		method: 'GET',
		path: '/sandbox',
		summary: 'Show which database this sandbox uses',
		input: z.strictObject({}),
		output: z.object({ database: z.string() }),
		run: ({ database }) => ({ database }),
	}),
	addSample: control({
		method: 'POST',
		path: '/sandbox/sample',
		summary: 'Add a sample account with a month of meetings, unless it exists',
		input: z.strictObject({}),
		output: z.object({ user: z.string(), meetings: z.int() }),
		run: addSample,
	}),
	reset: control({
		method: 'POST',
		path: '/sandbox/reset',
		summary: 'Delete all users, keys, meetings and webhooks, clear all faults, and return to real time',
		input: z.strictObject({}),
		output: z.object({ reset: z.literal(true) }),
		run: async (service) => {
			await service.deliveries.settled();
			deleteEverything(service.db);
			service.faults.clear();
			service.requests.clear();
			service.clock.real();
			return { reset: true as const };
		},
	}),
};
