import { OTHER } from '../../speakers.ts';
import type { KeyPointsContent } from '../ai.ts';
import { type Kind, languages } from '../language/index.ts';
import { participantNamed } from '../meeting/people.ts';
import type { Reading } from '../meeting/reading.ts';
import { quotedTogether, type Sentence } from '../meeting/sentence.ts';

type ActionItem = KeyPointsContent['actionItems'][number];

/** Who has to do what (an empty owner: nobody said who), and what shows it: one sentence, or a request with its answer. */
interface Task {
	readonly owner: string;
	readonly said: readonly Sentence[];
	readonly confidence: number;
}

export interface Found {
	readonly item: ActionItem;
	/** With speakers, for texts that name no owner. */
	readonly quoted: string;
	readonly said: readonly Sentence[];
}

/**
 * The number of days until a date decides the priority. A promise with fewer words and no date (`I will send you that.`) says too little.
 */
const [SOON_DAYS, LATER_DAYS, ENOUGH_WORDS] = [3, 30, 6];

/** Sentences in which somebody takes on a task, in order. When in doubt, none. */
export function actionItemsIn({ sentences, people }: Reading): Found[] {
	const used = new Set<Sentence>();
	const items = sentences.flatMap((sentence) => {
		const task = used.has(sentence) ? null : taskIn(sentence, people);
		if (task === null) return [];
		const [first = sentence] = task.said;
		const said = [...(refersBack(first.text) ? meantBy(first) : []), ...task.said];
		said.forEach((one) => used.add(one));
		const isOwn = said.every(({ name }) => name === task.owner);
		return [{ said, quoted: quotedTogether(said), item: { item: quotedTogether(said, !isOwn), owner: task.owner || 'Unassigned', confidence: task.confidence, priority: priorityOf(said, Math.min(...sentence.days.map(({ daysAway }) => daysAway))) } }];
	});
	return withoutRepeated(items);
}

/** Repetitions are looked for among this many items before and after. */
const NEARBY = 300;

/** Drops items that only repeat something. If two say the same, the first stays. */
function withoutRepeated(items: readonly Found[]): Found[] {
	const all = items.map((one, at) => ({ at, one, stems: new Set(one.said.flatMap(({ stems }) => stems)) }));
	const repeats = (a: (typeof all)[number], b: (typeof all)[number]): boolean => a.one.item.owner === b.one.item.owner && a.stems.size > 1 && [...a.stems].every((stem) => b.stems.has(stem));
	return all.flatMap((own) => {
		const others = all.slice(Math.max(0, own.at - NEARBY), own.at + NEARBY);
		return others.some((other) => other !== own && repeats(own, other) && (!repeats(other, own) || other.at < own.at)) ? [] : [own.one];
	});
}

function priorityOf(said: readonly Sentence[], days: number): ActionItem['priority'] {
	if (said.some((one) => one.is('unhurried')) || (days > LATER_DAYS && days < Infinity)) return 'low';
	return said.some((one) => one.is('urgent')) || days <= SOON_DAYS ? 'high' : 'medium';
}

function taskIn(sentence: Sentence, people: readonly string[]): Task | null {
	const { text, name, days, isQuestion } = sentence;
	if (sentence.is('idle')) return null;
	const isAhead = days.some(({ daysAway }) => daysAway > 0) || sentence.is('later');
	const isDated = days.length > 0 || sentence.is('due') || sentence.is('later');
	const isPromise = isMeant('promise', sentence) || (isAhead && isMeant('plan', sentence));
	if (isRequest(sentence, people) || (isQuestion && isPromise)) return requested(sentence, people);
	if (sentence.isRefused) return null;
	const before = remarkBefore(sentence);
	const isTakenUp = before !== undefined && !isQuestion && sentence.is('takenUp') && (before.is('lack') || before.is('imperative'));
	if (isTakenUp && ![before.text, text].some((one) => OPEN.test(one))) return { owner: name, said: [before, sentence], confidence: 0.9 };
	const listed = listedTask(sentence, people);
	if (listed !== null) return listed;
	const label = labelOf(sentence)?.groups;
	if (label !== undefined) {
		const rest = label['rest'] ?? '';
		const named = label['owner'] ?? participantNamed(BEFORE_COLON.exec(rest)?.[0] ?? '', people) ?? (sentence.is('imperative', rest) ? '' : ASSIGNED_NAME.exec(rest)?.[0]) ?? '';
		return { owner: label['me'] !== undefined || /^(?:I|ich) /i.test(rest) ? name : (participantNamed(named, people) ?? named), said: [sentence], confidence: 0.9 };
	}
	const offered = isMeant('offer', sentence) ? acceptedOffer(sentence) : [];
	if (offered.length > 0) return { owner: name, said: offered, confidence: 0.8 };
	const saysEnough = isDated || sentence.stems.length > 1 || text.split(' ').length > ENOUGH_WORDS || NAMES_THING.test(text);
	if (!isQuestion && (isPromise ? saysEnough : isDated && isMeant('need', sentence))) {
		return { owner: isPromise || /\b(?:I|ich)\b/i.test(text) ? name : '', said: [sentence], confidence: isDated ? 0.9 : 0.8 };
	}
	return isQuestion ? null : assigned(sentence, people);
}

