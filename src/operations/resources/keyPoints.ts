import { api, priorities, type KeyPoints } from '../../api/index.ts';
import { type ActionItemRecord, actionItemRecords, dueDates, type DueOf, fieldsOf, isRecord, keyPointsClaims, keyPointsHtml, keyPointsMarkdown, keyPointsNote, keyPointsSlack, keyPointsText, listedConversation, type ListedConversation, oneLine, personName, readActionItems, type ReceiptOf, slackSections, textsOf } from '../../format/index.ts';
import { trust } from '../../client/index.ts';
import { actionItemMatcher, isMe, OWN_ITEMS } from '../../reports/index.ts';
import { conversationId } from './conversation.ts';
import { counted } from '../../words/index.ts';
import { choice, choices, dateTime, type InputOf, number, text, type Text, textIn } from '../../forms/index.ts';
import { addressBook, withEmailAddresses, type AddressBook } from './insight/addresses.ts';
import { receipts, receiptText, withEvidence } from './insight/evidence.ts';
import { noteChoice, noteFile, noteFor, noteOptions } from '../results/note.ts';
import { operation, result, type Page, type Result } from '../operation.ts';
import { afterRegenerating, creditsLeftOf, forceRefreshOf, naming, notSaved, savedOrMade, untilReady, waitSeconds } from '../results/savedResult.ts';
import type { Session } from '../session.ts';
import { fileFields, fileOf, textPart } from '../results/textFile.ts';

export const priorityChoices = priorities.map((value) => ({
	value,
	label: `${value.charAt(0).toUpperCase()}${value.slice(1)}`,
}));

const actionItemsOnly = { format: ['actionItems'] };

const fields = {
	format: choice({
		label: 'Output',
		choices: [
			{
				value: 'actionItems',
				label: 'Each Action Item',
				many: true,
				description: 'For task lists, CRMs and spreadsheets: task, owner, priority, confidence, meeting, and a key for removing duplicates',
			},
			{ value: 'html', label: 'HTML', description: 'One text, for emails and web pages' },
			{ value: 'markdown', label: 'Markdown', description: 'One text, for documents and notes' },
			noteChoice,
			{ value: 'object', label: 'Object', description: 'All key points together, as returned by the API' },
			{ value: 'text', label: 'Plain Text', description: 'One text without formatting' },
			{ value: 'slack', label: 'Slack Message', description: 'One text in Slack’s mrkdwn, also as Block Kit blocks' },
		],
		default: 'object',
		agentDefault: 'markdown',
		description: 'The format of the key points',
	}),
	...fileFields(['html', 'markdown', 'note', 'text']),
};

const filters = {
	minConfidence: number({
		label: 'Minimum Confidence',
		min: 0,
		max: 1,
		decimals: 2,
		initial: 0.5,
		description: 'Only action items that the AI is at least this confident about, from 0 to 1',
		showWhen: actionItemsOnly,
	}),
	owner: text({
		label: 'Owner Contains',
		example: 'Maria',
		description: `Only action items whose owner’s name contains this text; ${OWN_ITEMS}`,
		showWhen: actionItemsOnly,
	}),
	priorities: choices({
		label: 'Priority',
		name: 'priority',
		choices: priorityChoices,
		description: 'Only action items with one of these priorities',
		showWhen: actionItemsOnly,
	}),
};

const options = {
	conversationDate: dateTime({
		label: 'Meeting Date',
		description: 'When the meeting started, to work out due dates; looked up if empty',
	}),
	withEvidence,
	withOwnerEmail: { ...withEmailAddresses, showWhen: { format: ['actionItems', 'object'] } },
	...noteOptions,
};

const writers = {
	html: { write: keyPointsHtml, extension: 'html', mimeType: 'text/html' },
	markdown: { write: keyPointsMarkdown, extension: 'md', mimeType: 'text/markdown' },
	slack: { write: keyPointsSlack, extension: 'txt', mimeType: 'text/plain' },
	text: { write: keyPointsText, extension: 'txt', mimeType: 'text/plain' },
};

type Asked = InputOf<typeof fields & typeof filters & typeof options>;

/** The user's name, if a filter by owner refers to the user. */
export const userNameFor = async (session: Session, owner: string | undefined): Promise<string | null> =>
	isMe(owner) ? (await session.profile()).name : null;

function isWanted({ minConfidence, owner, priorities: wanted }: Asked, userName: string | null): (item: ActionItemRecord) => boolean {
	const matches = actionItemMatcher({ ...(owner !== undefined && { owner }), userName, ...(wanted && { priorities: wanted }) });
	return (item) => (minConfidence === undefined || (item.confidence ?? 0) >= minConfidence) && matches(item);
}

