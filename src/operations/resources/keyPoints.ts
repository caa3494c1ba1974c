import * as z from 'zod/v4';
import { api, DAY_MS, KeyPoints, priorities } from '../../api/index.ts';
import { type ActionItemRecord, actionItemRecords, dueDates, type DueOf, fieldsOf, keyPointsClaims, keyPointsNote, keyPointsTexts, listedConversation, type ListedConversation, personName, readActionItems, textsOf, withTasks, wordsIn } from '../../format/index.ts';
import { actionItemMatcher, ActionItemRow, Due, OWN_ITEMS, unnamedOwner, withOwner } from '../../reports/index.ts';
import { conversationId } from './conversation.ts';
import { counted } from '../../words/index.ts';
import { choice, choices, dateTime, type InputOf, number, text } from '../../forms/index.ts';
import { addressBook, withEmailAddresses, type AddressBook } from '../shared/addresses.ts';
import { evidenceFor, evidenceText, withEvidence } from '../shared/evidence.ts';
import { fileName, noteChoice, noteFile, noteFor, noteOptions } from '../shared/note.ts';
import { operation, result, type Page, type Result } from '../operation.ts';
import { afterRegenerating, Cached, creditsLeftOf, forceRefreshOf, naming, notSaved, savedOrMade, untilReady, waitSeconds } from '../shared/savedResult.ts';
import { language, languageFor } from '../shared/language.ts';
import { hintUnnamed, UNNAMED_TOO } from '../shared/report.ts';
import { textsLike } from '../shared/texts.ts';
import { userNameFor } from '../shared/userName.ts';
import type { Session } from '../session.ts';
import { fileFields, fileOf, textPart } from '../shared/textFile.ts';

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
			noteChoice,
			{ value: 'object', label: 'Texts and Data', description: 'All key points together, as plain text, HTML, Markdown, a Slack message, and data' },
		],
		default: 'object',
		description: 'How the key points are returned',
	}),
	...fileFields(['note', 'object']),
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
	language,
	conversationDate: dateTime({
		label: 'Meeting Date',
		description: 'When the meeting started, to work out due dates; looked up if empty',
	}),
	withEvidence,
	withOwnerEmail: { ...withEmailAddresses, showWhen: { format: ['actionItems', 'object'] } },
	...noteOptions,
};

const { keypoints } = KeyPoints.shape;
const Sample = textsLike({
	title: 'Pilot review with Harbour',
	blocks: [{ heading: 'Decisions', entries: [{ label: '', text: 'The roll-out starts on 1 December', note: '' }] }],
});
const Dated = z.looseObject({
	...Sample.shape,
	...KeyPoints.shape,
	keypoints: keypoints.extend({ actionItems: z.array(keypoints.shape.actionItems.element.extend(Due.shape)) }),
	...Cached.shape,
});

const variants = [
	{ when: { format: ['actionItems'] }, output: ActionItemRow },
	{
		when: { format: ['note'] },
		output: z.object({ text: z.string(), fileName, id: z.string(), title: z.string(), createdAt: z.string(), ...Cached.shape }),
	},
];

type Asked = InputOf<typeof fields & typeof filters & typeof options>;

function isWanted({ minConfidence, owner, priorities: wanted }: Asked, userName: string | null): (item: ActionItemRecord) => boolean {
	const matches = actionItemMatcher({ ...(owner !== undefined && { owner }), userName, ...(wanted && { priorities: wanted }) });
	return (item) => (minConfidence === undefined || (item.confidence ?? 0) >= minConfidence) && matches(item);
}

/**
 * A conversation as listed, found by its title because the service has no endpoint for a single conversation; null if it is
 * not listed under that title. One request per title and run, and per 100 meetings with this title, as in a series.
 */
async function meetingOf({ task }: Session, id: string, title: unknown): Promise<ListedConversation | null> {
	if (typeof title !== 'string' || title.trim() === '') return null;
	const found = await task.find(id, { search: title });
	return found.is === 'found' ? listedConversation(found.conversation) : null;
}

/** Key points as `GET` and `POST` return them. */
type Answered = KeyPoints & { readonly cached?: boolean };

/** The key points of one conversation, with what was asked for. */
interface Answer {
	readonly session: Session;
	readonly id: string;
	readonly keyPoints: Answered;
	readonly asked: Asked;
	readonly page: Page;
}

const costOf = ({ session, keyPoints }: Answer) => ({ cached: keyPoints.cached ?? true, ...creditsLeftOf(session) });

