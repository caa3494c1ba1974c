import { setImmediate } from 'node:timers/promises';

/** A task at a time, in milliseconds since 1970. */
interface Happening {
	readonly at: number;
	/** Tasks at the same time run in the order in which they were planned. */
	readonly order: number;
	readonly run: () => void;
}

const isBefore = (a: Happening, b: Happening): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

/** A clock that jumps to the next planned task. Code on it must wait only with `sleep` and `untilDone`. */
export function simulatedTime(start: number) {
	let now = start;
	let planned = 0;
	let open = 0;
	/** A binary heap: the first is the next. */
	const heap: Happening[] = [];

	const swap = (a: number, b: number): void => {
		const [one, other] = [heap[a], heap[b]];
		if (one && other) [heap[a], heap[b]] = [other, one];
	};
	const comesFirst = (a: number, b: number): boolean => {
		const [one, other] = [heap[a], heap[b]];
		return one !== undefined && (other === undefined || isBefore(one, other));
	};
	function plan(at: number, run: () => void): void {
		heap.push({ at: Math.max(now, at), order: planned++, run });
		for (let index = heap.length - 1; index > 0; ) {
			const parent = (index - 1) >> 1;
			if (!comesFirst(index, parent)) break;
			swap(index, parent);
			index = parent;
		}
	}
	function next(): Happening | undefined {
		swap(0, heap.length - 1);
		const first = heap.pop();
		for (let index = 0; ; ) {
			const [left, right] = [2 * index + 1, 2 * index + 2];
			const child = comesFirst(right, left) ? right : left;
			if (!comesFirst(child, index)) return first;
			swap(index, child);
			index = child;
		}
	}
	return {
		now: () => now,
		plan,
		sleep: (ms: number) => new Promise<void>((resolve) => plan(now + ms, resolve)),
		/** Stops the clock until the work is done. */
		async untilDone<T>(work: Promise<T>): Promise<T> {
			open += 1;
			try {
				return await work;
			} finally {
				open -= 1;
			}
		},
		async run(end: number): Promise<void> {
			while (heap[0] && heap[0].at <= end) {
				const happening = next();
				if (!happening) break;
				now = happening.at;
				happening.run();
				// Code that slept continues in promises unknown here.
				do await setImmediate();
				while (open > 0);
			}
			now = end;
		},
	};
}

export type SimulatedTime = ReturnType<typeof simulatedTime>;
