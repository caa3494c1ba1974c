/** Entries of one list that an AI agent is given: it pays for every word, and asks again for more. */
const MOST = 25;

const isEmpty = (value: unknown): boolean =>
	value === null || value === undefined || (Array.isArray(value) && value.length === 0);

/** An answer as an AI agent gets it: nothing empty, long lists cut, and how many entries each of them lacks. */
export function short(answer: object): Record<string, unknown> {
	const kept = Object.entries(answer).filter(([, value]) => !isEmpty(value));
	const cut = kept.flatMap(([name, value]): [string, number][] =>
		Array.isArray(value) && value.length > MOST ? [[name, value.length - MOST]] : [],
	);
	return {
		...Object.fromEntries(kept.map(([name, value]) => [name, Array.isArray(value) ? value.slice(0, MOST) : value])),
		...(cut.length > 0 && { notShown: Object.fromEntries(cut) }),
	};
}
