/** The most that is kept in memory. Beyond it, the oldest is forgotten. */
const MAX_KEPT = 100_000;

function keep<T>(map: Map<string, T>, name: string, value: T, isOver: (value: T) => boolean): void {
	for (const [one, kept] of map) {
		if (map.size < MAX_KEPT && !isOver(kept)) break;
		map.delete(one);
	}
	map.set(name, value);
}

/** Whether something is used for the first time, as far as this process knows. It is remembered until it ends. */
export function firstUses(now: () => number): (id: string, endsAt: number) => boolean {
	const used = new Map<string, number>();
	return (id, endsAt) => {
		if (used.has(id)) return false;
		keep(used, id, endsAt, (end) => end <= now());
		return true;
	};
}

export interface Tries {
	/** Counts a try. False if there were too many. */
	readonly take: (address: string) => boolean;
	/** A try that does not count after all. */
	readonly giveBack: (address: string) => void;
}

/** Whoever has one IPv6 address usually has all that begin like it. */
const networkOf = (address: string): string => (address.includes('.') ? address.replace(/^::ffff:/i, '') : (address.split('::')[0] ?? '').split(':').slice(0, 4).join(':'));

/** Limits how often an address may try something in a span of time. */
export function limitTries({ most, withinMs, now }: { readonly most: number; readonly withinMs: number; readonly now: () => number }): Tries {
	const counts = new Map<string, { count: number; readonly endsAt: number }>();
	return {
		take: (address) => {
			const network = networkOf(address);
			const counted = counts.get(network);
			if (counted && counted.endsAt > now()) return ++counted.count <= most;
			counts.delete(network);
			keep(counts, network, { count: 1, endsAt: now() + withinMs }, ({ endsAt }) => endsAt <= now());
			return true;
		},
		giveBack: (address) => {
			const counted = counts.get(networkOf(address));
			if (counted) counted.count -= 1;
		},
	};
}
