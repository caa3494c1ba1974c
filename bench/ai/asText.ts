import type { KeyPointsContent } from '../../sandbox/ai/index.ts';

/** Key points as somebody would read them out: headings, points, decisions and tasks. */
export function asText({ sections, decisions, actionItems }: KeyPointsContent): string {
	return [
		...sections.flatMap(({ heading, points }) => [`${heading}.`, ...points]),
		...decisions,
		...actionItems.map(({ owner, item }) => `${owner}: ${item}.`),
	].join(' ');
}