/** Where in the meeting each text was said, if evidence was requested. */
async function evidenceOf({ session, id, asked }: Answer, texts: readonly string[]) {
	const found = await evidenceFor(session, asked.withEvidence, texts.map((text) => ({ conversationId: id, text })));
	return (text: string) => found.of(id, text);
}

type FindEvidence = Awaited<ReturnType<typeof evidenceOf>>;

/** When the conversation started, ISO 8601: the given date, otherwise the one in the list. */
const startTimeOf = async ({ session, id, keyPoints: { title }, asked: { conversationDate } }: Answer): Promise<string | null> =>
	conversationDate ?? (await meetingOf(session, id, title))?.startTime ?? null;

/** The same, if it decides about a due date: it does about “by Friday”, not about “by 5 March 2027”. One request then. */
async function startTimeForDue(answer: Answer, find: FindEvidence): Promise<string | null> {
	const { session, keyPoints, asked } = answer;
	const datesFrom = (startTime: string | null): string =>
		JSON.stringify(readActionItems(keyPoints).map(({ item }) => dueDates(startTime, session.timezone)(item, find(item)?.quote)));
	// Tries two days, because on a Friday “by Friday” gives no date.
	const anyDays = [0, DAY_MS].map((ms) => new Date(session.now() + ms).toISOString());
	const isNeeded = asked.conversationDate === undefined && anyDays.some((day) => datesFrom(day) !== datesFrom(null));
	if (!isNeeded) return asked.conversationDate ?? null;
	return await startTimeOf(answer).catch(() => {
		// Key points that may have cost a credit are not lost for a date.
		session.hint('The meeting’s date could not be read, so due dates that depend on it are missing. Set “Meeting Date”, or run it again in a few minutes.');
		return null;
	});
}

/** Due dates that are relative to the start of the meeting, or to what was said. */
function dueFrom({ session }: Answer, startTime: string | null, find: FindEvidence): DueOf {
	const dueOf = dueDates(startTime, session.timezone);
	return (item) => dueOf(item, find(item)?.quote);
}

/** The addresses of the people in the key points. */
async function bookOf({ session, id, keyPoints: { title }, asked }: Answer, names: readonly (string | null)[]): Promise<AddressBook> {
	const wanted = [...new Set(names.filter((name) => name !== null))];
	const meeting = asked.withOwnerEmail && wanted.length > 0 ? await meetingOf(session, id, title) : null;
	const conversationDate = meeting?.startTime ?? asked.conversationDate ?? null;
	return await addressBook(session, asked.withOwnerEmail, [
		{ conversationId: id, conversationDate, linkedCalendarEventId: meeting?.linkedCalendarEventId ?? null, names: wanted },
	]);
}

/** The data and texts that every format of the whole key points is made of. */
async function wholeOf(answer: Answer, startTime: typeof startTimeForDue) {
	const claims = keyPointsClaims(answer.keyPoints);
	const find = await evidenceOf(answer, claims.map(({ text: claim }) => claim));
	const startedAt = await startTime(answer, find);
	const dueOf = dueFrom(answer, startedAt, find);
	const inLanguage = await languageFor(answer.session, answer.asked.language);
	const words = wordsIn(inLanguage);
	const options = { dueOf, evidenceOf: (claim: string) => evidenceText(find(claim), words), language: inLanguage };
	return { claims, find, startedAt, dueOf, options };
}

/** One text for an agent, limited to the part that it asks for. */
function forAgent(answer: Answer, written: string): Result {
	const { id, keyPoints: { title, createdAt }, page } = answer;
	const { next, ...part } = textPart(written, page);
	return { ...result({ ...part, id, title, createdAt, ...costOf(answer) }), ...(next !== undefined && { next }) };
}

async function* asObject(answer: Answer): AsyncGenerator<Result> {
	const { session, id, keyPoints, asked } = answer;
	const { claims, find, dueOf, options: writing } = await wholeOf(answer, startTimeForDue);
	const texts = keyPointsTexts(keyPoints, writing);
	if (session.isAgent) {
		yield forAgent(answer, texts.markdown);
		return;
	}
	const owners = readActionItems(keyPoints).map(({ owner }) => owner);
	const participants = textsOf(fieldsOf(keyPoints.keypoints).participants).map(personName);
	const book = await bookOf(answer, [...owners, ...participants]);
	const evidence = claims.flatMap((claim) => {
		const said = find(claim.text);
		return said ? [{ ...claim, ...said }] : [];
	});
	const more = {
		...withTasks(keyPoints, (item, owner) => ({ ...dueOf(item), ...book.owner({ conversationId: id, owner }) })),
		...costOf(answer),
		...(asked.withEvidence && { evidence }),
		...(asked.withOwnerEmail && { people: participants.map((name) => ({ name, ...book.person(id, name) })) }),
	};
	yield result({ ...texts, ...more }, fileOf(asked, texts.markdown, { name: keyPoints.title || id, extension: 'md', mimeType: 'text/markdown' }));
}