/** Lines of a list to look back over for what stands above them. */
const LONG_LIST = 50;

/** A label with a task. A line of a list is read as if it stood behind the label above the list, with or without a colon: `Action items:`, `- Tom: send the offer`. */
function labelOf(sentence: Sentence): RegExpExecArray | null {
	const above = sentence.isListed ? aboveList(sentence) : undefined;
	return sentence.match('label', above && `${above.text.replace(/[:–-]?$/, ':')} ${sentence.text}`);
}

/** A line of a list that gives a name and a task: below a label, or if no other heading is above, each line tells somebody what to do, and one says on which day. */
function listedTask(sentence: Sentence, people: readonly string[]): Task | null {
	const owner = ownerNamed(BEFORE_COLON.exec(sentence.text)?.[0] ?? '', people);
	if (!sentence.isListed || owner === null) return null;
	const list = [...listedAmong(sentence.before(LONG_LIST).toReversed()), sentence, ...listedAmong(sentence.after)];
	const isOfTasks = list.length > 1 && /^$|[.?!]$/.test(aboveList(sentence)?.text ?? '') && list.every((one) => tellsWhatToDo(one)) && list.some(({ days }) => days.length > 0);
	return labelOf(sentence) !== null || isOfTasks ? { owner, said: [sentence], confidence: 0.9 } : null;
}
const aboveList = (sentence: Sentence): Sentence | undefined => sentence.before(LONG_LIST).findLast(({ isListed }) => !isListed);
/** In German, minutes put it as an infinitive: `Tom: den Raum buchen`. */
function tellsWhatToDo(line: Sentence): boolean {
	const rest = line.text.replace(/^[^:]*: /, '');
	return line.is('imperative', rest) || line.is('need', `ich muss ${rest}`);
}
const listedAmong = (next: readonly Sentence[]): readonly Sentence[] => next.slice(0, [...next, { isListed: false }].findIndex(({ isListed }) => !isListed));

/** Words that stand where a name could, besides those that carry no meaning. */
const NO_NAME = /^(?:everyone|everybody|someone|somebody|nobody|team|guys|folks|friends|ladies|tbd|tba|none|open|sorry|hello|hey|again|next|last|first|second|finally|lastly|firstly|secondly|actually|honestly|ideally|additionally|alternatively|otherwise|meanwhile|besides|however|anyway|instead|remember|notes?|tips?|hints?|ideas?|risks?|options?|steps?|questions?|today|tomorrow|\p{L}+day|leute|jemand|niemand|hallo|übrigens|außerdem|ansonsten|entschuldigung|zuletzt|erstens|zweitens|nebenbei|schließlich|zusätzlich|alternativ|natürlich|weiter|hinweise?|offen|notiz|tipps?|ideen?|risiken|optionen|schritte?|fragen?|heute|morgen|mittwoch|\p{L}+tag)$/iu;

/** Who is meant by a name, whether or not they speak; null if it is none. */
function ownerNamed(name: string, people: readonly string[]): string | null {
	const isName = new RegExp(`^(?:\\p{Ll}+ ){0,2}${NAME}$`, 'u').test(name) && !name.split(' ').some((word) => NO_NAME.test(word) || languages.some(({ stopWords }) => stopWords.has(word.toLowerCase())));
	return participantNamed(name, people) ?? (isName ? name : null);
}

const OPEN = /\b(?:if|unless|would(?! it be)|wenn|falls)\b/i;
/** `I'll get a copy of that to you.`, but not `I'll write a plan and send it to you.` */
const REFERENCE = /^(.{0,60}?)\b(?:it|that|this|them|those|das|es)(?=[.,!?]|$| (?:to|for|by|on|in|instead|stattdessen|(?:an)?statt|(?:mache|übernehme|erledige) ich|into|up|out|over|back|today|tonight|tomorrow|next|after|bis|morgen|heute)\b)/i;
function refersBack(text: string): boolean {
	const before = REFERENCE.exec(text)?.[1];
	return before !== undefined && (before.endsWith(' of ') || !NAMES_THING.test(before));
}

