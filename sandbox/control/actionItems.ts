import { z } from 'zod/v4';
import { priorities } from '../../src/api/index.ts';
import { iso } from '../clock.ts';
import { actionItemStates, listActionItems } from '../db/actionItems.ts';
import { SandboxError } from '../errors.ts';
import { setActionItem } from '../meetings.ts';
import { control, namedUser, UserRef } from './control.ts';

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

export const actionItems = {
	list: control({
		method: 'GET',
		path: '/sandbox/action-items',
		summary: 'List a user’s action items in every state, oldest meeting first',
		input: z.strictObject({ user: UserRef }),
		output: z.array(ShownItem),
		run: (service, { user }) =>
			listActionItems(service.db, namedUser(service, user).id).map(({ meetingAt, ...item }) => ({
				...item,
				meetingDate: iso(meetingAt),
			})),
	}),
	setState: control({
		method: 'PUT',
		path: '/sandbox/action-items/{hash}',
		summary: 'Mark an action item as resolved, dismissed or open',
		input: z.strictObject({
			user: UserRef,
			hash: z.string(),
			/** Required if two conversations have the same item. */
			conversationId: z.string().optional(),
			state: z.enum(actionItemStates),
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
	}),
};
