import { z } from 'zod/v4';
import { DateTime } from '../../src/api/index.ts';
import { iso } from '../clock.ts';
import type { Service } from '../service.ts';
import { control } from './control.ts';

const Clock = z.object({ now: z.string(), real: z.boolean(), frozen: z.boolean() });

const shown = ({ clock }: Service) => ({ now: iso(clock.now()), real: clock.isReal(), frozen: clock.isFrozen() });

const whatChanges = { runningOnly: true, output: Clock } as const;

export const clock = {
	show: control({
		...whatChanges,
		method: 'GET',
		path: '/sandbox/clock',
		summary: 'Show the current time of the sandbox',
		input: z.strictObject({}),
		run: shown,
	}),
	set: control({
		...whatChanges,
		method: 'PUT',
		path: '/sandbox/clock',
		summary: 'Set the clock. It continues from there, or stands still',
		input: z.strictObject({ now: DateTime, frozen: z.boolean().default(false) }),
		run: (service, { now, frozen }) => {
			service.clock.set(Date.parse(now), frozen);
			return shown(service);
		},
	}),
	advance: control({
		...whatChanges,
		method: 'POST',
		path: '/sandbox/clock/advance',
		summary: 'Move the clock forward by milliseconds, or back if negative',
		input: z.strictObject({ ms: z.int() }),
		run: (service, { ms }) => {
			service.clock.advance(ms);
			return shown(service);
		},
	}),
	real: control({
		...whatChanges,
		method: 'DELETE',
		path: '/sandbox/clock',
		summary: 'Return to real time',
		input: z.strictObject({}),
		run: (service) => {
			service.clock.real();
			return shown(service);
		},
	}),
};
