import type { AnswerContent, Meeting } from '../ai.ts';
import { decisionsIn } from '../summary/decisions.ts';
import { candidatesAmong } from '../summary/salience.ts';
import { selected } from '../summary/selection.ts';
import { actionItemsIn } from '../tasks/actionItems.ts';
import { participantsOf } from '../text/people.ts';
import { type Sentence, sentencesIn } from '../text/sentences.ts';
import { type Question, questionOf } from './question.ts';
import { nearness, speaksOf } from './retrieval.ts';
import { suggestedQueries } from './suggestedQueries.ts';

const NOTHING = 'Nothing in this conversation answers that.';
/** Length of an answer as a share of the transcript, within these bounds. */
const SHARE = 0.15;
const MIN_WORDS = 40;
const MAX_WORDS = 95;
/** Sentences scoring below this share of the best are left out. */
const WORTH_SAYING = 0.2;
/** Weight of other speakers when the question is about one person. */
const SAID_BY_OTHERS = 0.2;

/** Answers a question in the speakers’ own words (Resources, Query response). */
export function answerTo(meeting: Meeting, query: string): Omit<AnswerContent, 'segmentsAnalyzed'> {
	const sentences = sentencesIn(meeting);
	const question = questionOf(query, participantsOf(meeting));
	const lines = linesFor(question, sentences, meeting);
	return {
		response: lines.length === 0 ? NOTHING : lines.join('\n'),
		suggestedQueries: suggestedQueries(query),
	};
}

function linesFor(question: Question, sentences: readonly Sentence[], meeting: Meeting): string[] {
	const asked = (name: string): boolean => question.speakers.length === 0 || question.speakers.includes(name);
	switch (question.about) {
		case 'participants':
			return participantsOf(meeting);
		case 'actionItems':
			return actionItemsIn(sentences, meeting).flatMap(({ actionItem: { owner, item } }) =>
				asked(owner) ? [`${owner}: ${item}`] : [],
			);
		case 'decisions':
			return quoted(decisionsIn(sentences).map(({ text, sentence }) => ({ name: sentence.name, text })));
		case 'matter':
			return quoted(relevant(question, sentences, asked));
	}
}

/** The most relevant sentences; if the question has no topic, the most important ones of the meeting. */
function relevant(
	{ stems, weights, narrow }: Question,
	sentences: readonly Sentence[],
	asked: (name: string) => boolean,
): readonly Sentence[] {
	if (stems.length > 0 && !speaksOf(weights, sentences)) return [];
	const near = nearness(stems, sentences);
	const spoken = stems.length === 0 ? sentences : sentences.filter(({ index }) => near.has(index));
	const weighed = candidatesAmong(spoken).map((candidate) => {
		const { sentence, rank, style, topicality } = candidate;
		const nearby = stems.length === 0 ? 1 : (near.get(sentence.index) ?? 0);
		const speaker = asked(sentence.name) ? 1 : SAID_BY_OTHERS;
		return {
			...candidate,
			weight: nearby * speaker * (0.3 + rank) * (0.5 + topicality) * style,
		};
	});
	const most = weighed.reduce((best, { weight }) => Math.max(best, weight), 0);
	const said = sentences.reduce((sum, { words }) => sum + words, 0);
	const fitting = stems.length === 0 ? MAX_WORDS : Math.min(MAX_WORDS, said * SHARE);
	const budget = narrow ? MIN_WORDS : Math.max(MIN_WORDS, fitting);
	return selected(
		weighed.filter(({ weight }) => weight > most * WORTH_SAYING),
		budget,
	);
}

/** Sentences grouped by speaker. */
function quoted(sentences: readonly Pick<Sentence, 'name' | 'text'>[]): string[] {
	const lines: { readonly name: string; readonly said: string[] }[] = [];
	for (const { name, text } of sentences) {
		const last = lines.at(-1);
		if (last?.name === name) last.said.push(text);
		else lines.push({ name, said: [text] });
	}
	return lines.map(({ name, said }) => `${name}: ${said.join(' ')}`);
}
