import { z } from 'zod/v4';
import { importMeeting, recordFailedMeeting } from '../meetings.ts';
import { FailedMeeting, NewMeeting } from '../options.ts';
import { control, namedUser, UserRef } from './control.ts';

export const meetings = {
	import: control({
		method: 'POST',
		path: '/sandbox/meetings',
		summary: 'Import a recorded meeting: WebVTT, SubRip, plain text or JSON',
		input: z.strictObject({ user: UserRef, ...NewMeeting.shape }),
		output: z.object({
			conversationId: z.string(),
			title: z.string(),
			startTime: z.string(),
			segmentCount: z.int(),
			minutes: z.int(),
			participants: z.array(z.string()).readonly(),
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
