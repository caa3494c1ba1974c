import { setTimeout as wait } from 'node:timers/promises';

const ASK_MS = 250;
const PATIENCE_MS = 150_000;

type Answer<T> = T | undefined | null | false;

/** Polls until there is a result. @throws if there is none within `patienceMs`. */
export async function until<T>(
	what: string,
	ask: () => Answer<T> | Promise<Answer<T>>,
	patienceMs: number = PATIENCE_MS,
): Promise<T> {
	for (let waited = 0; waited < patienceMs; waited += ASK_MS) {
		const answer = await ask();
		if (answer !== undefined && answer !== null && answer !== false) return answer;
		await wait(ASK_MS);
	}
	throw new Error(`Timed out waiting for ${what}`);
}
