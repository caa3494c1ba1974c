import { z } from 'zod/v4';
import { Rule } from '../faults/rule.ts';
import { control } from './control.ts';

const ShownFault = z.object({ id: z.int(), rule: Rule, seen: z.int(), injected: z.int() });

export const faults = {
	list: control({
		method: 'GET',
		path: '/sandbox/faults',
		summary: 'List active faults, and how many requests each changed',
		runningOnly: true,
		input: z.strictObject({}),
		output: z.array(ShownFault),
		run: (service) => service.faults.list(),
	}),
	add: control({
		method: 'POST',
		path: '/sandbox/faults',
		summary: 'Make requests fail',
		runningOnly: true,
		input: Rule,
		output: ShownFault,
		run: (service, rule) => service.faults.add(rule),
	}),
	clear: control({
		method: 'DELETE',
		path: '/sandbox/faults',
		summary: 'Clear all faults, or the one with this ID',
		runningOnly: true,
		input: z.strictObject({ id: z.coerce.number().int().optional() }),
		output: z.object({ cleared: z.int() }),
		run: (service, { id }) => {
			const before = service.faults.list().length;
			service.faults.clear(id);
			return { cleared: before - service.faults.list().length };
		},
	}),
};
