import type { URLPattern } from 'node:url';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { api, type Endpoint } from '../../src/api/index.ts';
import { SandboxError } from '../errors.ts';
import { check } from '../options.ts';
import { type NewRule, patternOf, Rule } from './rule.ts';

/** A rule in force. */
export interface ActiveFault {
	readonly id: number;
	readonly rule: Rule;
	/** Requests the rule was about. */
	readonly seen: number;
	/** Requests it went wrong for. */
	readonly injected: number;
}

export interface Faults {
	/** @throws SandboxError `input` */
	add(rule: NewRule): ActiveFault;
	list(): ActiveFault[];
	/** Ends one fault, or all. @throws SandboxError `notFound` */
	clear(id?: number): void;
	/** Decides what goes wrong with an answer, and counts it. At most one such fault meets a request: the oldest. */
	next(endpoint: Endpoint, path: string): Rule | undefined;
	/**
	 * Decides whether a generation is made although the same is being made already, and counts it. This goes together
	 * with a fault of the answer, as it does where a caller has lost patience.
	 */
	nextIsParallel(endpoint: Endpoint, path: string): boolean;
}

/** Makes the list of faults to inject, empty at first. It forgets everything when the sandbox stops. */
export function createFaults(): Faults {
	const active = new Map<number, Entry>();
	let lastId = 0;
	return {
		add(options) {
			const rule = check(Rule, options);
			const pattern = rule.path === undefined ? null : patternOf(rule.path);
			lastId += 1;
			const entry = { id: lastId, rule, pattern, random: xoroshiro128plus(rule.seed), seen: 0, injected: 0 };
			active.set(lastId, entry);
			return shown(entry);
		},
		list: () => [...active.values()].map(shown),
		clear(id) {
			if (id === undefined) active.clear();
			else if (!active.delete(id)) throw new SandboxError('notFound', `There is no fault ${id}.`);
		},
		next(endpoint, path) {
			const entries = [...active.values()].filter(({ rule }) => rule.kind !== PARALLEL);
			return entries.find((entry) => strikes(entry, endpoint, path))?.rule;
		},
		nextIsParallel(endpoint, path) {
			const entries = [...active.values()].filter(({ rule }) => rule.kind === PARALLEL);
			return isGeneration(endpoint) && entries.some((entry) => strikes(entry, endpoint, path));
		},
	};
}

interface Entry extends ActiveFault {
	readonly pattern: URLPattern | null;
	readonly random: ReturnType<typeof xoroshiro128plus>;
	seen: number;
	injected: number;
}

const shown = ({ id, rule, seen, injected }: Entry): ActiveFault => ({ id, rule, seen, injected });

function strikes(entry: Entry, endpoint: Endpoint, path: string): boolean {
	const { rule, pattern, random } = entry;
	if (rule.count !== null && entry.injected >= rule.count) return false;
	if (rule.method !== undefined && rule.method !== endpoint.method) return false;
	if (pattern === null ? !isPlausible(rule, endpoint) : !pattern.test({ pathname: path })) return false;
	entry.seen += 1;
	// Drawn for every request the rule is about, so that the nth of them has the same fate in every run.
	if (uniformFloat64(random) >= rule.share) return false;
	entry.injected += 1;
	return true;
}

export const PARALLEL = 'parallel-generations';

const usesAi = ({ credit }: Endpoint): boolean => credit !== 'never';
const isGeneration = ({ credit }: Endpoint): boolean => credit === 'unless-saved';
const hasKeyPoints = ({ path }: Endpoint): boolean => path === api.keyPoints.get.path;

/** Where no path is named, a fault that can only come of some endpoints meets only those. */
const plausible: Readonly<Partial<Record<Rule['kind'], (endpoint: Endpoint) => boolean>>> = {
	'provider-busy': usesAi,
	'ai-limit-exceeded': usesAi,
	'incomplete-key-points': hasKeyPoints,
	[PARALLEL]: isGeneration,
};

const isPlausible = ({ kind }: Rule, endpoint: Endpoint): boolean => plausible[kind]?.(endpoint) ?? true;
