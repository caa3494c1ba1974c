import { z } from 'zod/v4';
import { counted } from '../text.ts';
import { control } from './control.ts';

const State = z.object({ paused: z.boolean(), waiting: z.int() });

const whatPauses = {
	runningOnly: true,
	input: z.strictObject({}),
	output: State,
	shown: ({ paused, waiting }: z.output<typeof State>) =>
		paused ? `The AI is paused. ${counted(waiting, 'request waits', 'requests wait')} for it.` : 'The AI works.',
} as const;

export const ai = {
	show: control({
		...whatPauses,
		method: 'GET',
		path: '/sandbox/ai',
		summary: 'Show whether the AI works, and how many requests wait for it',
		command: 'ai show',
		run: ({ aiPause }) => aiPause.state(),
	}),
	pause: control({
		...whatPauses,
		method: 'POST',
		path: '/sandbox/ai/pause',
		summary: 'Pause the AI: what it is asked for is not answered until it resumes',
		command: 'ai pause',
		section: 'ai',
		button: 'Pause the AI',
		run: ({ aiPause }) => aiPause.pause(),
	}),
	resume: control({
		...whatPauses,
		method: 'POST',
		path: '/sandbox/ai/resume',
		summary: 'Resume the AI: it generates what waits',
		command: 'ai resume',
		section: 'ai',
		button: 'Resume',
		run: ({ aiPause }) => aiPause.resume(),
	}),
};