const NAMES_THING = /\b(?:the|an?|my|our|your|his|her|their|den|die|dem|eine?[nm]?) \p{L}/iu;

/** An offer and the yes to it. */
function acceptedOffer(sentence: Sentence): readonly Sentence[] {
	const next = sentence.after;
	const answer = next.find(({ turn }) => turn !== sentence.turn);
	const isWithdrawn = next[0] !== answer && (next[0]?.is('doubt') ?? false);
	return answer === undefined || isWithdrawn || !accepts(answer, next, sentence) ? [] : [sentence, answer];
}

/** Limits for a sentence that says next to nothing, and for turns to look back over. */
const [FEW_WORDS, SHORT_TURNS] = [4, 3];
const nearestBefore = (sentence: Sentence): Sentence | undefined => sentence.before(SHORT_TURNS).findLast(({ text }) => text.split(' ').length >= FEW_WORDS);

/** What somebody else said right before. */
function remarkBefore(sentence: Sentence): Sentence | undefined {
	const before = nearestBefore(sentence);
	return before?.turn === sentence.turn - 1 && before.name !== sentence.name && !before.is('idle') ? before : undefined;
}

/** The sentences that a reference refers to: whatever was said right before it. */
const meantBy = (sentence: Sentence): readonly Sentence[] => {
	const before = nearestBefore(sentence);
	if (before === undefined || refersBack(before.text)) return [];
	return before.index === sentence.index - 1 || before === remarkBefore(sentence) ? [before] : [];
};

/** Whether somebody is asked or told to do something. Orders count if they name somebody. */
function isRequest(sentence: Sentence, people: readonly string[]): boolean {
	const { text } = sentence;
	const [start = '', name = ''] = CALLED[0].exec(text) ?? [];
	const isTold = participantNamed(name, people) !== null && sentence.is('imperative', text.slice(start.length));
	return isTold || isMeant('request', sentence) || (sentence.is('imperative') && /[,:] \p{Lu}\p{L}+[.?!]$/u.test(text));
}

