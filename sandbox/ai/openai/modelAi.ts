import { Answer, Email, KeyPoints, type Tone } from '../../../src/api/index.ts';
import type { Ai } from '../ai.ts';
import { suggestedQueries } from '../suggestedQueries.ts';
import { askFor } from './askFor.ts';
import { completeWith } from './complete.ts';
import { feedbackBy } from './feedback.ts';
import { materialOf } from './material.ts';
import type { ModelSettings } from './settings.ts';

const KeyPointsContent = KeyPoints.shape.keypoints;
const EmailContent = Email.pick({ subject: true, body: true, keyPoints: true, actionItems: true });
const AnswerContent = Answer.pick({ response: true });

const TONES: Readonly<Record<Tone, string>> = {
	professional: 'professional and polite',
	casual: 'casual and friendly',
	concise: 'as short as it can be',
};

/** An AI that asks a model. Its methods throw AiBusyError and AiFailedError. */
export function modelAi(settings: ModelSettings): Ai {
	const complete = completeWith(settings);
	return {
		keyPoints: (meeting) =>
			askFor(complete, {
				name: 'key_points',
				schema: KeyPointsContent,
				instruction: `Sum the meeting up: sections with short points, decisions, action items, participants, and
important dates (date: ISO 8601 where it can be told, otherwise as it was said). Of an action item say who owns it,
or "Unassigned", and how sure you are, from 0 to 1.`,
				material: materialOf(meeting).text,
			}),

		feedback: (meeting) => feedbackBy(complete, meeting),

		async answer(meeting, query) {
			const { text, segments } = materialOf(meeting);
			const { response } = await askFor(complete, {
				name: 'answer',
				schema: AnswerContent,
				instruction: 'Answer the question about the meeting in a few sentences. If the meeting does not say, say so.',
				material: `${text}\n\nQuestion: ${query}`,
			});
			return { response, segmentsAnalyzed: segments, suggestedQueries: suggestedQueries(query) };
		},

		async email(meeting, { recipientName, tone, senderName }) {
			const recipient = recipientName === undefined ? '' : `\nRecipient: ${recipientName}`;
			return askFor(complete, {
				name: 'email',
				schema: EmailContent,
				instruction: `Draft the e-mail that follows the meeting up, in plain text, ${TONES[tone]}. Address the recipient by
name when one is given, and sign with the sender's name. List the key points and the action items once more by themselves.`,
				material: `${materialOf(meeting).text}\n\nSender: ${senderName}${recipient}`,
			});
		},
	};
}
