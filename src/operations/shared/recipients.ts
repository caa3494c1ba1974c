import * as z from 'zod/v4';
import { ClientError } from '../../client/index.ts';
import { boolean, type Text, textIn } from '../../forms/index.ts';
import { findRecipients, Recipient, type Recipients } from '../../reports/index.ts';
import { causeOf, maybeText, outsidersOrAll, type LinkedMeeting, type ValueOf } from '../../meetings/index.ts';
import { quoted } from '../../format/index.ts';
import { counted, explainProblem } from '../../words/index.ts';
import type { Session } from '../session.ts';
import { hintWithout } from './addresses.ts';
import type { WhyIncomplete } from '../hints.ts';
import { hintLeftOut, namedBriefly } from './report.ts';

export const withRecipients = boolean({
	label: 'With Recipients',
	default: false,
	initial: true,
	audience: 'people',
	description: 'Whether to add whom to send it to: guests of the calendar event, or contacts who took part',
});

/** The fields of a draft that say who gets it. */
export const DraftRecipients = z.object({
	to: maybeText.meta({
		description:
			'Addresses with commas between them: of the recipients from outside your company, or if there are none, of all; null if nobody is known, or recipients were not asked for',
		examples: ['priya@harbour.example'],
	}),
	recipients: z.array(Recipient),
	recipientsFrom: maybeText.meta({ description: 'Where they come from; null if nobody is known', examples: ['Guests of the linked calendar event'] }),
});
export type DraftRecipients = ValueOf<typeof DraftRecipients>;

function sourceWords({ source, recipients }: Recipients): string | null {
	if (source === null) return null;
	if (source.kind === 'contacts') return `Contacts with the names of participants: ${recipients.length} of ${source.of}`;
	return source.event === null ? 'Guests of the linked calendar event' : `Guests of the calendar event ${quoted(source.event)}`;
}

const nobody: Recipients = { recipients: [], source: null };

const fieldsOf = (found: Recipients): DraftRecipients => ({
	to: outsidersOrAll(found.recipients).map(({ email }) => email).join(', ') || null,
	recipients: found.recipients,
	recipientsFrom: sourceWords(found),
});

const whereToLook: Text = ({ operation: find, list }) =>
	`${find('Contact', list.name)} returns the email address for a name, and ${find('Calendar Event', list.name)} the guests of a meeting that is in your calendar.`;

/** `why`: a sentence. */
const hintWhereToLook = (session: Session, why: string): void => session.hint(`${why} ${textIn(whereToLook, session.terms)}`);

/** Finds who gets each draft of a run. */
export interface RecipientFinder {
	/** Nobody, if recipients were not requested. `addressee`: the name that the draft addresses. Never throws because of the service. */
	readonly of: (meeting: LinkedMeeting, addressee?: string) => Promise<DraftRecipients>;
	/** Says what is missing from these drafts. */
	readonly settle: (drafts: readonly DraftRecipients[]) => void;
}

/** A draft uses an AI credit, so a failure here must not lose it: after one, nothing more is looked up. */
export function recipientFinder(session: Session, isRequested: boolean): RecipientFinder {
	// An agent that has drafted an email will next be asked whom to send it to.
	const isWanted = isRequested || session.isAgent;
	const without = { calendar: false, memory: false, allContacts: false };
	let cut: WhyIncomplete | null = null;
	let failure: ClientError | null = null;
	const mismatches: string[] = [];
	return {
		of: async (meeting, addressee) => {
			if (!isWanted || failure) return fieldsOf(nobody);
			try {
				const found = await findRecipients(session.task, [meeting], await session.profile(), addressee);
				if (!found.complete) cut ??= found;
				without.calendar ||= found.without.calendar;
				without.memory ||= found.without.memory;
				without.allContacts ||= found.without.allContacts;
				const recipients = found.of(meeting.conversationId);
				if (addressee !== undefined && recipients.mismatch) {
					const { fits, known } = recipients.mismatch;
					const why = `${fits === 'nobody' ? 'No recipient is called' : 'More than one recipient may be'} ${quoted(addressee)}`;
					const [so, next] = session.isAgent ? ['', ' Ask who is meant before it is sent.'] : [', so “to” is empty', ''];
					mismatches.push(`${why}${so}. Known: ${namedBriefly(known)}.${next}`);
				}
				return fieldsOf(recipients);
			} catch (stop) {
				const error = causeOf(stop);
				if (!(error instanceof ClientError)) throw error;
				failure = error;
				return fieldsOf(nobody);
			}
		},
		settle: (drafts) => {
			if (!isWanted) return;
			if (cut) hintLeftOut(session, 'some recipients are missing', cut);
			hintWithout(session, without, 'recipients');
			if (failure) {
				const { what } = explainProblem(failure.problem, session.terms, {}, session.timezone);
				hintWhereToLook(session, `Recipients could not be looked up: ${what}.`);
				return;
			}
			mismatches.forEach(session.hint);
			const unknown = drafts.filter(({ recipientsFrom }) => recipientsFrom === null).length - mismatches.length;
			if (unknown > 0)
				hintWhereToLook(
					session,
					`No recipient of ${counted(unknown, 'draft')} is known${session.isAgent ? '. Ask for the address before it is sent' : ', so “to” is empty there: filter by it before you send'}.`,
				);
		},
	};
}
