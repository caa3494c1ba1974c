/** Does work of the same key one after the other, in the order it was asked for, also after a failure. */
export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Makes the queues, empty at first. A key whose work is done is forgotten. */
export function createTurns(): InTurn {
	const lastOf = new Map<string, Promise<unknown>>();
	return (key, work) => {
		const turn = (lastOf.get(key) ?? Promise.resolve()).then(work, work);
		const forget = () => void (lastOf.get(key) === turn && lastOf.delete(key));
		lastOf.set(key, turn);
		turn.then(forget, forget);
		return turn;
	};
}
