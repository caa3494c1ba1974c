import { type Due, dueDates, grouped } from '../../../format/index.ts';
import { receiptsFor, type Evidence, type Receipts } from '../../../reports/index.ts';
import { counted } from '../../../words/index.ts';
import { boolean } from '../../../forms/index.ts';
import type { Session } from '../../session.ts';
import { hintLeftOut } from './report.ts';

export const withEvidence = boolean({
	label: 'With Evidence',
	default: false,
	description:
		'Whether to add where in the meeting it was said: quote, speaker and time',
});

interface Claim {
	readonly conversationId: string;
	readonly text: string;
}

const noReceipts: Pick<Receipts, 'of'> = { of: () => null };

/** Where each of these was said. Sends no request and finds nothing unless evidence was requested. */
export async function receipts(session: Session, isWanted: boolean, claims: readonly Claim[]): Promise<Pick<Receipts, 'of'>> {
	if (!isWanted) return noReceipts;
	const byMeeting = [...grouped(claims, ({ conversationId }) => conversationId)].map(([conversationId, ofOne]) => ({
		meeting: { conversationId, meetingTitle: null, meetingDate: null },
		texts: ofOne.map(({ text }) => text),
	}));
	const found = await receiptsFor(session.task, byMeeting);
	if (!found.complete) hintLeftOut(session, `the evidence of ${counted(found.notRead.length, 'meeting')} is missing`, found);
	return found;
}

interface Item extends Due {
	readonly item: string;
	readonly conversationId: string;
}

/** Gives action items without a due date the one that was said, according to the evidence. */
export function withSaidDates(said: Pick<Receipts, 'of'>, { timezone }: Pick<Session, 'timezone'>) {
	const readers = new Map<string, ReturnType<typeof dueDates>>();
	return <T extends Item>(item: T, startTime: string | null): T => {
		const quote = item.dueDate === null ? said.of(item.conversationId, item.item)?.quote : undefined;
		if (quote === undefined) return item;
		const read = readers.get(item.conversationId) ?? dueDates(startTime, timezone);
		readers.set(item.conversationId, read);
		return { ...item, ...read(item.item, quote) };
	};
}

/** A receipt to read: “00:12:05 Ben: We lower it.” Null if there is none. */
export const receiptText = (evidence: Evidence | null): string | null =>
	evidence && `${evidence.time} ${evidence.speaker === null ? '' : `${evidence.speaker}: `}“${evidence.quote}”`;
