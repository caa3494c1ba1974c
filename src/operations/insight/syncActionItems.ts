import { conversationRecords, type DateWords, type Entry, type TextDocument } from '../../format/index.ts';
import { readPeriod, type Evidence, type PeriodReading } from '../../insights/index.ts';
import { counted } from '../../words/counts.ts';
import { choice, json } from '../../forms/field.ts';
import { operation, result } from '../operation.ts';
import type { Session } from '../session.ts';
import {
	actionItemChanges,
	type ActionItemChange,
	type ActionItemChanges,
	type Change,
	type MeetingRecords,
} from './actionItemChanges.ts';
import { earlierEntries } from './earlier.ts';
import { receipts, receiptText, withEvidence, withSaidDates } from './evidence.ts';
import { PERIOD_REQUESTS, periodFields, periodOf } from './period.ts';
import { datesOf, documentOf, dueNote, entry, hintNone, hintProgress, leftOut, short, shortReport, textFields, textFormat } from './report.ts';

const fields = {
	...periodFields,
	syncedBefore: json({
		label: 'Synced Before',
		initial: '[]',
		overInputs: true,
		description: ({ step, allInputs }) =>
			`What earlier runs returned: a list with the “dedupeKey” and “hash” of each action item, such as the rows of the table you keep them in. ${allInputs && `${allInputs}. `}Empty the first time. Each result has its own entry in “before”, so an ID that another ${step} added is there too.`,
	}),
	output: choice({
		label: 'Output',
		choices: [
			{ value: 'each', label: 'Each Change', description: 'One result for each action item that was created, changed or disappeared', many: true },
			{ value: 'together', label: 'All Together', description: 'One result with all changes, a text about them, and what was left out', many: false },
		],
		default: 'each',
		description: 'How the changes are returned',
		audience: 'people',
	}),
};

const meetingRecords = ({ read }: PeriodReading, timezone: string): MeetingRecords[] =>
	read.map(({ meeting, keyPoints }) => {
		const meetingOf = { id: meeting.conversationId, title: meeting.meetingTitle, startTime: meeting.meetingDate };
		const records = conversationRecords(keyPoints.actionItems, meetingOf, timezone);
		const { id: conversationId, title, startTime } = meetingOf;
		return { conversationId, title, startTime, records, isWhole: keyPoints.hasAllActionItems };
	});

const isOf =
	(change: Change) =>
	(one: ActionItemChange): boolean =>
		one.change === change;

const headings: Readonly<Record<Change, string>> = { created: 'New', changed: 'Changed', disappeared: 'No longer there' };
const changeNames: readonly Change[] = ['created', 'changed', 'disappeared'];

type ProvenChange = ActionItemChange & { readonly evidence?: Evidence | null };

const changeEntry =
	(dates: DateWords) =>
	({ item, dedupeKey, owner, priority, conversationTitle, conversationDate, conversationId, dueDate, evidence = null }: ProvenChange): Entry => ({
		...entry(
			item ?? dedupeKey,
			[priority && `${priority} priority`, dueNote(dates, dueDate), conversationTitle ?? conversationId, dates.day(conversationDate)],
			owner,
		),
		receipt: receiptText(evidence),
	});

/** The changes to read, by kind. */
function changesDocument(changes: readonly ProvenChange[], { progress }: PeriodReading, dates: DateWords): TextDocument {
	return documentOf('Action items', [
		...changeNames.map((change) => ({
			heading: headings[change],
			entries: changes.filter(isOf(change)).map(changeEntry(dates)),
		})),
		{ heading: 'Not included', entries: progress.complete ? [] : [entry(leftOut(progress))] },
	]);
}

function hintChanges(session: Session, { changes, unchanged, notChecked }: ActionItemChanges, { progress, read }: PeriodReading): void {
	hintProgress(session, progress);
	const partial = read.filter(({ keyPoints }) => !keyPoints.hasAllActionItems).length;
	if (unchanged > 0) {
		const are = counted(unchanged, 'action item is', 'action items are');
		session.hint(`${are} unchanged${changes.length > 0 ? '' : ', and nothing else was found'}.`);
	} else if (changes.length === 0 && partial === 0 && progress.complete) hintNone(session, read.length, 'action items');
	if (partial > 0) {
		const has = `The key points of ${counted(partial, 'meeting')} are`;
		session.hint(`${has} incomplete. What changed or disappeared there is not known.`);
	}
	if (notChecked > 0 && !progress.complete) {
		const were = counted(notChecked, 'action item synced before was', 'action items synced before were');
		session.hint(`${were} not checked, because the meeting is outside the period or could not be read.`);
	}
}

/** With the key and the hash that the next sync needs. */
const forAgent = ({ change: _, confidence: __, before, ...record }: ProvenChange): object => short({ ...record, before });

export const syncActionItems = operation({
	id: 'syncActionItems',
	name: 'Sync Action Items',
	action: 'Sync action items across meetings',
	description:
		'Get which action items of a period are new, changed or gone since you last synced them, for a CRM, a task list or a table. Uses saved key points, so it costs no AI credit. An action item is gone only if the key points of its meeting were read and no longer have it.',
	fields,
	options: { textFormat: { ...textFormat, showWhen: { output: ['together'] } }, withEvidence },
	requests: PERIOD_REQUESTS,
	credit: 'never',
	async *run(session, { syncedBefore, output, textFormat: format, withEvidence: isProven, ...asked }, page) {
		const entries = earlierEntries(session, fields.syncedBefore, syncedBefore, ['dedupeKey']);
		// Where each row synced before starts the same sync, each change would be reported once for every row.
		const claimed = [asked, entries];
		if (!session.claims.claim(claimed)) {
			session.hint('Several inputs asked for the same sync. Only the first of them was processed.');
			return;
		}
		const reading = await readPeriod(session.insights, periodOf(asked, session)).catch((error: unknown) => {
			session.claims.releaseAfter(error, claimed);
			throw error;
		});
		const found = actionItemChanges(entries, meetingRecords(reading, session.timezone));
		hintChanges(session, found, reading);
		const { unchanged, notChecked } = found;
		const present = found.changes.flatMap(({ change, item, conversationId }) =>
			change === 'disappeared' || item === null ? [] : [{ conversationId, text: item }],
		);
		const said = await receipts(session, isProven, present);
		const dated = withSaidDates(said, session);
		const changes = found.changes.map((one): ProvenChange => (isProven ? { ...one, ...dated({ ...one, item: one.item ?? '' }, one.conversationDate), item: one.item, evidence: said.of(one.conversationId, one.item ?? '') } : one));
		const { since, until, progress } = reading;
		const counts = Object.fromEntries(changeNames.map((change) => [change, changes.filter(isOf(change)).length]));
		if (session.isAgent) {
			const { complete, stoppedBy, resumeAt } = progress;
			const lists = changeNames.map((change) => [change, changes.filter(isOf(change)).map(forAgent)]);
			yield shortReport({ ...Object.fromEntries(lists), unchanged, complete, stoppedBy, resumeAt }, page);
			return;
		}
		if (output === 'together') {
			const written = textFields(changesDocument(changes, reading, datesOf(session)), format);
			yield result({ ...written, since, until, ...counts, unchanged, notChecked, changes, ...progress });
			return;
		}
		for (const change of changes) yield result(change);
	},
});
