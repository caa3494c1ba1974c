import { z } from 'zod/v4';
import { priorities } from '../../src/api/index.ts';
import { iso } from '../clock.ts';
import { actionItemStates, listActionItems } from '../db/actionItems.ts';
import { SandboxError } from '../errors.ts';
import { setActionItem } from '../meetings.ts';
import { control, listed, namedUser, owner } from './control.ts';
import { asLabelled, enter } from './entry.ts';

const ShownItem = z.object({
	hash: z.string(),
	conversationId: z.string(),
	meetingTitle: z.string(),
	meetingDate: z.string(),
	item: z.string(),
	owner: z.string().nullable(),
	priority: z.enum(priorities).nullable(),
	state: z.enum(actionItemStates),
});

const states = { kind: 'choice', help: 'its new state', choices: asLabelled(actionItemStates) } as const;

export const actionItems = {
	list: control({
		method: 'GET',
		path: '/sandbox/action-items',
		summary: 'List a user’s action items in every state, oldest meeting first',
		command: 'action-item list',
		input: z.strictObject({ user: owner('items'), state: enter(z.enum(actionItemStates).optional(), { ...states, help: 'only those in this state' }) }),
		output: z.array(ShownItem),
		run: (service, { user, state }) =>
			listActionItems(service.db, namedUser(service, user).id)
				.filter((item) => state === undefined || item.state === state)
				.map(({ meetingAt, ...item }) => ({ ...item, meetingDate: iso(meetingAt) })),
		shown: (items) =>
			listed(
				items,
				{ HASH: ({ hash }) => hash, STATE: ({ state }) => state, MEETING: ({ meetingDate }) => meetingDate.slice(0, 10), OWNER: (one) => one.owner, ITEM: ({ item }) => item },
				'No action items. They come with key points: import a meeting with --key-points.',
			),
	}),
	setState: control({
		method: 'PUT',
		path: '/sandbox/action-items/{hash}',
		summary: 'Mark an action item as resolved, dismissed or open',
		command: 'action-item set <hash> <state>',
		examples: ['action-item list --state open', 'action-item set 3f9a1c77b2d0 resolved'],
		input: z.strictObject({
			user: owner('item'),
			hash: enter(z.string(), { kind: 'text', help: 'hash of the item, from the list' }),
			/** Required if two conversations have the same item. */
			conversationId: enter(z.string().optional(), { kind: 'text', option: 'conversation', help: 'only required if two conversations have the same item' }),
			state: enter(z.enum(actionItemStates), states),
		}),
		output: z.object({ hash: z.string(), conversationId: z.string(), item: z.string(), state: z.enum(actionItemStates) }),
		run: (service, { user, hash, conversationId, state }) => {
			const [found, ...more] = listActionItems(service.db, namedUser(service, user).id).filter(
				(item) => item.hash === hash && (conversationId ?? item.conversationId) === item.conversationId,
			);
			if (found === undefined) throw new SandboxError('notFound', `There is no action item ${hash}.`);
			if (more.length > 0)
				throw new SandboxError('input', `Several conversations have the action item ${hash}. Say which one.`);
			setActionItem(service, found.conversationId, hash, state);
			return { ...found, state };
		},
		shown: ({ state, item }) => `${state}: ${item}`,
	}),
};
