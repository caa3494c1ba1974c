import { tryDecodeURI } from 'hono/utils/url';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { api, type Endpoint } from '../../src/api/index.ts';
import { SandboxError } from '../errors.ts';
import { check } from '../options.ts';
import { type NewRule, Rule } from './rule.ts';

/** Every endpoint of the API, in the order of its table. */
export const endpoints: readonly Endpoint[] = Object.values(api).flatMap((resource): Endpoint[] => Object.values(resource));

export interface ActiveFault {
	readonly id: number;
	readonly rule: Rule;
	/** Requests that matched the rule. */
	readonly seen: number;
	/** Requests that the rule made fail. */
	readonly injected: number;
}

export interface Faults {
	/** @throws SandboxError `input` */
	add(rule: NewRule): ActiveFault;
	list(): ActiveFault[];
	/** Ends one fault, or all. @throws SandboxError `notFound` */
	clear(id?: number): void;
	/** Picks the fault for a request, if any, and counts it. At most one applies: the oldest that strikes. */
	next(endpoint: Endpoint, path: string): Rule | undefined;
}

/** Creates an empty list of faults. It is lost when the sandbox stops. */
export function createFaults(): Faults {
	const active = new Map<number, Entry>();
	let lastId = 0;
	return {
		add(options) {
			const rule = check(Rule, options);
			const { method, path } = rule;
			if (path !== undefined && !endpoints.some((endpoint) => (method ?? endpoint.method) === endpoint.method && matches(path, endpoint.path))) {
				throw new SandboxError('input', `path: there is no endpoint ${method === undefined ? '' : `${method} `}${path}; paths are like ${api.transcript.get.path}`);
			}
			lastId += 1;
			const entry = { id: lastId, rule, random: xoroshiro128plus(rule.seed), seen: 0, injected: 0 };
			active.set(lastId, entry);
			return shown(entry);
		},
		list: () => [...active.values()].map(shown),
		clear(id) {
			if (id === undefined) active.clear();
			else if (!active.delete(id)) throw new SandboxError('notFound', `There is no fault ${id}.`);
		},
		next(endpoint, path) {
			return [...active.values()].find((entry) => strikes(entry, endpoint, path))?.rule;
		},
	};
}

interface Entry extends ActiveFault {
	readonly random: ReturnType<typeof xoroshiro128plus>;
	seen: number;
	injected: number;
}

const shown = ({ id, rule, seen, injected }: Entry): ActiveFault => ({ id, rule, seen, injected });

function strikes(entry: Entry, endpoint: Endpoint, path: string): boolean {
	const { rule, random } = entry;
	if (rule.count !== null && entry.injected >= rule.count) return false;
	if (rule.method !== undefined && rule.method !== endpoint.method) return false;
	if (rule.path === undefined ? !isPlausible(rule, endpoint) : !matches(rule.path, path)) return false;
	entry.seen += 1;
	// Drawn for every matching request, so that the nth one has the same outcome in every run.
	if (uniformFloat64(random) >= rule.share) return false;
	entry.injected += 1;
	return true;
}

/** Whether a path, or that of an endpoint, matches that of a rule. `{name}` and `*` each match one segment. Percent-encoded characters match plain ones. */
function matches(wanted: string, path: string): boolean {
	const segments = tryDecodeURI(wanted).split('/');
	const given = tryDecodeURI(path).split('/');
	return segments.length === given.length && segments.every((segment, at) => (WILDCARD.test(segment) ? given[at] !== '' : segment === given[at] || WILDCARD.test(given[at] ?? '')));
}

const WILDCARD = /^(?:\*|\{\w+\})$/;

const usesAi = ({ credit }: Endpoint): boolean => credit !== 'never';
const hasKeyPoints = ({ path }: Endpoint): boolean => path === api.keyPoints.get.path;

/** Without a path, a fault that only some endpoints can return applies to those only. */
const plausible: Readonly<Partial<Record<Rule['kind'], (endpoint: Endpoint) => boolean>>> = {
	'provider-busy': usesAi,
	'ai-limit-exceeded': usesAi,
	'incomplete-key-points': hasKeyPoints,
};

const isPlausible = ({ kind }: Rule, endpoint: Endpoint): boolean => plausible[kind]?.(endpoint) ?? true;
