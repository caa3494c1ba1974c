import { api } from '../../src/api/index.ts';
import { iso } from '../clock.ts';
import { meetingFor } from '../generate/meeting.ts';
import { withCredit } from '../limits/credits.ts';
import { conversationOf } from './conversation.ts';
import { route } from './route.ts';

export const email = {
	draft: route(api.email.draft, async ({ id, recipientName, tone }, caller) => {
		const { service, user } = caller;
		const conversation = conversationOf(caller, id);
		const request = { recipientName, tone, senderName: user.name };
		const make = () => service.ai.email(meetingFor(service, user, conversation), request);
		const { subject, body, keyPoints, actionItems } = await withCredit(service, user, make, (draft) => draft);
		return { data: { id, subject, body, keyPoints, actionItems, generatedAt: iso(service.now()) } };
	}),
};
