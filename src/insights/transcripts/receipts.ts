import { evidenceIn, type Evidence } from './evidence.ts';
import type { Meeting, MeetingRef } from '../meetings.ts';
import { createRun, endingOf, readEach, type Ending, type InsightOptions } from '../run.ts';
import { readTranscript } from './transcripts.ts';

export interface Claims {
	readonly meeting: MeetingRef & Partial<Pick<Meeting, 'segmentCount'>>;
	/** What key points say. */
	readonly texts: readonly string[];
}

export interface Receipts extends Ending {
	/** Where a text of a meeting was said; null if no passage says it, or its transcript was not read. */
	readonly of: (conversationId: string, text: string) => Evidence | null;
	/** Meetings whose transcripts were not read. */
	readonly notRead: readonly MeetingRef[];
}

/**
 * Where what key points say was said: one request for each meeting, none for one without texts. A limit or a failure
 * leaves receipts out.
 * @throws ClientError if the key has no access.
 */
export async function receiptsFor(options: InsightOptions, claims: readonly Claims[]): Promise<Receipts> {
	const run = createRun(options);
	const wanted = claims.filter(({ texts }) => texts.length > 0);
	const each = await readEach(run, wanted, async ({ meeting: { conversationId, segmentCount = null }, texts }) => {
		const find = evidenceIn(await readTranscript(run, { conversationId, segmentCount }));
		return new Map(texts.map((text) => [text, find(text)]));
	});
	const found = new Map(each.readings.flatMap(({ item, reading }) => (reading.kind === 'read' ? [[item.meeting.conversationId, reading.value]] : [])));
	const failed = each.readings.filter(({ reading }) => reading.kind === 'failed').map(({ item }) => item);
	return {
		...endingOf(run, each.left.length > 0, failed.length),
		of: (conversationId, text) => found.get(conversationId)?.get(text) ?? null,
		notRead: [...each.left, ...failed].map(({ meeting }) => meeting),
	};
}
