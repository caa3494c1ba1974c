import { type Due, dueDates, roleNames, shownName, speakerName, type Words } from '../../format/index.ts';
import { findEvidence, type Evidence, type FoundEvidence } from '../../reports/index.ts';
import { counted } from '../../words/index.ts';
import { boolean } from '../../forms/index.ts';
import type { Session } from '../session.ts';
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

export const noEvidence: Pick<FoundEvidence, 'of'> = { of: () => null };

/**
 * Finds where each text was said, and by whom: others read it, so the user has a name, which takes the profile. Without a request for
 * evidence, it sends nothing and finds nothing.
 */
export async function evidenceFor(session: Session, isWanted: boolean, claims: readonly Claim[]): Promise<Pick<FoundEvidence, 'of'>> {
	if (!isWanted) return noEvidence;
	const meetings = [...Map.groupBy(claims, ({ conversationId }) => conversationId)].map(([conversationId, ofOne]) => ({
		meeting: { conversationId, conversationTitle: null, conversationDate: null },
		texts: ofOne.map(({ text }) => text),
	}));
	const found = await findEvidence(session.task, meetings);
	if (!found.complete) hintLeftOut(session, `the evidence of ${counted(found.notRead.length, 'meeting')} is missing`, found);
	const isUser = (evidence: Evidence | null): boolean => evidence?.speaker === roleNames.local;
	if (!claims.some(({ conversationId, text }) => isUser(found.of(conversationId, text)))) return found;
	const { name } = await session.profile();
	return {
		of: (conversationId, text) => {
			const evidence = found.of(conversationId, text);
			return evidence && { ...evidence, speaker: speakerName(evidence.speaker, name) };
		},
	};
}

interface DueItem extends Due {
	readonly item: string;
	readonly conversationId: string;
}

/** Gives action items without a due date the one that was said, according to the evidence. */
export function datedByEvidence(evidence: Pick<FoundEvidence, 'of'>, { timezone }: Pick<Session, 'timezone'>) {
	const readers = new Map<string, ReturnType<typeof dueDates>>();
	return <T extends DueItem>(item: T, startTime: string | null): T => {
		const quote = item.dueDate === null ? evidence.of(item.conversationId, item.item)?.quote : undefined;
		if (quote === undefined) return item;
		const read = readers.get(item.conversationId) ?? dueDates(startTime, timezone);
		readers.set(item.conversationId, read);
		return { ...item, ...read(item.item, quote) };
	};
}

/** Evidence as a line of text: “00:12:05 Ben: We lower it.” Null if there is none. */
export const evidenceText = (evidence: Evidence | null, words: Words): string | null =>
	evidence && `${evidence.time} ${evidence.speaker === null ? '' : `${shownName(evidence.speaker, words)}${words.colon} `}${words.quoted(evidence.quote)}`;