async function* asActionItems(answer: Answer): AsyncGenerator<Result> {
	const { session, id, keyPoints, asked, page: { limit } } = answer;
	const records = actionItemRecords(keyPoints, { id }, session.timezone);
	const userName = await userNameFor(session, asked.owner, records.map(({ owner }) => owner));
	const found = records.filter(isWanted(asked, userName));
	const isUnnamed = unnamedOwner(asked.owner, userName);
	const ofAnybody = records.filter(isWanted({ ...asked, owner: undefined }, null));
	hintUnnamed(session, ofAnybody.filter(({ owner }) => isUnnamed(owner)), UNNAMED_TOO);
	if (found.length === 0) {
		session.hint(
			records.length === 0
				? 'These key points contain no action items. Other outputs, such as Markdown, have the rest.'
				: `The key points have ${counted(records.length, 'action item')}, but none match the filters. Change or remove some.`,
		);
		return;
	}
	const conversationDate = await startTimeOf(answer);
	const shown = found.slice(0, limit);
	const find = await evidenceOf(answer, shown.map(({ item }) => item));
	const dueOf = dueFrom(answer, conversationDate, find);
	const book = await bookOf(answer, shown.map(({ owner }) => owner));
	for (const one of shown) {
		const row = withOwner({ ...one, ...dueOf(one.item), conversationDate }, book.owner(one));
		yield result({ ...row, ...(asked.withEvidence && { evidence: find(one.item) }) });
	}
}

async function* asNote(answer: Answer): AsyncGenerator<Result> {
	const { session, id, keyPoints, asked } = answer;
	const { title, createdAt } = keyPoints;
	const { startedAt, options: writing } = await wholeOf(answer, startTimeOf);
	const text = keyPointsNote({ ...keyPoints, id }, { ...noteFor(session, asked, startedAt), ...writing });
	const file = noteFile(id);
	yield session.isAgent
		? forAgent(answer, text)
		: result({ text, fileName: `${file.name}.${file.extension}`, id, title, createdAt, ...costOf(answer) }, fileOf(asked, text, file));
}

/** The writer of each output. */
const writers: { readonly [F in Asked['format']]: (answer: Answer) => AsyncGenerator<Result> } = { actionItems: asActionItems, note: asNote, object: asObject };

const requestsOf = (first: string): string =>
	`${first}, plus 1 per meeting title if due dates or notes need the meeting’s date, 1 for evidence and 1 for the language of your profile`;

export const generateKeyPoints = operation({
	endpoint: api.keyPoints.generate,
	id: 'generate',
	name: 'Get or Generate',
	action: 'Get or generate key points',
	description:
		'Get key points: decisions, action items and dates. Generating them, if none are saved, uses one AI credit.',
	requests: requestsOf('1, or up to 3 to generate'),
	fields: { id: conversationId, forceRefresh: forceRefreshOf('Key Points'), ...fields },
	filters,
	options,
	output: Dated,
	variants,
	async *run(session, { id, forceRefresh: force, ...asked }, page) {
		const data = await savedOrMade<Answered>(session, id, {
			force,
			read: () => session.task.saved('keyPoints', id),
			make: async () => (await session.client.keyPoints.generate({ id, forceRefresh: force })).data,
		});
		if (data.cached === false && keyPointsClaims(data).length === 0) {
			session.hint('The AI found nothing in this conversation, which still used an AI credit.');
		}
		const results = writers[asked.format]({ session, id, keyPoints: data, asked, page });
		yield* force ? afterRegenerating(results) : results;
	},
});

export const getKeyPoints = operation({
	endpoint: api.keyPoints.get,
	id: 'get',
	name: 'Get Saved',
	action: 'Get saved key points',
	description:
		'Get saved key points: decisions, action items and dates. Uses no AI credit.',
	requests: requestsOf('1'),
	fields: { id: conversationId, ...fields },
	filters,
	options: { ...options, waitSeconds },
	output: Dated,
	variants,
	advice: { not_found: notSaved('Key Points') },
	async *run(session, { id, waitSeconds: seconds, ...asked }, page) {
		const { data } = await naming(session, id, 'key points', () => untilReady(session, seconds, () => session.client.keyPoints.get({ id })));
		yield* writers[asked.format]({ session, id, keyPoints: data, asked, page });
	},
});
