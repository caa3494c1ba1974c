import { z } from 'zod/v4';
import { endpoints } from '../faults/faults.ts';
import { type Kind, kinds, methods, Rule } from '../faults/rule.ts';
import { counted } from '../text.ts';
import { control, listed } from './control.ts';
import { asLabelled, enter } from './entry.ts';

const ShownFault = z.object({ id: z.int(), rule: Rule, seen: z.int(), injected: z.int() });

/** What goes wrong, in plain words. */
export const faultWords: Readonly<Record<Kind, string>> = {
	'rate-limited': '429: hourly limit reached',
	'provider-busy': '429 without limit headers: AI provider busy',
	'ai-limit-exceeded': '429: AI credits used up',
	'internal-error': '500: internal error',
	unavailable: '503 with an HTML page, as from a proxy',
	'connection-reset': 'Connection closed without an answer',
	'slow-first-byte': 'The answer starts late',
	'slow-body': 'The answer arrives in pieces',
	'truncated-json': 'JSON cut short',
	'wrong-content-type': 'JSON labelled text/plain',
	redirect: 'Redirect to another origin',
	'clock-skew': 'Date and limit reset from a wrong clock',
	'incomplete-key-points': 'Key points with missing fields',
};

/** Describes which requests a rule applies to. */
export function where({ method, path, share, count }: Rule): string {
	const often = share === 1 ? 'every request' : `${Math.round(share * 1000) / 10}% of requests`;
	const known = endpoints.find((endpoint) => endpoint.method === method && endpoint.path === path);
	const what = known?.summary ?? [method ?? (path && 'any method'), path].filter((part) => part !== undefined).join(' ');
	return [often, what, count === null ? '' : `${counted(count, 'time')} in total`].filter(Boolean).join(', ');
}

/** Paths to choose from in the console; any other works, too. */
const paths = Object.fromEntries(endpoints.map(({ path }) => [path, endpoints.filter((one) => one.path === path).map(({ summary }) => summary).join(', ')]));

export const faults = {
	list: control({
		method: 'GET',
		path: '/sandbox/faults',
		summary: 'List active faults, and how many requests each changed',
		command: 'fault list',
		runningOnly: true,
		input: z.strictObject({}),
		output: z.array(ShownFault),
		run: (service) => service.faults.list(),
		shown: (active) => listed(active, { ID: ({ id }) => id, KIND: ({ rule }) => rule.kind, APPLIED: ({ rule, injected, seen }) => `to ${injected} of ${counted(seen, 'request')}${injected === rule.count ? ', used up' : ''}`, REQUESTS: ({ rule }) => where(rule) }, 'No faults.'),
	}),
	add: control({
		method: 'POST',
		path: '/sandbox/faults',
		summary: 'Make requests fail, until the sandbox stops',
		command: 'fault add <kind>',
		help: 'The answers name the fault in X-Sandbox-Fault.',
		examples: ['fault add rate-limited --count 3', 'fault add internal-error --share 10% --seed 7', 'fault add connection-reset --after-processing', 'fault add clock-skew --skew=-10m'],
		section: 'faults',
		button: 'Add fault',
		runningOnly: true,
		input: Rule,
		fields: {
			kind: enter(z.enum(kinds), { kind: 'choice', label: 'What happens', help: 'what goes wrong (see below)', choices: faultWords }),
			method: enter(z.string().optional(), { kind: 'choice', label: 'Method', help: 'only this method', choices: asLabelled(methods) }),
			path: enter(z.string().optional(), { kind: 'text', label: 'Path', help: '* and {id} match one segment; default: all suitable endpoints', example: 'every suitable endpoint', suggestions: paths }),
			share: enter(z.number().optional(), { kind: 'share', label: 'Share of requests', help: 'share of the requests, such as 0.1 or 10%', example: '100%' }),
			count: enter(z.int().optional(), { kind: 'whole', label: 'How many times', help: 'stop after this many', example: 'unlimited' }),
			retryAfterSeconds: enter(z.int().optional(), { kind: 'seconds', label: 'Retry after', option: 'retry-after', help: 'default: until the next full hour', example: 'until the next full hour', only: ['rate-limited'] }),
			delayMs: enter(z.int().optional(), { kind: 'duration', label: 'Delay', option: 'delay', help: 'how long, such as 2s', example: '5s', only: ['slow-first-byte', 'slow-body'] }),
			skewMs: enter(z.int().optional(), { kind: 'duration', label: 'Ahead by', option: 'skew', help: 'how far ahead, such as 10m; negative: behind', example: '10m, or -10m for behind', only: ['clock-skew'] }),
			location: enter(z.string().optional(), { kind: 'url', label: 'Redirect to', help: 'the other origin', example: 'https://elsewhere.invalid', only: ['redirect'] }),
			afterProcessing: enter(z.boolean().optional(), { kind: 'flag', label: 'After the request was processed', help: 'process the request first', only: ['internal-error', 'unavailable', 'connection-reset'] }),
			seed: enter(z.int().optional(), { kind: 'whole', label: 'Seed', help: 'with the same seed, the same requests fail', example: '1', note: 'With the same seed, the same requests fail in every run.' }),
		},
		output: ShownFault,
		run: (service, rule) => service.faults.add(rule),
		shown: ({ id, rule }) => `Fault ${id}: ${faultWords[rule.kind]}. Applies to ${where(rule)}.`,
	}),
	clear: control({
		method: 'DELETE',
		path: '/sandbox/faults',
		summary: 'Clear all faults, or the one with this ID',
		command: 'fault clear [id]',
		section: 'faults',
		button: 'End',
		inRows: true,
		runningOnly: true,
		input: z.strictObject({ id: enter(z.coerce.number().int().optional(), { kind: 'whole', help: 'ID from the list' }) }),
		output: z.object({ cleared: z.int() }),
		run: (service, { id }) => {
			const before = service.faults.list().length;
			service.faults.clear(id);
			return { cleared: before - service.faults.list().length };
		},
		shown: ({ cleared }) => `Cleared ${counted(cleared, 'fault')}.`,
	}),
};
