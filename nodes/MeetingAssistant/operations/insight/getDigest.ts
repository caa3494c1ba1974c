import { digest, type Digest } from '../../../../src/insights/index.ts';
import type { Operation } from '../../operation.ts';
import { result } from '../../result.ts';
import { digestDocument } from './digestDocument.ts';
import { periodOf } from './period.ts';
import { PERIOD_REQUESTS, periodFields } from './periodFields.ts';
import { hintProgress } from './progress.ts';
import { short } from './short.ts';
import { textFields, textFormat } from './textFormat.ts';

/** The text says it all; the rest tells an agent what to ask for next. */
const forAgent = (text: string, { since, until, meetings, complete, stoppedBy, resumeAt, left }: Digest) =>
	short({
		text,
		since,
		until,
		conversations: meetings.map(({ conversationId, meetingTitle }) => ({ conversationId, meetingTitle })),
		complete,
		stoppedBy,
		resumeAt,
		...(complete ? {} : { meetingsNotRead: left.meetings.length + (left.unlisted ?? 0) }),
	});

export const getDigest: Operation<'getDigest'> = {
	value: 'getDigest',
	name: 'Get Digest',
	action: 'Get a digest of the meetings of a period',
	description:
		'Get what happened in your meetings: which there were, what was decided, who has to do what, and which dates matter. Made of saved key points, so it uses no AI credit. Says what was left out.',
	fields: periodFields,
	options: { textFormat },
	requests: PERIOD_REQUESTS,
	credit: 'never',
	run: async function* (session, input) {
		const found = await digest(session.insights, periodOf(input, session));
		hintProgress(session, found);
		const fields = textFields(digestDocument(found, session.timezone), input);
		yield result(session.isTool ? forAgent(fields.text, found) : { ...fields, ...found });
	},
};
