import { z } from 'zod/v4';
import {
	prepareForMeeting as prepare,
	type MeetingTarget,
	type Preparation,
} from '../../../../src/insights/index.ts';
import type { Operation } from '../../operation.ts';
import { readInput } from '../../readInput.ts';
import { result } from '../../result.ts';
import type { Session } from '../../session.ts';
import { NEEDS_MEMORY } from '../memory.ts';
import { personName, preparationDocument } from './preparationDocument.ts';
import { hintLeftOut, many } from './progress.ts';
import { short } from './short.ts';
import { targetOf } from './target.ts';
import { targetFields } from './targetFields.ts';
import { textFields, textFormat } from './textFormat.ts';

const MAX_PEOPLE = 10;

const Input = z.object({ maxPeople: z.int().min(1).default(MAX_PEOPLE), userEmail: z.string().optional() });

function hintPreparation(session: Session, found: Preparation): void {
	const { left, failed, peopleLeftOut, memory } = found;
	if (!memory) session.hint(`Nothing is known of anybody. ${NEEDS_MEMORY}`);
	const names = [...left.people, ...failed].map(personName).concat(left.lookUps);
	if (!found.complete) hintLeftOut(session, `without ${names.join(', ')}`, found);
	if (peopleLeftOut.length > 0) {
		const more = many(peopleLeftOut.length, 'more person', 'more people');
		session.hint(`${more} found and not looked at: raise “Most People”.`);
	}
}

const Self = z.looseObject({ attendees: z.array(z.unknown()).refine((all) => all.some(isSelf)) });
const isSelf = (attendee: unknown): boolean =>
	attendee instanceof Object && 'self' in attendee && attendee.self === true;

/** The user is among those invited, which not every calendar tells. */
async function emailToLeaveOut(session: Session, target: MeetingTarget): Promise<string | undefined> {
	const isKnown = !('event' in target) || Self.safeParse(target.event).success;
	return isKnown ? undefined : (await session.profile()).profile?.email;
}

const forAgent = (found: Preparation) =>
	short({
		...found,
		people: found.people.map(({ contactId, displayName, email, companyDomain, meetingCount, lastSeenAt, summary }) =>
			short({ contactId, displayName, email, companyDomain, meetingCount, lastSeenAt, summary: summary?.prose }),
		),
		openActionItems: found.openActionItems.map(({ hash: _, ...item }) => short(item)),
		left: found.complete ? null : found.left,
	});

export const prepareForMeeting: Operation<'prepareForMeeting'> = {
	value: 'prepareForMeeting',
	name: 'Prepare for Meeting',
	action: 'Prepare for a meeting',
	description:
		'Get what to know before you meet a person, a company or the people of a calendar event: who they are, past meetings, what is still open, last decisions. Uses no AI credit. Needs the memory feature.',
	fields: targetFields,
	options: {
		maxPeople: {
			displayName: 'Most People',
			name: 'maxPeople',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: MAX_PEOPLE,
			description: 'How many people to look at, one request each. Those with most meetings come first in a company.',
			showWhen: { prepareFor: ['calendarEvent', 'company', 'incoming'] },
		},
		textFormat,
		userEmail: {
			displayName: 'My Email',
			name: 'userEmail',
			type: 'string',
			default: '',
			placeholder: 'e.g. nora@acme.com',
			description:
				'Left out of the people to prepare for. If not set, it is the address in your profile, which takes one more request per run, and only if the calendar does not say who you are.',
			showWhen: { prepareFor: ['calendarEvent', 'incoming'] },
		},
	},
	requests:
		'1 for each person, and before that 0 to find one by ID, 1 by e-mail, 1 for a company or calendar event; many invited companies take a few more',
	credit: 'never',
	advice: {
		forbidden: 'Access to the calendar was revoked: connect it again in the desktop app',
		not_found: 'No calendar is connected: connect one in the desktop app, or prepare for a person or company',
	},
	run: async function* (session, input) {
		const { maxPeople, userEmail } = readInput(Input, input);
		const target = targetOf(input);
		const ownEmail = userEmail ?? (await emailToLeaveOut(session, target));
		const found = await prepare(session.insights, target, { maxPeople, ...(ownEmail !== undefined && { ownEmail }) });
		hintPreparation(session, found);
		const fields = textFields(preparationDocument(found, session.timezone), input);
		yield result(session.isTool ? forAgent(found) : { ...fields, ...found });
	},
};
