import { z } from 'zod/v4';
import { Conversation } from '../../src/api/index.ts';
import { asListed, listConversations } from '../db/conversations.ts';
import { savedKinds } from '../db/results.ts';
import { importMeeting, recordFailedMeeting } from '../meetings.ts';
import { FailedMeeting, NewMeeting } from '../options.ts';
import { control, namedUser, UserRef } from './control.ts';

export const meetings = {
	list: control({
		method: 'GET',
		path: '/sandbox/meetings',
		summary: 'List recorded meetings of a user, or of all users, newest first',
		input: z.strictObject({ user: UserRef, search: z.string().default(''), limit: z.coerce.number().int().min(1).max(100).default(20) }),
		output: Conversation.extend({ saved: z.array(z.string()).readonly() }).array(),
		run: (service, { user, search, limit }) => {
			const userId = user === undefined ? null : namedUser(service, user).id;
			return listConversations(service.db, userId, search, limit).map((row) => ({ ...asListed(row), saved: savedKinds(service.db, row.id) }));
		},
	}),
	import: control({
		method: 'POST',
		path: '/sandbox/meetings',
		summary: 'Import a recorded meeting, exported from any meeting program',
		input: z.strictObject({ user: UserRef, ...NewMeeting.shape }),
		output: z.object({
			conversationId: z.string(),
			title: z.string(),
			startTime: z.string(),
			segmentCount: z.int(),
			minutes: z.int(),
			participants: z.array(z.string()).readonly(),
			notes: z.array(z.string()).readonly(),
		}),
		run: (service, { user, ...meeting }) => importMeeting(service, namedUser(service, user).id, meeting),
	}),
	recordFailed: control({
		method: 'POST',
		path: '/sandbox/meetings/failed',
		summary: 'Record a meeting that could not be transcribed',
		input: z.strictObject({ user: UserRef, ...FailedMeeting.shape }),
		output: z.object({ conversationId: z.string() }),
		run: (service, { user, ...meeting }) => recordFailedMeeting(service, namedUser(service, user).id, meeting),
	}),
};
