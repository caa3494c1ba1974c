import { z } from 'zod/v4';
import { Answer, Email, Feedback, KeyPoints, type Tone } from '../../../src/api/index.ts';
import type { Ai, FeedbackContent, Meeting } from '../ai.ts';
import { suggestedQueries } from '../answer/answer.ts';
import { nameOf, userPartOf } from '../meeting/people.ts';
import { askFor } from './askFor.ts';
import { type Complete, completeWith, type ModelSettings } from './complete.ts';

/** About 30,000 tokens: fits most models, with room for the answer. */
const [MAX_CHARACTERS, MAX_LINE] = [120_000, 10_000];

/** A meeting as text for a model: numbered lines, one per segment, starting at 0. `segments` is how many are included. */
function materialOf(meeting: Meeting): { readonly text: string; readonly segments: number } {
	const lines = meeting.segments.map(({ speaker, text }, index) => `${index} ${nameOf(speaker, meeting) || 'Unknown speaker'}: ${text.replace(/\s+/g, ' ')}`.slice(0, MAX_LINE));
	const { kept, segments } = withinBounds(lines);
	return { text: `Meeting: ${meeting.title}\nStart: ${meeting.startTime}\nThe user: ${meeting.userName}\n\n<transcript>\n${kept.join('\n')}\n</transcript>`, segments };
}

/** The middle of a long meeting is left out: topics come first, and outcomes last. */
function withinBounds(lines: readonly string[]) {
	if (lines.join('\n').length <= MAX_CHARACTERS) return { kept: lines, segments: lines.length };
	const room = { head: MAX_CHARACTERS / 2, tail: MAX_CHARACTERS / 2 };
	const head = lines.slice(0, lines.findIndex((line) => (room.head -= line.length + 1) < 0));
	const tail = lines.slice(lines.findLastIndex((line) => (room.tail -= line.length + 1) < 0) + 1);
	const segments = head.length + tail.length;
	return { kept: [...head, `[${lines.length - segments} lines left out]`, ...tail], segments };
}

const { shape } = Feedback.shape.feedback;
const { stats: _added, ...content } = shape;

/** The documented shape, except that moments are line numbers. */
const contentWith = (line: z.ZodType<number>) =>
	z.object({
		...content,
		topPriority: z.object({ ...shape.topPriority.unwrap().omit({ quote: true }).shape, line }).nullable(),
		strengths: z.array(z.object({ ...shape.strengths.element.omit({ quote: true, timestamp: true }).shape, line })),
		growthAreas: z.array(z.object({ ...shape.growthAreas.element.omit({ quote: true, timestamp: true }).shape, line })),
		talkListenRatio: shape.talkListenRatio.nullable(),
	});

const NO_USER = 'Nobody in the transcript is known to be the user: leave strengths, growthAreas and actionPlan empty and topPriority null.';
const feedbackInstruction = (speaker: string | null) => `Give the user feedback on how they communicated in the meeting: scores from 0 to 10, what they did well, what could be
better and how, and a plan of next steps. ${speaker === null ? NO_USER : 'Show each moment by the number of the line, which must be one of the user.'}
topPriority is the one thing that would help most in the next call: focus in 4 to 8 words, reason in one or two sentences,
alternative as a line the user could have said; null when the call was brief or routine.
talkListenRatio is how much of the talking was the user's, in percent; null when that cannot be told.`;

/** Feedback from a model. It refers to lines by number, so every quote is verbatim. */
async function feedbackBy(complete: Complete, meeting: Meeting): Promise<FeedbackContent> {
	const { speaker, lines } = userPartOf(meeting);
	const said = (number: number) => lines.find((one) => one === meeting.segments[number]);
	const line = z.int().refine((number) => said(number) !== undefined, 'is not a line of the user');
	const shown = (number: number) => ({ quote: said(number)?.text ?? '', timestamp: said(number)?.timestamp ?? '' });
	const task = { name: 'feedback', schema: contentWith(line), instruction: feedbackInstruction(speaker), material: materialOf(meeting).text };
	const { topPriority, ...given } = await askFor(complete, task);
	const feedback = {
		...given,
		...(topPriority !== null && { topPriority: { ...rest(topPriority), quote: shown(topPriority.line).quote } }),
		strengths: given.strengths.map((one) => ({ ...rest(one), ...shown(one.line) })),
		growthAreas: given.growthAreas.map((one) => ({ ...rest(one), ...shown(one.line) })),
		// The documented default (Resources, Feedback response, stats).
		talkListenRatio: given.talkListenRatio ?? 50,
	};
	return { feedback, userSpeakerName: speaker ?? 'Unknown' };
}

const rest = <T extends { readonly line: number }>({ line: _number, ...others }: T) => others;

const EmailContent = Email.pick({ subject: true, body: true, keyPoints: true, actionItems: true });

const TONES: Readonly<Record<Tone, string>> = { professional: 'professional and polite', casual: 'casual and friendly', concise: 'as short as it can be' };

/** An AI backed by a model. Its methods throw AiBusyError and AiFailedError. */
export function modelAi(settings: ModelSettings): Ai {
	const complete = completeWith(settings);
	return {
		keyPoints: (meeting) =>
			askFor(complete, {
				name: 'key_points',
				schema: KeyPoints.shape.keypoints,
				instruction: `Sum the meeting up: sections with short points, decisions, action items, participants, and
important dates (date: ISO 8601 where it can be told, otherwise as it was said). Of an action item say who owns it,
or "Unassigned", and how sure you are, from 0 to 1.`,
				material: materialOf(meeting).text,
			}),

		feedback: (meeting) => feedbackBy(complete, meeting),

		async answer(meeting, query) {
			const { text, segments } = materialOf(meeting);
			const instruction = 'Answer the question about the meeting in a few sentences. If the meeting does not say, say so.';
			const task = { name: 'answer', schema: Answer.pick({ response: true }), instruction, material: `${text}\n\nQuestion: ${query}` };
			const { response } = await askFor(complete, task);
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
