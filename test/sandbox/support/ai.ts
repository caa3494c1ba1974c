import type { KeyPoints } from '../../../src/api/index.ts';
import type { Ai } from '../../../sandbox/index.ts';
import { extractiveAi } from '../../../sandbox/ai/index.ts';

type Content = KeyPoints['keypoints'];

export const content = (part: Partial<Content> = {}): Content => ({
	title: 'Lisbon office',
	sections: [{ heading: 'Network', points: ['A router is missing.'] }],
	decisions: [],
	actionItems: [],
	participants: [],
	importantDates: [],
	...part,
});

export const actionItem = (item: string, owner = ''): Content['actionItems'][number] => ({
	item,
	owner,
	confidence: 0.9,
	priority: 'high',
});

/** The real AI, except that key points come from `results`. An error among them is thrown. */
export const scriptedAi = (results: readonly (Content | Error)[]): Ai => {
	const rest = [...results];
	return {
		...extractiveAi,
		keyPoints: async () => {
			const next = rest.shift() ?? content();
			if (next instanceof Error) throw next;
			return next;
		},
	};
};
