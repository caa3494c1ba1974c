import MiniSearch from 'minisearch';
import { wordsOf } from '../../text.ts';
import type { AnswerContent, Meeting } from '../ai.ts';
import { german, languageOf, plain, stemsOf } from '../language/index.ts';
import { nameOf } from '../meeting/people.ts';
import { type Reading, readingOf } from '../meeting/reading.ts';
import type { Sentence } from '../meeting/sentence.ts';
import { actionItemsIn } from '../summary/actionItems.ts';
import { decisionsIn } from '../summary/decisions.ts';
import { candidatesAmong, selected } from '../summary/points.ts';

const NOT_FOUND =
	'No answer found in this transcript. The sandbox’s AI is a stand-in that only quotes: ask in words that were said, or try your own account.';
const NOT_FOUND_IN_GERMAN =
	'Keine Antwort in diesem Transkript gefunden. Die KI der Sandbox ist nur ein Ersatz und zitiert: Fragen Sie mit Wörtern, die gesagt wurden, oder nehmen Sie Ihr eigenes Konto.';
/** Length of an answer as a share of the transcript, within these bounds. */
const [MIN_WORDS, SHARE, MAX_WORDS] = [40, 0.15, 95];

const PARTICIPANTS = /^\s*who (?:(?:was|were|is|are) (?:there|present|in|on|at)|attended|joined|took part|participated|spoke)\b|\b(?:participants|attendees|speakers)\b|^wer (?:war|hat teilgenommen)/i;
const ACTION_ITEMS = /\b(?:action items?|next steps?|to-?dos?|follow-?ups?|tasks|who (?:has to|will|is going to|needs to|should) do|promise[ds]?|commit(?:ted)?|volunteer(?:ed)?|(?:supposed|asked|going|have|has|need|needs|agreed) to do|versprochen|nächste[n]? Schritte|Aufgaben)\b/i;
/** Matches questions about all decisions. A question about one of them needs a search. */
const DECISIONS = /\b(?:what (?:was|were|did \w+)(?: \w+)? (?:decided?|agreed?)|decisions?|was wurde (?:beschlossen|entschieden)|Entscheidungen)(?:\s+(?:made|taken|reached|on|in|during|at|were|was|the|this|meeting|call))*\s*\??$/i;
const WHEN = /\b(?:when|(?:which|what) (?:day|date)|wann)\b/i;
const DECIDED = /\b(?:decided?|decisions?|agreed?|settled?|beschlossen|entschieden|vereinbart)\b/i;
const USER = /\b(?:I|my|ich)\b/i;
const NARROW = /^\s*(?:when|who|where|how (?:much|many|long|often|far)|which (?:day|date)|what (?:time|day|date)|wann|wer|wo|wie ?viel)\b/i;
/** Words for asking, which say nothing about the subject of a question. */
const ASKING =
	/\b(?:summari[sz]e|summary|discuss(?:ed|ion|ions|ing)?|meeting|conversation|call|think|thought|say|said|talk(?:ed|ing)?|opinions?|mention(?:ed)?|explain|describe|tell|group|team|everyone|respond(?:ed)?|response|views?|attitude|ideas?|general|whole|content|main|points?|according|reasons?|related|regarding|consider|feel|felt|believe|propose[d]?|suggest(?:ed|ion|ions)?|ask(?:ed)?|answer|elaborate[d]?|recommend(?:ed)?|(?:dis)?agree(?:d|ment)?|decide[d]?|decision|concern(?:ing|s)?|comment(?:ed|s)?|know|members?|any(?:one|body)|some(?:one|body)|everybody|zusammenfass\p{L}*|findet|statt\p{L}*|gesagt|meinte?)\b/giu;

/** Answers a question with the passages that fit it best, quoted (Resources, Query response). */
export function answerTo(meeting: Meeting, query: string): AnswerContent {
	const isGerman = languageOf(wordsIn(query)) === german;
	const response = linesFor(query, readingOf(meeting), nameOf('local', meeting)).join('\n') || (isGerman ? NOT_FOUND_IN_GERMAN : NOT_FOUND);
	return { response, segmentsAnalyzed: meeting.segments.length, suggestedQueries: suggestedQueries(query, isGerman) };
}

function linesFor(query: string, reading: Reading, user: string): readonly string[] {
	const { sentences, people } = reading;
	const named = people.filter((name) => (name === user && USER.test(query)) || [name, name.split(/\s+/)[0] ?? ''].some((one) => /\p{L}/u.test(one) && spaced(query).includes(spaced(one))));
	if (PARTICIPANTS.test(query)) return people;
	if (DECISIONS.test(query)) return decisionsIn(sentences).map(({ text }) => text);
	if (!ACTION_ITEMS.test(query)) return passages(query, named, reading);
	return actionItemsIn(reading).flatMap(({ item: { owner }, quoted }) => (named.length === 0 || named.includes(owner) ? [quoted] : []));
}

