import { api } from '../../src/api/index.ts';
import { iso } from '../clock.ts';
import { withCredit } from '../limits.ts';
import { oneLine } from '../text.ts';
import { conversationOf } from './conversations.ts';
import { meetingFor } from './generation.ts';
import { route } from './route.ts';

export const email = {
	draft: route(api.email.draft, async ({ id, recipientName: given = '', tone }, caller) => {
		const recipientName = oneLine(given) || undefined;
		const { service, user } = caller;
		const conversation = conversationOf(caller, id);
		const request = { recipientName, tone, senderName: user.name };
		const make = () => service.ai.email(meetingFor(service, user, conversation), request);
		const { subject, body, keyPoints, actionItems } = await withCredit(service, user, make, (draft) => draft);
		// A model may return line breaks, which no mail program accepts in a subject.
		return { data: { id, subject: oneLine(subject), body, keyPoints, actionItems, generatedAt: iso(service.now()) } };
	}),
};
