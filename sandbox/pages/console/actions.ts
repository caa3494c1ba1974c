import { html } from 'hono/html';
import { controls } from '../../control/index.ts';
import { type NewRule, Rule } from '../../faults/rule.ts';
import { check } from '../../options.ts';
import type { Service } from '../../service.ts';
import type { Html } from '../document.ts';

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

const actions = {
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

/** What every form of the page carries along. */
export interface FormContext {
	/** Proves that the form is from this page (see `guard`). */
	readonly token: string;
	/** Account shown; empty without one. */
	readonly userId: string;
}

/** A form that does something and comes back to the page. */
export const form = ({ token, userId }: FormContext, action: ActionName, fields: Html): Html =>
	html`<form method="post" action="/console/${action}">
<input type="hidden" name="token" value="${token}"><input type="hidden" name="user" value="${userId}">
${fields}
</form>`;

/** The rule that a filled-in form means. @throws SandboxError `input` */
function faultInput(fields: Fields): NewRule {
	const { kind, endpoint = '', percent, count, seed, location } = fields;
	const [method, path] = endpoint === '' ? [] : endpoint.split(' ');
	const all = {
		retryAfterSeconds: number(fields['retryAfterSeconds']),
		delayMs: number(fields['delaySeconds'], 1000),
		skewMs: number(fields['skewSeconds'], 1000),
		location: location || undefined,
		afterProcessing: fields['afterProcessing'] === 'yes',
	};
	const known = Rule.options.find(({ shape }) => shape.kind.value === kind)?.shape ?? {};
	// A form sends every field, also those that style hides because they are of another kind.
	const own = Object.fromEntries(Object.entries(all).filter(([name, value]) => name in known && value !== undefined));
	return check(Rule, {
		...own,
		kind,
		method,
		path,
		share: number(percent, 0.01),
		count: number(count) ?? null,
		seed: number(seed),
	});
}

function number(text: string | undefined, factor = 1): number | undefined {
	if (text === undefined || text.trim() === '') return undefined;
	const value = Number(text) * factor;
	// 0.3 × 1000 is not a whole number in binary.
	return factor > 1 ? Math.round(value) : value;
}
