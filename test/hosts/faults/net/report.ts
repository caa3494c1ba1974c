import { invariants, type Finding, type Invariant } from './invariants.ts';
import type { Played } from './run.ts';

const number = (value: number): string => value.toLocaleString('en-US');
const names = Object.keys(invariants).filter((name): name is Invariant => Object.hasOwn(invariants, name));
const countOf = (findings: readonly Finding[], name: Invariant): number =>
	findings.filter(({ invariant }) => invariant === name).reduce((sum, { count }) => sum + count, 0);

/** Seeds to list for each promise. */
const SEEDS = 12;

/** The result of many runs: how often each promise was broken, and the seeds that reproduce it. */
export interface Summary {
	add: (played: Played) => void;
	readonly isClean: boolean;
	readonly text: () => string;
}

export function createSummary(): Summary {
	const scenes = new Map<string, number>();
	const seeds = new Map<Invariant, Set<number>>(names.map((name) => [name, new Set()]));
	const counts = new Map<Invariant, number>();
	let [runs, requests, wrong, credits] = [0, 0, 0, 0];
	return {
		add({ seed, scene, findings, exchanges }) {
			runs += 1;
			scenes.set(scene, (scenes.get(scene) ?? 0) + 1);
			requests += exchanges.length;
			wrong += exchanges.filter(({ fate }) => fate.answer !== 'as it is' || fate.delayMs > 0 || Object.keys(fate.odd).length > 0).length;
			credits += exchanges.reduce((sum, exchange) => sum + exchange.credits, 0);
			for (const name of names) {
				const count = countOf(findings, name);
				counts.set(name, (counts.get(name) ?? 0) + count);
				if (count > 0) seeds.get(name)?.add(seed);
			}
		},
		get isClean() {
			return [...counts.values()].every((count) => count === 0);
		},
		text: () => {
			const of = [...scenes].map(([scene, count]) => `${number(count)} ${scene}`).join(', ');
			const lines = names.map((name) => {
				const failing = [...(seeds.get(name) ?? [])];
				const shown = failing.slice(0, SEEDS).join(', ');
				const more = failing.length > SEEDS ? ` and ${failing.length - SEEDS} more` : '';
				return `  ${invariants[name].padEnd(44)}${number(counts.get(name) ?? 0).padStart(6)}${shown ? `   seeds ${shown}${more}` : ''}`;
			});
			const first = [...seeds.values()].flatMap((failing) => [...failing]).sort((a, b) => a - b)[0];
			return [
				`${number(runs)} runs (${of}): ${number(requests)} requests, ${number(wrong)} with a fault, ${number(credits)} credits`,
				'',
				...lines,
				...(first === undefined ? [] : ['', `Step by step: npm run faults -- --seed ${first}`]),
			].join('\n');
		},
	};
}

const seconds = (ms: number | null): string => (ms === null ? 'open' : (ms / 1000).toFixed(1)).padStart(9);

/** One run, step by step. */
export function story({ seed, scene, findings, happened, exchanges }: Played): string {
	const requests = exchanges.map(({ at, endedAt, request, nth, fate, processed, credits }) => {
		const { answer, delayMs, odd, jumps } = fate;
		const notes = [
			answer,
			processed === null ? 'not processed' : `processed with ${processed}`,
			...(credits > 0 ? [`${credits} credit`] : []),
			...(delayMs > 0 ? [`${delayMs / 1000} s late`] : []),
			...(Object.keys(odd).length > 0 ? [`headers ${JSON.stringify(odd).slice(0, 100)}`] : []),
			...(jumps.program === 0 ? [] : [`the program’s clock jumps by ${jumps.program / 1000} s`]),
			...(jumps.service === 0 ? [] : [`the service’s clock jumps by ${jumps.service / 1000} s`]),
		];
		return `  ${seconds(at)} ${seconds(endedAt)}  ${request}${nth > 1 ? ` (${nth})` : ''}: ${notes.join(', ')}`;
	});
	const found = findings.map(({ invariant, what }) => `  ${invariants[invariant]}: ${what}`);
	return [
		`Seed ${seed}: ${scene}`,
		'',
		'  start and end in seconds, request, outcome',
		...requests,
		'',
		'What happened',
		...happened.steps.map((step) => `  ${step}`),
		'',
		...(found.length > 0 ? ['Broken promises', ...found] : ['No promise was broken.']),
	].join('\n');
}
