import type { Happened } from './happened.ts';
import type { Exchange } from './service.ts';

/** The promises that the report counts violations of. */
export const invariants = {
	overspent: 'Generations that cost more than one credit',
	unreported: 'Credits spent but not reported',
	lost: 'Items lost',
	repeated: 'Items repeated',
	unforeseen: 'Unexpected kinds of failure',
	key: 'The key in an output, log, error or URL',
	late: 'Calls that exceed their time limit',
} as const;
export type Invariant = keyof typeof invariants;

export interface Finding {
	readonly invariant: Invariant;
	readonly count: number;
	readonly what: string;
}

export interface Truth {
	readonly exchanges: readonly Pick<Exchange, 'request' | 'credits'>[];
	/** Data that ended up where it should not. */
	readonly strays: readonly string[];
	readonly key: string;
}

/** How long the client may take to notice. */
const GRACE_MS = 1000;

interface Group {
	wanted: number;
	told: number;
	discarded: number;
	spent: number;
}

/** Generations with the same request for the same meeting are indistinguishable, so they are counted together. */
function groupsOf({ generations }: Happened, { exchanges }: Truth): Map<string, Group> {
	const groups = new Map<string, Group>();
	for (const { request, mark, tellsOfCredit } of generations) {
		const name = `${request} ${mark}`.trim();
		const matches = (exchange: Truth['exchanges'][number]): boolean =>
			(exchange.request === request || exchange.request.startsWith(`${request} `)) && exchange.request.includes(mark);
		const spent = exchanges.filter(matches).reduce((sum, { credits }) => sum + credits, 0);
		const group = groups.get(name) ?? { wanted: 0, told: 0, discarded: 0, spent };
		group.wanted += 1;
		if (tellsOfCredit === true) group.told += 1;
		if (tellsOfCredit === null) group.discarded += 1;
		groups.set(name, group);
	}
	return groups;
}

function creditFindings(happened: Happened, truth: Truth): Finding[] {
	const findings: Finding[] = [];
	const groups = groupsOf(happened, truth);
	for (const [name, { wanted, told, discarded, spent }] of groups) {
		const over = spent - wanted;
		if (over > 0) findings.push({ invariant: 'overspent', count: over, what: `${name}: ${spent} credits for ${wanted} generations` });
		const silent = spent - told;
		// A generation that was charged twice reports at most one credit. The check above counts that.
		const missing = Math.min(silent, wanted - told) - discarded;
		if (missing > 0) findings.push({ invariant: 'unreported', count: missing, what: `${name}: ${spent} spent, ${told} told of` });
	}
	if (happened.credits) {
		const { before, toldLeft, atRisk } = happened.credits;
		const spent = [...groups.values()].reduce((sum, group) => sum + group.spent, 0);
		const missing = spent - (before - toldLeft) - atRisk;
		if (missing > 0) findings.push({ invariant: 'unreported', count: missing, what: `${before} credits before, ${spent} spent, “creditsLeft” says ${toldLeft}` });
	}
	return findings;
}

function itemFindings({ due, came }: Happened): Finding[] {
	const times = new Map<string, number>();
	for (const key of came) times.set(key, (times.get(key) ?? 0) + 1);
	const known = new Set(due.map(({ key }) => key));
	const counted = due.flatMap(({ key, least, most }): Finding[] => {
		const count = times.get(key) ?? 0;
		if (count < least) return [{ invariant: 'lost', count: least - count, what: key }];
		return count > most ? [{ invariant: 'repeated', count: count - most, what: `${key} came ${count} times` }] : [];
	});
	const strange = [...times].filter(([key, count]) => !known.has(key) && count > 1);
	return [...counted, ...strange.map(([key, count]): Finding => ({ invariant: 'repeated', count: count - 1, what: `${key} came ${count} times` }))];
}

function keyFindings({ texts }: Happened, { strays, key }: Truth): Finding[] {
	const secret = key.slice(key.indexOf('_') + 1);
	const leaks = texts.filter(({ text }) => text.includes(secret));
	return [
		...leaks.map(({ where, text }): Finding => {
			const at = text.indexOf(secret);
			return { invariant: 'key', count: 1, what: `${where}: …${text.slice(Math.max(0, at - 80), at + 50).replaceAll(secret, '[the key]')}…` };
		}),
		...strays.map((what): Finding => ({ invariant: 'key', count: 1, what: what.replaceAll(secret, '[the key]') })),
	];
}

/** Compares the outcome of a run with what really happened. */
export function judge(happened: Happened, truth: Truth): Finding[] {
	const unforeseen = happened.failures.filter(({ isForeseen }) => !isForeseen);
	const late = happened.calls.filter(({ tookMs, mostMs }) => tookMs > mostMs + GRACE_MS);
	return [
		...creditFindings(happened, truth),
		...itemFindings(happened),
		...unforeseen.map(({ what }): Finding => ({ invariant: 'unforeseen', count: 1, what })),
		...keyFindings(happened, truth),
		...late.map(({ what, tookMs, mostMs }): Finding => ({
			...{ invariant: 'late', count: 1 },
			what: `${what}: ${Math.round(tookMs / 1000)} s, ${Math.round(mostMs / 1000)} s at most`,
		})),
	];
}