/** Whether a sentence really says something, rather than as a condition, in doubt or in somebody else's words. */
function isMeant(kind: Kind, sentence: Sentence): boolean {
	const { text } = sentence;
	const match = sentence.match(kind);
	if (match === null) return false;
	const [before, rest] = [text.slice(0, match.index), text.slice(match.index + match[0].length)];
	const clause = `${before.split(/[,;:–]\s|\s(?:but|aber)\s/).at(-1)}${match[0]}${rest.split(/[,;:–]\s|\s(?:but|aber|and|und|or (?:it|they|we|he|she|I|you))\s/)[0]}`;
	const asksWhether = /(?:ask|check|find out|confirm|know|see|test|frag|prüf|klär)/i.test(match[0]);
	// Somebody else's words: `He goes, "I'll pay you tomorrow"`.
	const isCited = (before.match(/["“”]/g)?.length ?? 0) % 2 === 1;
	const isTentative = /\b(?:maybe|perhaps|I guess|probably|vielleicht|eventuell)[.!]*$/i.test(rest);
	return !isCited && !isTentative && !sentence.is('unsure', clause) && !sentence.is('condition', before) && (asksWhether || !/(?<!\b(?:tell|let|know|see|ask|check|out)\b.{0,20})\b(?:if|unless|wenn|falls)\b/i.test(rest));
}

const OPENERS = '(?:(?:[Oo]kay|[Oo]k|[Ss]o|[Aa]nd|[Gg]reat|[Tt]hanks|[Tt]hen|[Aa]lso|[Ww]ell|[Yy]es|[Yy]eah|[Pp]erfect|[Gg]ood|[Cc]ool|[Rr]ight|[Aa]lright|[Hh]ey|[Hh]i|[Pp]lease|[Ii]t was agreed that|[Tt]o (?:recap|sum up|confirm)|[Ii]n summary|[Ff]inally|[Ww]e agreed that)[,.]? )*';
const NAME = "(\\p{Lu}(?:[\\p{L}-]|'(?!ll))+(?: \\p{Lu}(?:[\\p{L}-]|'(?!ll))+)?)";
const NAMED_FIRST = new RegExp(`^${OPENERS}${NAME}`, 'u');
const CALLED: readonly [RegExp, ...RegExp[]] = [new RegExp(`${NAMED_FIRST.source}, `, 'u'), new RegExp(`[,;] ${NAME}[?.!]$`, 'u'), new RegExp(`\\b(?:you|du|Sie)(?: please| bitte)?, ${NAME}, `, 'u'), new RegExp(`^${OPENERS}(?:[Ll]et's|[Ww]e (?:could|should)) (?:have|get) ${NAME}`, 'u')];
const BEFORE_COLON = /^[^:]{1,60}(?=: )/;
const ASSIGNED_NAME = /^\p{Lu}[\p{L}'-]+(?=,? (?:will|to|wird|\p{Ll}+[st]) )/u;

/** Whom a sentence addresses by name: `Raj, can you …`, `… please, Raj?` */
export const addresseeOf = (sentence: Sentence): string | undefined => CALLED.map((pattern) => pattern.exec(sentence.text)?.[1]).find((name) => name !== undefined && !sentence.is('yes', name));

/** A request becomes a task once whoever was asked agrees, or somebody else takes it up. What somebody is told to do by a day needs no answer. */
const requested = (sentence: Sentence, people: readonly string[]): Task | null => agreedTo(sentence, people) ?? told(sentence, people);

function agreedTo(sentence: Sentence, people: readonly string[]): Task | null {
	const called = addresseeOf(sentence);
	const asked = called === undefined ? null : participantNamed(called, people);
	const next = sentence.after;
	for (const answer of next.filter((one, at) => one.name !== sentence.name && next[at - 1]?.turn !== one.turn)) {
		const isTheirs = called === undefined || asked === answer.name || (asked === null && [OTHER, ''].includes(answer.name));
		const owner = isTheirs && called !== undefined ? (asked ?? called) : answer.name;
		if (accepts(answer, next, sentence) && (isTheirs || answer.is('takenUp'))) return { owner, said: [sentence, answer], confidence: 0.9 };
		if (isTheirs || asked === null || answer.refuses(sentence)) return null;
	}
	return null;
}

const BY_A_DAY = /\b(?:by|before|until|bis|spätestens)\b|(?<!\b(?:for|of|für|von) )\b(?:tomorrow|morgen)[.!]*$/i;
const OF_ABSENT = /\b(?:he|she|they|er|sie)\b/i;

/** `Bo, please send the slides by Thursday.`, unless it is refused or doubted, or Bo is the next to speak and says anything but yes. */
function told(sentence: Sentence, people: readonly string[]): Task | null {
	const { text, name, isQuestion } = sentence;
	const [start = '', called = ''] = CALLED[0].exec(text) ?? [];
	const owner = sentence.is('yes', called) ? null : ownerNamed(called, people);
	const isDue = sentence.is('imperative', text.slice(start.length)) && BY_A_DAY.test(text) && sentence.days.some(({ daysAway }) => daysAway > 0);
	if (owner === null || owner === name || isQuestion || !isDue || sentence.is('unsure') || sentence.isRefused) return null;
	const [next] = sentence.after;
	const answer = sentence.after.find(({ turn }) => turn !== sentence.turn);
	const isDoubted = answer !== undefined && (answer.name === owner || answer.isQuestion || answer.is('doubt') || answer.is('past') || OF_ABSENT.test(answer.text) || answer.text.includes(called));
	return isDoubted || next?.is('takenUp') ? null : { owner, said: [sentence], confidence: 0.7 };
}

/** Whether an answer says yes to what was asked, and nothing else in that turn takes it back. */
const accepts = (answer: Sentence, next: readonly Sentence[], asked: Sentence): boolean =>
	(answer.isYes || answer.is('takenUp')) && !next.some((one) => one.turn === answer.turn && (one.refuses(asked) || one.is('past') || /\b(?:but|aber)\b/i.test(one.text)));

/** Shows that a name is a person’s, whether or not they speak: `Jens will own the migration, and he'll share the plan by March 20.` */
const OF_PERSON = /, (?:and (?:he|she)(?:['’]ll| will)|und (?:er|sie) \p{L}+t)\b/iu;

/** A task that somebody assigns to another participant, or by a day to somebody absent. */
function assigned(sentence: Sentence, people: readonly string[]): Task | null {
	const { text, name } = sentence;
	const [start = '', named = ''] = NAMED_FIRST.exec(text) ?? [];
	const isDue = OF_PERSON.test(text) && sentence.days.some(({ daysAway }) => daysAway > 0);
	const owner = isDue ? ownerNamed(named, people) : participantNamed(named, people);
	const isTask = sentence.is('assigned', text.slice(start.length)) && !sentence.is('unsure') && !sentence.is('condition');
	return owner === null || owner === name || !isTask ? null : { owner, said: [sentence], confidence: 0.7 };
}
