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
	/\b(?:summari[sz]e|summary|discuss(?:ed|ion|ions|ing)?|meeting|conversation|call|think|thought|say|said|talk(?:ed|ing)?|opinions?|mention(?:ed)?|explain|describe|tell|group|team|everyone|respond(?:ed)?|response|views?|attitude|ideas?|general|whole|content|main|points?|according|reasons?|related|regarding|consider|feel|felt|believe|propose[d]?|suggest(?:ed|ion|ions)?|ask(?:ed)?|answer|elaborate[d]?|recommend(?:ed)?|(?:dis)?agree(?:d|ment)?|decide[d]?|decision|concern(?:ing|s)?|comment(?:ed|s)?|know|members?|any(?:one|body)|some(?:one|body)|everybody|wann|warum|wieso|welche\p{L}*|viel|wurden?|zusammenfass\p{L}*|findet|statt\p{L}*|gesagt|meinte?)\b/giu;

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
	// A query without a word, such as `???`, asks for nothing.
	if (wordsIn(query).length === 0) return [];
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
/** The share of the best sentence’s weight that a narrow answer needs. */
const LEAST = 0.4;
/** Words of the shortest sentence that answers something. */
const SHORTEST = 5;
/** What leads to the subject of a question: `Who calls the bank?` is about the bank, not about calls. */
const SUBJECT = /\b(?:the|an?|my|your|our|his|her|their|about|of|on|for|with|de[rnms]|die|das|eine?[nmrs]?|mit|um|zu[mr]?|über|vo[nm]|beim?|für)\s.*/iu;
/** The sentences that name the subject of a question and fit it best; if it has no topic, the most important ones. */
function passages(query: string, named: readonly string[], reading: Reading): readonly string[] {
	const { sentences, language } = reading;
	// In the meeting's language: a question may have only words that another language has, too.
	const stemsIn = (text: string): string[] => stemsOf(wordsIn(text.replace(ASKING, ' ').replace(DECIDED, ' ')), language);
	const names = new Set(named.flatMap(stemsIn));
	const stems = [...new Set(stemsIn(query))].filter((stem) => !names.has(stem));
	const asked = new Set(stemsIn(SUBJECT.exec(query)?.[0] ?? ''));
	const subject = stems.some((stem) => asked.has(stem)) ? stems.filter((stem) => asked.has(stem)) : stems;
	const near = nearness(stems, sentences);
	// `On pricing, … – Let's go with fifty.`: the sentence before may name the subject.
	const isOn = (index: number): boolean => sentences.slice(Math.max(0, index - 1), index + 1).some((one) => one.stems.some((stem) => stems.includes(stem)));
	const decided = DECIDED.test(query) && stems.length > 0 ? decisionsIn(sentences).filter(({ said }) => said.some(({ index }) => isOn(index))) : [];
	if (decided.length > 0) return decided.map(({ text }) => text);
	const total = sentences.reduce((sum, { words }) => sum + words, 0);
	const isNarrow = NARROW.test(query);
	const budget = isNarrow ? MIN_WORDS : stems.length === 0 ? MAX_WORDS : Math.min(MAX_WORDS, Math.max(MIN_WORDS, total * SHARE));
	const tasks = new Map(actionItemsIn(reading).flatMap((task) => task.said.map((one) => [one, task])));
	const weighed = candidatesAmong(sentences, SHORTEST, (one) => tasks.has(one)).map((one) => {
		const said = tasks.get(one.sentence)?.said ?? [one.sentence];
		const isAsked = named.length === 0 || said.some(({ name }) => named.includes(name));
		const nearby = stems.length === 0 ? 1 : (near.get(one.sentence.index) ?? 0);
		const dated = WHEN.test(query) && said.some(({ days }) => days.length > 0) ? DATED : 1;
		const about = new Set([...said.filter(({ isYes }) => !isYes), ...questionBefore(one.sentence)].flatMap((each) => each.stems));
		return { ...one, covered: subject.filter((stem) => about.has(stem)).length, weight: dated * nearby * (isAsked ? 1 : SAID_BY_OTHERS) * (0.5 + one.weight) };
	});
	const needed = subject.length === 0 ? 0 : isNarrow ? Math.max(1, ...weighed.map(({ covered }) => covered)) : 1;
	const fitting = weighed.filter(({ covered }) => covered >= needed);
	const least = isNarrow && stems.length > 0 ? Math.max(...fitting.map(({ weight }) => weight)) * LEAST : 0;
	const quotes = selected(fitting.filter(({ weight }) => weight > least), budget).map((one) => tasks.get(one)?.quoted ?? one.quoted);
	return [...new Set(quotes)];
}

/** The question of somebody else right before a sentence, whose subject an answer need not repeat: `Who calls the bank? – I do that tomorrow.` */
const questionBefore = (sentence: Sentence): readonly Sentence[] => sentence.before(1).filter((one) => one.isQuestion && one.turn !== sentence.turn);

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