const wordsIn = (text: string): string[] => wordsOf(plain(text).toLowerCase());
const spaced = (text: string): string => ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `;

/**
 * How much of a question a passage must cover, and within how many sentences. Then the weight of sentences by others if the
 * question is about somebody, and of dated sentences if it asks for a day.
 */
const [COVERED, NEIGHBOURS, SAID_BY_OTHERS, DATED] = [0.5, 3, 0.4, 4];
/** The weight of sentences that name the subject themselves, and the share of the best one’s weight that a narrow answer needs. */
const [DIRECT, LEAST] = [2.5, 0.4];
/** Words of the shortest sentence that answers something. */
const SHORTEST = 5;
/** The sentences that fit a question best; if it has no topic, the most important ones. */
function passages(query: string, named: readonly string[], { sentences, language }: Reading): readonly string[] {
	// In the meeting's language: a question may have only words that another language has, too.
	const stemsIn = (text: string): string[] => stemsOf(wordsIn(text), language);
	const names = new Set(named.flatMap(stemsIn));
	const stems = [...new Set(stemsIn(query.replace(ASKING, ' ')))].filter((stem) => !names.has(stem));
	const near = nearness(stems, sentences);
	// `On pricing, … – Let's go with fifty.`: the sentence before may name the subject.
	const isOn = (index: number): boolean => sentences.slice(Math.max(0, index - 1), index + 1).some((one) => one.stems.some((stem) => stems.includes(stem)));
	const decided = DECIDED.test(query) && stems.length > 0 ? decisionsIn(sentences).filter(({ said }) => said.some(({ index }) => isOn(index))) : [];
	if (decided.length > 0) return decided.map(({ text }) => text);
	const said = sentences.reduce((sum, { words }) => sum + words, 0);
	const budget = NARROW.test(query) ? MIN_WORDS : stems.length === 0 ? MAX_WORDS : Math.min(MAX_WORDS, Math.max(MIN_WORDS, said * SHARE));
	const weighed = candidatesAmong(sentences, SHORTEST).map((one) => {
		const isAsked = named.length === 0 || named.includes(one.sentence.name);
		const nearby = stems.length === 0 ? 1 : (near.get(one.sentence.index) ?? 0);
		const dated = WHEN.test(query) && one.sentence.days.length > 0 ? DATED : 1;
		const direct = one.sentence.stems.some((stem) => stems.includes(stem)) ? DIRECT : 1;
		return { ...one, weight: dated * direct * nearby * (isAsked ? 1 : SAID_BY_OTHERS) * (0.5 + one.weight) };
	});
	const least = NARROW.test(query) && stems.length > 0 ? Math.max(...weighed.map(({ weight }) => weight)) * LEAST : 0;
	return selected(weighed.filter(({ weight }) => weight > least), budget).map(({ quoted }) => quoted);
}

/** How relevant each sentence is: BM25 of it and its neighbors. Empty if no passage covers enough of the question. */
function nearness(stems: readonly string[], sentences: readonly Sentence[]): ReadonlyMap<number, number> {
	const own = sentences.map((sentence) => sentence.stems);
	const search = new MiniSearch<{ readonly id: number; readonly stems: string }>({ fields: ['stems'], tokenize: (text) => text.split(' '), processTerm: (term) => term });
	search.addAll(own.map((words, id) => ({ id, stems: words.join(' ') })));
	const near = new Map<number, number>();
	let covered = 0;
	for (const { id, score } of search.search(stems.join(' '))) {
		const at = Number(id);
		const around = new Set(own.slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS + 1).flat());
		covered = Math.max(covered, stems.filter((stem) => around.has(stem)).length / stems.length);
		for (let offset = -NEIGHBOURS; offset <= NEIGHBOURS; offset += 1) near.set(at + offset, (near.get(at + offset) ?? 0) + score / (1 + Math.abs(offset)));
	}
	return covered < COVERED ? new Map() : near;
}

/** Follow-up questions by a word of the question, in English and German. */
const FOLLOW_UPS: readonly (readonly [asked: RegExp, english: readonly string[], german: readonly string[]])[] = [
	[/\b(?:decid|decision|agree|beschl|entschied|entscheid)/i, ['Who made these decisions?', 'What alternatives were discussed?'], ['Wer hat das entschieden?', 'Welche Alternativen wurden besprochen?']],
	[/\b(?:action|task|next step|to-?do|follow|aufgabe|nächste\w* schritt)/i, ['Who is responsible for each action item?', 'What are the deadlines?'], ['Wer ist für welche Aufgabe zuständig?', 'Bis wann sind die Aufgaben fällig?']],
	[/\b(?:when|date|deadline|schedule|time|wann|termine?\b|frist)/i, ['What happens next?', 'Which dates were mentioned?'], ['Wie geht es weiter?', 'Welche Termine wurden genannt?']],
	[/\b(?:who|participant|attend|we[rm]\b|teilnehm)/i, ['What did each participant say?', 'Who took on action items?'], ['Was haben die Einzelnen gesagt?', 'Wer hat Aufgaben übernommen?']],
	[/\b(?:price|cost|budget|money|pay|preis|kosten|geld|zahl)/i, ['What was agreed about the price?', 'What concerns were raised about the cost?'], ['Was wurde zum Preis vereinbart?', 'Welche Bedenken gab es zu den Kosten?']],
	[/\b(?:problem|issue|risk|concern|block|risik|bedenken)/i, ['How will the problems be solved?', 'Who is working on it?'], ['Wie werden die Probleme gelöst?', 'Wer arbeitet daran?']],
	[/(?:)/, ['What were the main decisions?', 'What are the action items?', 'What are the next steps?'], ['Was wurde entschieden?', 'Welche Aufgaben gibt es?', 'Was sind die nächsten Schritte?']],
];

/** Three fixed follow-up questions, chosen from words in the question (Resources, Query response). */
const suggestedQueries = (query: string, isGerman: boolean): string[] =>
	FOLLOW_UPS.flatMap(([asked, english, german]) => (asked.test(query) ? (isGerman ? german : english) : []))
		.filter((question) => question !== query)
		.slice(0, 3);
