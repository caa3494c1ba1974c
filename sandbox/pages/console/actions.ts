import { controls } from '../../control/index.ts';
import type { Service } from '../../service.ts';
import { faultInput } from './faultInput.ts';

type Fields = Readonly<Record<string, string>>;

/** What a form of the console does. */
interface Action {
	/** Part of the page to come back to. */
	readonly section: string;
	/** Said when it is done. */
	readonly done: string;
	/** @throws SandboxError */
	readonly run: (service: Service, fields: Fields) => Promise<unknown>;
}

export const actions = {
	redeliver: {
		section: 'deliveries',
		done: 'Sent once more. The outcome is on top of the deliveries.',
		run: (service, { id }) => controls.deliveries.redeliver.perform(service, { id }),
	},
	'add-fault': {
		section: 'faults',
		done: 'The fault is in force.',
		run: async (service, fields) => controls.faults.add.perform(service, faultInput(fields)),
	},
	'end-fault': {
		section: 'faults',
		done: 'The fault has ended.',
		run: (service, { id }) => controls.faults.clear.perform(service, { id }),
	},
	'set-clock': {
		section: 'clock',
		done: 'The clock is set.',
		run: (service, { now, frozen }) =>
			controls.clock.set.perform(service, { now: `${now}Z`, frozen: frozen === 'yes' }),
	},
	'advance-clock': {
		section: 'clock',
		done: 'The clock was moved forward.',
		run: (service, { ms }) => controls.clock.advance.perform(service, { ms: Number(ms) }),
	},
	'real-clock': {
		section: 'clock',
		done: 'The clock shows real time.',
		run: (service) => controls.clock.real.perform(service, {}),
	},
} as const satisfies Readonly<Record<string, Action>>;

export type ActionName = keyof typeof actions;

const byName: ReadonlyMap<string, Action> = new Map(Object.entries(actions));

export const actionNamed = (name: string): Action | undefined => byName.get(name);