/**
 * A conversation as listed, or null when it is not listed with its title: the service has no endpoint for a single
 * conversation. One request per title and run, and per 100 meetings with this title: those of a series share it.
 */
async function meetingOf({ task }: Session, id: string, title: unknown): Promise<ListedConversation | null> {
	if (typeof title !== 'string' || title.trim() === '') return null;
	const found = await task.find(id, { search: title });
	return found.is === 'found' ? listedConversation(found.conversation) : null;
}

/** When a conversation started, ISO 8601: what was given, or else what the list says. */
const startTimeOf = async (session: Session, id: string, { title }: Answered, { conversationDate }: Asked): Promise<string | null> =>
	conversationDate ?? (await meetingOf(session, id, title))?.startTime ?? null;

/** The same, if it decides about a due date: it does about “by Friday”, not about “by 5 March 2027”. One request then. */
async function startTimeForDue(session: Session, id: string, keyPoints: Answered, asked: Asked, quoteOf: (item: string) => string | undefined): Promise<string | null> {
	const datesFrom = (startTime: string | null): string => JSON.stringify(readActionItems(keyPoints).map(({ item }) => dueDates(startTime, session.timezone)(item, quoteOf(item))));
	const isNeeded = asked.conversationDate === undefined && datesFrom(null) !== datesFrom(new Date(session.now()).toISOString());
	if (!isNeeded) return asked.conversationDate ?? null;
	return await startTimeOf(session, id, keyPoints, asked).catch(() => {
		// Key points that may have cost a credit are not lost for a date.
		session.hint('The meeting’s date could not be read, so due dates that depend on it are missing. Set “Meeting Date”, or run it again in a few minutes.');
		return null;
	});
}

/** The addresses of people whom a meeting’s key points name. */
async function bookOf(session: Session, id: string, { title }: Answered, asked: Asked, names: readonly (string | null)[]): Promise<AddressBook> {
	const wanted = [...new Set(names.filter((name) => name !== null))];
	const meeting = asked.withOwnerEmail && wanted.length > 0 ? await meetingOf(session, id, title) : null;
	const meetingDate = meeting?.startTime ?? asked.conversationDate ?? null;
	return await addressBook(session, asked.withOwnerEmail, [{ conversationId: id, meetingDate, linkedCalendarEventId: meeting?.linkedCalendarEventId ?? null, names: wanted }]);
}

/** Key points as `GET` and `POST` return them. */
type Answered = KeyPoints & { readonly cached?: boolean };

/** Key points as returned by the API, with more about each action item. `moreOf`: about a task of an owner. */
function withMore(keyPoints: Answered, moreOf: (item: string, owner: string | null) => object): Answered {
	const { actionItems } = fieldsOf(keyPoints.keypoints);
	if (!Array.isArray(actionItems)) return keyPoints;
	const extended = actionItems.map((one: unknown) => (isRecord(one) ? { ...one, ...moreOf(oneLine(one['item']), personName(one['owner']) || null) } : one));
	return trust<Answered>({ ...keyPoints, keypoints: { ...keyPoints.keypoints, actionItems: extended } });
}

/** A note needs the meeting's date, which key points do not have. */
async function noteWriter(session: Session, id: string, keyPoints: Answered, asked: Asked) {
	const startTime = await startTimeOf(session, id, keyPoints, asked);
	const note = noteFor(session, asked, startTime);
	const write = (written: KeyPoints, receiptOf: ReceiptOf, dueOf: DueOf): string => keyPointsNote({ ...written, id }, note, receiptOf, dueOf);
	return { write, startTime, ...noteFile(id) };
}

