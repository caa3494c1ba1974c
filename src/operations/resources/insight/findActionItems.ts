import { DAY_MS } from '../../../api/durations.ts';
import { conversationRecords, type ActionItemRecord, type TextDocument } from '../../../format/index.ts';
import { findActionItems as find, actionItemMatcher, groupByOwner, grouped, OWN_ITEMS, participantMatcher, topicMatcher, type Evidence, ownersIn, type FoundActionItems, type OwnerAddress } from '../../../insights/index.ts';
import { choice, choices, number, text } from '../../../forms/field.ts';
import { priorityChoices, userNameFor } from '../keyPoints.ts';
import { operation, result } from '../../operation.ts';
import type { Session } from '../../session.ts';
import { addressBook, withOwnerEmail } from './addresses.ts';
import { receipts, receiptText, withEvidence, withSaidDates } from './evidence.ts';
import { PERIOD_REQUESTS, periodFields, periodOf } from './period.ts';
import { counted } from '../../../words/counts.ts';
import { byMeeting, datesOf, documentOf, dueNote, hintMore, hintNone, hintProgress, notIncluded, pageOf, short, shortPage, taskEntries, textFields, textFormat, topicFilter } from './report.ts';

/** Keys count the action items of a conversation, so they are made before any are filtered out. */
function recordsOf({ items }: FoundActionItems, timezone: string): ActionItemRecord[] {
	return [...grouped(items, ({ conversationId }) => conversationId)].flatMap(([id, ofOne]) =>
		conversationRecords(ofOne, { id, title: ofOne[0]?.meetingTitle, startTime: ofOne[0]?.meetingDate }, timezone),
	);
}

/** A meeting without a readable time has no age. */
const isOlderThan = (days: number | undefined, now: number) => (startedAt: string | null): boolean =>
	days === undefined || now - Date.parse(startedAt ?? '') >= days * DAY_MS;

type Item = ActionItemRecord & Partial<OwnerAddress> & { readonly evidence?: Evidence | null };

/** Action items to read, by owner. */
function actionItemsDocument(items: readonly Item[], more: number, found: FoundActionItems, session: Session): TextDocument {
	const dates = datesOf(session);
	return documentOf(counted(items.length, 'action item'), [
		{
			heading: '',
			entries: taskEntries(groupByOwner(items), ({ conversationTitle, conversationId, conversationDate, dueDate }) => [
				dueNote(dates, dueDate),
				conversationTitle ?? conversationId,
				dates.day(conversationDate),
			], ({ evidence }) => receiptText(evidence ?? null)),
		},
		{ heading: 'Not included', entries: notIncluded(more > 0 ? counted(more, 'more action item') : null, found) },
	]);
}

export const findActionItems = operation({
	id: 'findActionItems',
	name: 'Find Action Items',
	action: 'Find action items',
	description:
		'Get who has to do what, from all meetings in a period. Uses saved key points, so it costs no AI credit. Whether an action item was completed since is not known.',
	fields: periodFields,
	filters: {
		minAgeDays: number({
			label: 'Minimum Age (Days)',
			min: 0,
			initial: 7,
			description: 'Only action items from meetings that started at least this many days ago, such as overdue ones',
		}),
		participant: text({
			label: 'Meeting With',
			example: 'Maria',
			description:
				'Only action items from meetings whose key points name a participant that contains this text. Ignores case and accents.',
		}),
		owner: text({
			label: 'Owner Contains',
			example: 'Maria',
			description: `Only action items whose owner’s name contains this text; ${OWN_ITEMS}`,
		}),
		priorities: choices({
			label: 'Priority',
			name: 'priority',
			choices: priorityChoices,
			description: 'Only action items with one of these priorities',
		}),
		text: text({
			label: 'Text Contains',
			example: 'contract acme',
			description: 'Matches all of these words in any order. Ignores case and accents.',
		}),
		topic: topicFilter,
	},
	options: {
		output: choice({
			label: 'Output',
			choices: [
				{ value: 'each', label: 'Each Action Item', description: 'One result for each, for a task list, a CRM or a spreadsheet' },
				{ value: 'together', label: 'All Together', description: 'With a text to read, what was left out, and when to continue', many: false },
			],
			default: 'each',
			description: 'How the action items are returned',
			audience: 'people',
		}),
		textFormat: { ...textFormat, description: 'The format of the field “text” when action items are returned all together' },
		withEvidence,
		withOwnerEmail,
	},
	requests: PERIOD_REQUESTS,
	credit: 'never',
	isList: true,
	async *run(session, { output, textFormat: format, withEvidence: isProven, withOwnerEmail: isAddressed, owner, priorities, text: words, topic, minAgeDays, participant, ...asked }, page) {
		const userName = await userNameFor(session, owner);
		const found = await find(session.insights, periodOf(asked, session));
		hintProgress(session, found);
		const records = recordsOf(found, session.timezone);
		const isOnTopic = topicMatcher(topic);
		const isOld = isOlderThan(minAgeDays, session.now());
		const took = participantMatcher(participant);
		const all = records
			.filter(actionItemMatcher({ owner, userName, priorities, text: words }))
			.filter(({ conversationId, conversationTitle: title, conversationDate, item }) => {
				const { headings, participants } = found.meetings.get(conversationId) ?? { headings: [], participants: [] };
				return isOnTopic({ title, headings }, item) && isOld(conversationDate) && took(participants);
			});
		if (records.length === 0 && found.complete) hintNone(session, found.meetings.size, 'action items');
		if (all.length === 0 && records.length > 0) {
			session.hint(`The period has ${counted(records.length, 'action item')}, but none match the filters.`);
		}
		const { items: _, meetings: __, ...progress } = found;
		const { skip = 0, limit = Infinity } = page;
		const shown = session.isAgent ? pageOf(all, page) : all.slice(skip, skip + limit);
		const said = await receipts(session, isProven, shown.map(({ conversationId, item: claim }) => ({ conversationId, text: claim })));
		const dated = withSaidDates(said, session);
		const book = await addressBook(session, isAddressed, ownersIn(shown, (id) => found.meetings.get(id)?.linkedCalendarEventId ?? null));
		const items = shown.map((item): Item => ({ ...book.owner(item), ...(isProven ? { ...dated(item, item.conversationDate), evidence: said.of(item.conversationId, item.item) } : item) }));
		if (session.isAgent) {
			const { complete, stoppedBy, resumeAt } = progress;
			const actionItems = byMeeting(items, ({ item, owner, ownerEmail, priority, dueDate, evidence }) => short({ item, owner, ownerEmail, priority, dueDate, evidence }));
			yield shortPage({ actionItems, found: all.length, complete, stoppedBy, resumeAt }, page);
			return;
		}
		if (output === 'together') {
			const written = textFields(actionItemsDocument(items, all.length - skip - items.length, found, session), format);
			yield result({ ...written, actionItems: items, found: all.length, ...progress });
			return;
		}
		hintMore(session, all.length - skip - items.length);
		for (const item of items) yield result(item);
	},
});
