import { z } from 'zod/v4';
import { deleteEverything } from '../db/open.ts';
import { addSample } from '../sample/addSample.ts';
import { control } from './control.ts';

export const everything = {
	status: control({
		method: 'GET',
		path: '/sandbox',
		summary: 'Show which database this sandbox uses',
		command: 'status',
		input: z.strictObject({}),
		output: z.object({ database: z.string() }),
		run: ({ database }) => ({ database }),
		shown: ({ database }) => `Database ${database}`,
	}),
	addSample: control({
		method: 'POST',
		path: '/sandbox/sample',
		summary: 'Add a sample account with a month of meetings, unless it exists',
		command: 'sample',
		creates: true,
		input: z.strictObject({}),
		output: z.object({ user: z.string(), meetings: z.int() }),
		run: addSample,
		shown: ({ user, meetings }) =>
			meetings === 0
				? { text: `The account ${user} exists already. Nothing was changed.` }
				: {
						text: `Added ${user} with ${meetings} meetings.`,
						next: { text: 'Next, create an API key', command: `key create --user ${user}` },
					},
	}),
	reset: control({
		method: 'POST',
		path: '/sandbox/reset',
		summary: 'Delete everything: all users, keys, meetings, webhooks and faults. Time is real again, and the AI works',
		command: 'reset',
		confirm: 'Delete all users, keys, meetings and webhooks',
		input: z.strictObject({}),
		output: z.object({ reset: z.literal(true) }),
		run: async (service) => {
			await service.deliveries.settled();
			deleteEverything(service.db);
			service.faults.clear();
			service.requests.clear();
			service.clock.real();
			service.aiPause.resume();
			return { reset: true as const };
		},
		shown: () => ({ text: 'Everything is deleted.', next: { text: 'Next, add the sample account again', command: 'sample' } }),
	}),
};
