import type { Details } from '../../src/webhooks/emitted.ts';
import type { Received } from './envelope.ts';
import type { Filters } from './parameters.ts';

/** What is known of the conversation of an event; undefined where nothing tells. */
interface Known {
	readonly title?: unknown;
	readonly segments?: unknown;
	readonly actionItems?: unknown;
	readonly score?: unknown;
}

const knownFrom = ({ data }: Received, { conversation, keyPoints, transcript, feedback }: Details): Known => ({
	title: data['title'] ?? conversation?.title ?? keyPoints?.title,
	segments: data['segmentCount'] ?? conversation?.segmentCount ?? transcript?.segments?.length,
	actionItems: data['actionItemCount'] ?? keyPoints?.keypoints?.actionItems?.length,
	score: data['overallScore'] ?? feedback?.overallScore,
});

/** Whether the parts between the asterisks occur in the text, in their order; case does not matter. */
export function matchesPattern(text: string, pattern: string): boolean {
	const lower = text.toLowerCase();
	let from = 0;
	for (const part of pattern.toLowerCase().split('*').map((piece) => piece.trim())) {
		const at = lower.indexOf(part, from);
		if (at < 0) return false;
		from = at + part.length;
	}
	return true;
}

const atLeast = (value: unknown, minimum: number | undefined): boolean =>
	minimum === undefined || typeof value !== 'number' || value >= minimum;

/** Whether an event may start the workflow. What is not known passes: a filter loses nothing. */
export function passes(received: Received, details: Details, filters: Filters): boolean {
	const { title, segments, actionItems, score } = knownFrom(received, details);
	return (
		(typeof title !== 'string' || matchesPattern(title, filters.titleContains)) &&
		atLeast(segments, filters.minimumSegments) &&
		atLeast(actionItems, filters.minimumActionItems) &&
		atLeast(score, filters.minimumScore)
	);
}

/** Whether the conversation has to be read for the filters. */
export function needsConversation({ data }: Received, { titleContains, minimumSegments }: Filters): boolean {
	return (
		(titleContains !== '' && typeof data['title'] !== 'string') ||
		(minimumSegments !== undefined && typeof data['segmentCount'] !== 'number')
	);
}
