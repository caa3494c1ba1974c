import { SandboxError } from '../errors.ts';
import { type Ai, aroundAi } from './ai.ts';

export interface AiPause {
	/** Holds back all requests to the AI from now on. */
	pause(): State;
	/** Lets the AI process waiting requests. */
	resume(): State;
	state(): State;
	/** The same AI, which waits while it is paused. */
	around<M>(ai: Ai<M>): Ai<M>;
	/** Ends all waiting. */
	close(): void;
}

interface State {
	readonly paused: boolean;
	/** Requests that wait for the AI. */
	readonly waiting: number;
}

/** Creates the switch with which people hold back the AI, as if its provider were slow. */
export function createAiPause(): AiPause {
	let paused = false;
	const waiting = new Set<PromiseWithResolvers<void>>();
	const state = () => ({ paused, waiting: waiting.size });
	const turn = async (): Promise<void> => {
		if (!paused) return;
		const gate = Promise.withResolvers<void>();
		waiting.add(gate);
		await gate.promise.finally(() => waiting.delete(gate));
	};
	return {
		state,
		pause() {
			paused = true;
			return state();
		},
		resume() {
			paused = false;
			for (const gate of waiting) gate.resolve();
			waiting.clear();
			return state();
		},
		around: (ai) => aroundAi(ai, (meeting, ask) => turn().then(() => ask(meeting))),
		close() {
			for (const gate of waiting) gate.reject(new SandboxError('stopped', 'The sandbox was stopped before this finished.'));
		},
	};
}