/** Key points in the requested format. */
async function* keyPointsResults(session: Session, id: string, keyPoints: Answered, asked: Asked, { skip = 0, limit = Infinity }: Page): AsyncGenerator<Result> {
	const { format } = asked;
	const cost = { cached: keyPoints.cached ?? true, ...creditsLeftOf(session) };
	const evidenceOf = async (claims: readonly { readonly text: string }[]) => {
		const found = await receipts(session, asked.withEvidence, claims.map(({ text: claim }) => ({ conversationId: id, text: claim })));
		return (claim: string) => found.of(id, claim);
	};
	if (format === 'object') {
		const claims = keyPointsClaims(keyPoints);
		const find = await evidenceOf(claims);
		const evidence = claims.flatMap((claim) => {
			const said = find(claim.text);
			return said ? [{ ...claim, ...said }] : [];
		});
		const dueOf = dueDates(await startTimeForDue(session, id, keyPoints, asked, (item) => find(item)?.quote), session.timezone);
		const owners = readActionItems(keyPoints).map(({ owner }) => owner);
		const participants = textsOf(fieldsOf(keyPoints.keypoints).participants).map(personName);
		const book = await bookOf(session, id, keyPoints, asked, [...owners, ...participants]);
		const extended = withMore(keyPoints, (item, owner) => ({ ...dueOf(item, find(item)?.quote), ...book.owner({ conversationId: id, owner }) }));
		const people = asked.withOwnerEmail && { people: participants.map((name) => ({ name, ...book.person(id, name) })) };
		yield result({ ...extended, ...cost, ...(asked.withEvidence && { evidence }), ...people });
		return;
	}
	if (format !== 'actionItems') {
		const find = await evidenceOf(keyPointsClaims(keyPoints));
		const { write, startTime, ...kind } =
			format === 'note'
				? await noteWriter(session, id, keyPoints, asked)
				: { ...writers[format], startTime: await startTimeForDue(session, id, keyPoints, asked, (item) => find(item)?.quote) };
		const dueFrom = dueDates(startTime, session.timezone);
		const written = write(keyPoints, (claim) => receiptText(find(claim)), (item) => dueFrom(item, find(item)?.quote));
		const blocks = format === 'slack' ? { blocks: slackSections(written).blocks } : {};
		const { title, createdAt } = keyPoints;
		const { next, ...part } = session.isAgent ? textPart(written, skip) : { text: written };
		const file = fileOf(asked, written, { name: title || id, ...kind });
		const named = 'name' in kind ? { fileName: `${kind.name}.${kind.extension}` } : {};
		yield { ...result({ ...part, ...blocks, id, title, format, ...named, createdAt, ...cost }, file), ...(next !== undefined && { next }) };
		return;
	}
	const records = actionItemRecords(keyPoints, { id }, session.timezone);
	const found = records.filter(isWanted(asked, await userNameFor(session, asked.owner)));
	if (found.length === 0) {
		session.hint(
			records.length === 0
				? 'These key points contain no action items. Other outputs, such as Markdown, have the rest.'
				: `The key points have ${counted(records.length, 'action item')}, but none match the filters. Change or remove some.`,
		);
		return;
	}
	const conversationDate = await startTimeOf(session, id, keyPoints, asked);
	const shown = found.slice(skip, skip + limit);
	const find = await evidenceOf(shown.map(({ item }) => ({ text: item })));
	const dueFrom = dueDates(conversationDate, session.timezone);
	const book = await bookOf(session, id, keyPoints, asked, shown.map(({ owner }) => owner));
	for (const item of shown) {
		const evidence = find(item.item);
		yield result({ ...item, ...dueFrom(item.item, evidence?.quote), conversationDate, ...(asked.withEvidence && { evidence }), ...book.owner(item) });
	}
}

const requests = '1, plus 1 per meeting title if due dates or notes need the meeting’s date, and 1 for evidence';

/** Without a transcript, each further try would cost another credit. */
const nothingMade: Text = ({ operation: find, list }) =>
	`The AI found nothing in this conversation, which still used an AI credit. To leave out recordings without a transcript, keep those whose “segmentCount” is not 0 in ${find('Conversation', list.name)}.`;

export const generateKeyPoints = operation({
	endpoint: api.keyPoints.generate,
	id: 'generate',
	name: 'Get or Generate',
	action: 'Get or generate key points',
	description:
		'Get key points: decisions, action items and dates. Generating them, if none are saved, uses one AI credit.',
	requests,
	fields: { id: conversationId, forceRefresh: forceRefreshOf('Key Points'), ...fields },
	filters,
	options,
	async *run(session, { id, forceRefresh: force, ...asked }, page) {
		const data = await savedOrMade<Answered>({
			force,
			read: () => session.task.saved('keyPoints', id),
			make: async () => (await session.client.keyPoints.generate({ id, forceRefresh: force })).data,
		});
		if (data.cached === false && keyPointsClaims(data).length === 0) session.hint(textIn(nothingMade, session.terms));
		const results = keyPointsResults(session, id, data, asked, page);
		yield* force ? afterRegenerating(results) : results;
	},
});

export const getKeyPoints = operation({
	endpoint: api.keyPoints.get,
	id: 'get',
	name: 'Get Saved',
	action: 'Get saved key points',
	description:
		'Get saved key points: decisions, action items and dates, as data or as formatted text. Uses no AI credit.',
	requests,
	fields: { id: conversationId, ...fields },
	filters,
	options: { ...options, waitSeconds },
	advice: { not_found: notSaved('Key Points') },
	async *run(session, { id, waitSeconds: seconds, ...asked }, page) {
		const { data } = await naming(session, id, 'key points', () => untilReady(session, seconds, () => session.client.keyPoints.get({ id })));
		yield* keyPointsResults(session, id, data, asked, page);
	},
});
