import { evidenceIn, type Evidence } from './evidence.ts';
import { endingOf, failuresIn, itemsThat, valuesIn, type Ending, type Meeting, type MeetingRef, type Task } from '../../meetings/index.ts';

export interface TextsOfMeeting {
	readonly meeting: MeetingRef & Partial<Pick<Meeting, 'segmentCount'>>;
	/** The texts of the key points. */
	readonly texts: readonly string[];
}

export interface FoundEvidence extends Ending {
	/** Where a text of a meeting was said; null if no passage says it, or its transcript was not read. */
	readonly of: (conversationId: string, text: string) => Evidence | null;
	/** Meetings whose transcripts were not read. */
	readonly notRead: readonly MeetingRef[];
}

/**
 * Finds the transcript passages behind key points: one request for each meeting with texts. At a limit or after a failure,
 * evidence is left out.
 */
export async function findEvidence(task: Task, meetings: readonly TextsOfMeeting[]): Promise<FoundEvidence> {
	const wanted = meetings.filter(({ texts }) => texts.length > 0);
	const readings = await task.each(wanted, async ({ meeting: { conversationId, segmentCount = null }, texts }) => {
		const find = evidenceIn((await task.transcript({ conversationId, segmentCount })) ?? []);
		return new Map(texts.map((text) => [text, find(text)]));
	});
	const found = new Map([...valuesIn(readings)].map(([{ meeting }, said]) => [meeting.conversationId, said]));
	const failed = failuresIn(readings).map(({ item }) => item);
	const left = itemsThat(readings, 'left');
	return {
		...endingOf(task, left.length > 0, failed.length),
		of: (conversationId, text) => found.get(conversationId)?.get(text) ?? null,
		notRead: [...left, ...failed].map(({ meeting }) => meeting),
	};
}
