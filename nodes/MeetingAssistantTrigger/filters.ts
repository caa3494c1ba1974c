import type { Details } from '../../src/webhooks/emitted.ts';
import type { Received } from '../../src/webhooks/index.ts';
import type { Filters, Known } from '../shared/filters.ts';

/** What an event, and what was read for it, tell of the conversation. */
export const knownFrom = ({ data }: Received, { conversation, keyPoints, transcript, feedback }: Details): Known => ({
	title: data['title'] ?? conversation?.title ?? keyPoints?.title,
	segments: data['segmentCount'] ?? conversation?.segmentCount ?? transcript?.segments?.length,
	actionItems: data['actionItemCount'] ?? keyPoints?.keypoints?.actionItems?.length,
	score: data['overallScore'] ?? feedback?.overallScore,
});

/** Whether the conversation has to be read for the filters. */
export function needsConversation({ data }: Received, { titleContains, minimumSegments }: Filters): boolean {
	return (
		(titleContains !== '' && typeof data['title'] !== 'string') ||
		(minimumSegments !== undefined && typeof data['segmentCount'] !== 'number')
	);
}
