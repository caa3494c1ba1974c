import { z } from 'zod/v4';
import { priorities, type ActionItem } from '../../../../src/api/index.ts';
import { conversationRecords, type ActionItemRecord } from '../../../../src/format/index.ts';
import { findActionItems as find, actionItemMatcher, type FoundActionItems } from '../../../../src/insights/index.ts';
import type { Operation } from '../../operation.ts';
import { readInput } from '../../readInput.ts';
import { result } from '../../result.ts';
import { periodOf } from './period.ts';
import { PERIOD_REQUESTS, periodFields } from './periodFields.ts';
import { hintProgress, many } from './progress.ts';
import { short } from './short.ts';

const priorityNames: Readonly<Record<ActionItem['priority'], string>> = { high: 'High', low: 'Low', medium: 'Medium' };

const Input = z.object({
	owner: z.string().optional(),
	priorities: z.array(z.enum(priorities)).optional(),
	text: z.string().optional(),
	output: z.enum(['each', 'together']).default('each'),
});

/** Keys count the items of a conversation, so they are made before any of them is left out. */
function recordsOf({ items }: FoundActionItems): ActionItemRecord[] {
	const conversations = Map.groupBy(items, ({ conversationId }) => conversationId);
	return [...conversations].flatMap(([id, ofOne]) =>
		conversationRecords(ofOne, { id, title: ofOne[0]?.meetingTitle, startTime: ofOne[0]?.meetingDate }),
	);
}

const forAgent = ({ dedupeKey: _, confidence: __, ...record }: ActionItemRecord): object => record;

export const findActionItems: Operation<'findActionItems'> = {
	value: 'findActionItems',
	name: 'Find Action Items',
	action: 'Find action items across meetings',
	description:
		'Get who has to do what, from all meetings of a period, one item each. Made of saved key points, so it uses no AI credit; whether something was done since is not known.',
	fields: periodFields,
	isList: true,
	filters: {
		owner: {
			displayName: 'Owner Contains',
			name: 'owner',
			type: 'string',
			default: '',
			placeholder: 'e.g. Maria',
			description: 'Only what somebody with this in their name has to do. Case and accents do not matter.',
		},
		priorities: {
			displayName: 'Priority',
			name: 'priority',
			type: 'multiOptions',
			options: Object.entries(priorityNames).map(([value, name]) => ({ name, value })),
			default: [],
			description: 'Only action items with one of these priorities',
		},
		text: {
			displayName: 'Text Contains',
			name: 'text',
			type: 'string',
			default: '',
			placeholder: 'e.g. contract acme',
			description: 'Only action items with all of these words, in any order. Case and accents do not matter.',
		},
	},
	options: {
		output: {
			displayName: 'Output',
			name: 'output',
			type: 'options',
			options: [
				{ name: 'One Item for Each', value: 'each', description: 'For a task list, a CRM or a sheet' },
				{ name: 'One Item With All', value: 'together', description: 'With what was left out, and when to go on' },
			],
			default: 'each',
			description: 'How the action items leave the node',
			asTool: 'never',
		},
	},
	requests: PERIOD_REQUESTS,
	credit: 'never',
	run: async function* (session, input, limit) {
		const { output, ...filter } = readInput(Input, input);
		const found = await find(session.insights, periodOf(input, session));
		hintProgress(session, found);
		const records = recordsOf(found);
		const all = records.filter(actionItemMatcher(filter));
		if (all.length === 0 && records.length > 0) {
			session.hint(`None of the ${many(records.length, 'action item')} of the period fits the filters.`);
		}
		const items = all.slice(0, limit);
		const { items: _, ...progress } = found;
		if (session.isTool) {
			const { complete, stoppedBy, resumeAt } = progress;
			yield result(short({ actionItems: items.map(forAgent), found: all.length, complete, stoppedBy, resumeAt }));
			return;
		}
		if (output === 'together') {
			yield result({ actionItems: items, found: all.length, ...progress });
			return;
		}
		const more = all.length - items.length;
		if (more > 0) {
			session.hint(`${more} more were found. Raise Limit, or turn on Return All, which takes no more requests.`);
		}
		for (const item of items) yield result(item);
	},
};
