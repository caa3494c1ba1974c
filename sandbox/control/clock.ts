import { z } from 'zod/v4';
import { DateTime } from '../../src/api/index.ts';
import { iso } from '../clock.ts';
import type { Service } from '../service.ts';
import { control } from './control.ts';
import { enter } from './entry.ts';

const Clock = z.object({ now: z.string(), real: z.boolean(), frozen: z.boolean() });

const state = ({ clock }: Service) => ({ now: iso(clock.now()), real: clock.isReal(), frozen: clock.isFrozen() });

const whatChanges = {
	runningOnly: true,
	output: Clock,
	shown: ({ now, real, frozen }: z.output<typeof Clock>) => `${now} (${real ? 'real time' : frozen ? 'frozen' : 'adjusted, running'})`,
} as const;

export const clock = {
	show: control({
		...whatChanges,
		method: 'GET',
		path: '/sandbox/clock',
		summary: 'Show the current time of the sandbox',
		command: 'clock show',
		input: z.strictObject({}),
		run: state,
	}),
	advance: control({
		...whatChanges,
		method: 'POST',
		path: '/sandbox/clock/advance',
		summary: 'Move the clock forward, or back if negative',
		command: 'clock advance <ms>',
		examples: ['clock advance 1h', 'clock advance -90s'],
		section: 'clock',
		button: 'Move',
		input: z.strictObject({
			ms: enter(z.int(), { kind: 'duration', label: 'Move it forward', help: 'such as 90s, 2h or 1d', buttons: { '+1 minute': '1m', '+1 hour': '1h', '+1 day': '1d', '+31 days': '31d' } }),
		}),
		run: (service, { ms }) => {
			service.clock.advance(ms);
			return state(service);
		},
	}),
	set: control({
		...whatChanges,
		method: 'PUT',
		path: '/sandbox/clock',
		summary: 'Set the clock. It continues from there, or stands still',
		command: 'clock set <now>',
		examples: ['clock set 2026-12-31T23:59:50Z'],
		section: 'clock',
		button: 'Set the clock',
		input: z.strictObject({
			now: enter(DateTime, { kind: 'time', label: 'Set it to (UTC)', help: 'such as 2026-03-02T09:15:00Z' }),
			frozen: enter(z.boolean().default(false), { kind: 'flag', label: 'Freeze it there', help: 'freeze the clock' }),
		}),
		run: (service, { now, frozen }) => {
			service.clock.set(Date.parse(now), frozen);
			return state(service);
		},
	}),
	real: control({
		...whatChanges,
		method: 'DELETE',
		path: '/sandbox/clock',
		summary: 'Return to real time',
		command: 'clock real',
		section: 'clock',
		button: 'Back to real time',
		input: z.strictObject({}),
		run: (service) => {
			service.clock.real();
			return state(service);
		},
	}),
};
