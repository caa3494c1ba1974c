import { z } from 'zod/v4';
import { api, priorities, type KeyPoints } from '../api/index.ts';
import {
	actionItemRecords,
	keyPointsHtml,
	keyPointsMarkdown,
	keyPointsSlack,
	keyPointsText,
	slackSections,
	type ActionItemRecord,
} from '../format/index.ts';
import { conversationId } from './conversation.ts';
import { many } from './insight/report.ts';
import { choice, choices, dateTime, number, text, type InputOf } from './field.ts';
import { operation, result, type Result } from './operation.ts';
import { afterRegenerating, creditsLeftOf, forceRefresh, savedOrMade, untilReady, waitSeconds } from './savedResult.ts';
import type { Session } from './session.ts';
import { fileFields, fileOf } from './textFile.ts';

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
				label: 'Action Items, One by One',
				many: true,
				description: 'For task lists, CRMs and spreadsheets: task, owner, priority, confidence, meeting, and a key for removing duplicates',
			},
			{ value: 'html', label: 'HTML', description: 'One text, for emails and web pages' },
			{ value: 'markdown', label: 'Markdown', description: 'One text, for documents and notes' },
			{ value: 'object', label: 'Object', description: 'All key points together, as returned by the API' },
			{ value: 'text', label: 'Plain Text', description: 'One text without formatting' },
			{ value: 'slack', label: 'Slack Message', description: 'One text in Slack’s mrkdwn, also as Block Kit blocks' },
		],
		default: 'object',
		agentDefault: 'markdown',
		description: 'The format of the key points',
	}),
	...fileFields(['html', 'markdown', 'text']),
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
		description: 'Only action items whose owner’s name contains this text. Ignores case.',
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
		description: ({ operation: find, list }) =>
			`When the meeting started. Added to each action item. ${find('Conversation', list.name)} returns it as “startTime”. If empty, it is looked up by title, which takes one extra request per title.`,
		showWhen: actionItemsOnly,
	}),
};

const writers = {
	html: { write: keyPointsHtml, extension: 'html', mimeType: 'text/html' },
	markdown: { write: keyPointsMarkdown, extension: 'md', mimeType: 'text/markdown' },
	slack: { write: keyPointsSlack, extension: 'txt', mimeType: 'text/plain' },
	text: { write: keyPointsText, extension: 'txt', mimeType: 'text/plain' },
};

type Asked = InputOf<typeof fields & typeof filters & typeof options>;

const isWanted =
	({ minConfidence, owner, priorities: wanted }: Asked) =>
	(item: ActionItemRecord): boolean =>
		(minConfidence === undefined || (item.confidence ?? 0) >= minConfidence) &&
		(owner === undefined || (item.owner ?? '').toLowerCase().includes(owner.trim().toLowerCase())) &&
		(wanted === undefined || wanted.some((priority) => priority === item.priority));

const Listed = z.object({ id: z.string(), startTime: z.string() });

/** Start times by title: recurring meetings share a title, and are found together. */
const searches = new WeakMap<Session, Map<string, Promise<ReadonlyMap<string, string>>>>();

async function searchStartTimes({ client }: Session, title: string): Promise<ReadonlyMap<string, string>> {
	const { maxSize } = api.conversations.list.paging;
	const { data } = await client.conversations.list({ search: title, limit: maxSize });
	const listed = data.flatMap((conversation) => Listed.safeParse(conversation).data ?? []);
	return new Map(listed.map(({ id, startTime }) => [id, startTime]));
}

/**
 * When a conversation started, ISO 8601, or null when it is not among the first 100 with its title: the service has no
 * endpoint for a single conversation. One request per title and run.
 */
async function startTimeOf(session: Session, id: string, title: unknown): Promise<string | null> {
	if (typeof title !== 'string' || title.trim() === '') return null;
	const known = searches.get(session) ?? new Map<string, Promise<ReadonlyMap<string, string>>>();
	searches.set(session, known);
	const found = known.get(title) ?? searchStartTimes(session, title);
	known.set(title, found);
	return (await found).get(id) ?? null;
}

/** Key points as `GET` and `POST` return them. */
type Answered = KeyPoints & { readonly cached?: boolean };

/** Key points in the requested format. */
async function* keyPointsResults(session: Session, id: string, keyPoints: Answered, asked: Asked): AsyncGenerator<Result> {
	const { format } = asked;
	const cost = { cached: keyPoints.cached ?? true, ...creditsLeftOf(session) };
	if (format === 'object') {
		yield result({ ...keyPoints, ...cost });
		return;
	}
	if (format !== 'actionItems') {
		const { write, ...kind } = writers[format];
		const written = write(keyPoints);
		const blocks = format === 'slack' ? { blocks: slackSections(written).blocks } : {};
		const { title, createdAt } = keyPoints;
		yield result(
			{ id, title, format, text: written, ...blocks, createdAt, ...cost },
			fileOf(asked, written, { name: title || id, ...kind }),
		);
		return;
	}
	const records = actionItemRecords(keyPoints, { id });
	const found = records.filter(isWanted(asked));
	if (found.length === 0) {
		session.hint(
			records.length === 0
				? 'These key points contain no action items. Other outputs, such as Markdown, have the rest.'
				: `The key points have ${many(records.length, 'action item')}, but none match the filters. Change or remove some.`,
		);
		return;
	}
	const conversationDate = asked.conversationDate ?? (await startTimeOf(session, id, keyPoints.title));
	for (const item of found) yield result({ ...item, conversationDate });
}

const requests = '1, plus 1 per meeting title if action items need a date';

export const generateKeyPoints = operation({
	endpoint: api.keyPoints.generate,
	id: 'generate',
	name: 'Get or Generate',
	action: 'Get or generate key points',
	description:
		'Get the saved key points, or have the AI generate them when none are saved. Generating them uses one AI credit.',
	requests,
	fields: { id: conversationId, forceRefresh, ...fields },
	filters,
	options,
	async *run(session, { id, forceRefresh: force, ...asked }) {
		const { keyPoints } = session.client;
		const { data } = await savedOrMade<{ data: Answered }>({
			force,
			read: () => keyPoints.get({ id }),
			make: () => keyPoints.generate({ id, forceRefresh: force }),
		});
		const results = keyPointsResults(session, id, data, asked);
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
	advice: {
		not_found: ({ operation: find, list }) =>
			`${find('Conversation', list.name)} returns the existing IDs. For one of those, ${find('Key Points', 'Get or Generate')} generates what is missing, which may use an AI credit`,
	},
	async *run(session, { id, waitSeconds: seconds, ...asked }) {
		const { data } = await untilReady(session, seconds, () => session.client.keyPoints.get({ id }));
		yield* keyPointsResults(session, id, data, asked);
	},
});
