import * as z from 'zod/v4';
import { candidateOf, endingOf, fitting, mailboxKey, maybeText, outsiderCheck, Stopped, sureRules, type Candidate, type Ending, type LinkedEvent, type LinkedMeeting, type Task, type ValueOf } from '../../meetings/index.ts';
import { contactCandidates, isUser, type User } from './addresses.ts';

export const Recipient = z.object({
	name: maybeText.meta({ examples: ['Priya Shah'] }),
	email: z.string().meta({ examples: ['priya@harbour.example'] }),
	external: z.boolean().nullable().meta({ description: 'Whether they are from outside your company; null where that is not known', examples: [true] }),
});
export type Recipient = ValueOf<typeof Recipient>;

/** `guests`: of the linked event. `contacts`: those with the names of participants. */
export type RecipientSource =
	| { readonly kind: 'guests'; readonly event: string | null }
	| { readonly kind: 'contacts'; readonly of: number };

export interface Recipients {
	readonly recipients: readonly Recipient[];
	/** Null if nobody is known. */
	readonly source: RecipientSource | null;
	/** Where people are known, but the addressee is none of them, or may be several: their names, otherwise addresses. */
	readonly mismatch?: { readonly fits: 'nobody' | 'several'; readonly known: readonly string[] };
}

export interface FoundRecipients extends Ending {
	readonly of: (conversationId: string) => Recipients;
	/** Why guests or contacts could not be searched. */
	readonly without: { readonly calendar: boolean; readonly memory: boolean; readonly allContacts: boolean };
}

const nobody: Recipients = { recipients: [], source: null };

type Mailable = Omit<Recipient, 'external'>;

const mailable = (candidates: readonly Candidate[]): Mailable[] => candidates.flatMap(({ name, email }) => (email === null ? [] : [{ name, email }]));

/** Everybody once, without the user. */
function others(recipients: readonly Mailable[], { email: own }: User): Mailable[] {
	const byMailbox = new Map(recipients.toReversed().map((one) => [mailboxKey(one.email), one]));
	byMailbox.delete(mailboxKey((own ?? '').trim().toLowerCase()));
	return [...byMailbox.values()].toReversed();
}

/** Everyone who was invited and did not decline, except the user. */
const candidatesOf = (event: LinkedEvent | undefined): Candidate[] =>
	(event?.guests ?? []).filter(({ response, internal }) => response !== 'declined' && internal !== true).map(candidateOf);

/**
 * Who took part in meetings besides the user, to send them mail: the guests of the linked event who did not decline, or if
 * no event is known, contacts that are the only ones with the full name or the address of a participant. Requests: one per
 * day with meetings that have an event; for each other meeting one for its saved key points; and one per 200 contacts, at
 * most 10. `addressee`: if given, only the person that this name matches is returned. At a limit, recipients are left out.
 * @throws ClientError if the key has no access.
 */
export async function findRecipients(
	task: Task,
	meetings: readonly LinkedMeeting[],
	user: User,
	addressee?: string,
): Promise<FoundRecipients> {
	const { events, calendar, isStopped } = await task.guests(meetings);
	const found = new Map<string, Recipients>();
	const without = { calendar: !calendar, memory: false, allContacts: false };
	let isCut = isStopped;
	const isOutsider = outsiderCheck(user.email);
	const keep = (conversationId: string, recipients: readonly Mailable[], source: RecipientSource): void => {
		if (recipients.length === 0) return;
		const fits = addressee === undefined ? recipients : fitting(addressee, recipients.map(candidateOf));
		if (fits === null || fits === 'several') {
			const known = recipients.map(({ name, email }) => name ?? email);
			found.set(conversationId, { ...nobody, mismatch: { fits: fits ?? 'nobody', known } });
			return;
		}
		const kept = 'fullName' in fits ? mailable([fits]) : fits;
		found.set(conversationId, { recipients: kept.map((one) => ({ ...one, external: isOutsider(one.email) })), source });
	};
	const isOwn = isUser(user);
	for (const meeting of meetings) {
		const { conversationId } = meeting;
		const event = events.get(conversationId);
		const guests = others(mailable(candidatesOf(event)), user);
		if (guests.length > 0) {
			keep(conversationId, guests, { kind: 'guests', event: event?.title ?? null });
			continue;
		}
		if (isCut) continue;
		try {
			const names = [...new Set((await task.keyPoints(meeting))?.participants)].filter((name) => !isOwn(name));
			if (names.length === 0) continue;
			const contacts = await task.contacts();
			without.memory ||= !contacts.memory;
			without.allContacts ||= !contacts.isWhole;
			if (!contacts.isWhole) continue;
			const known = contactCandidates(contacts.people);
			const fits = names.map((name) => fitting(name, known, sureRules)).filter((one) => one !== null && one !== 'several');
			keep(conversationId, others(mailable(fits), user), { kind: 'contacts', of: names.length });
		} catch (error) {
			if (!(error instanceof Stopped)) throw error;
			isCut = true;
		}
	}
	return { ...endingOf(task, isCut, 0), without, of: (conversationId) => found.get(conversationId) ?? nobody };
}
