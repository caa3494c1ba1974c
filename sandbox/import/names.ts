import { fold, oneLine } from '../text.ts';

/** The text before a colon at the start of a line: a name, or the beginning of a sentence. */
export interface Label {
	readonly speaker: string;
	/** The text after the colon; empty if the label is alone on its line. */
	readonly text: string;
	readonly likeness: Likeness;
}

/** `name`: written as names are. `possible`: short enough for a name. `sentence`: more like part of a sentence. `told`: about what somebody said. */
export type Likeness = 'name' | 'possible' | 'sentence' | 'told';

/** No name is longer. Only this much of a line is searched. */
const LONGEST_NAME = 80;
/** The API's own words for the user and everyone else (Resources, Segment). */
const OWN_WORDS: ReadonlySet<string> = new Set(['local', 'remote']);

const COLON = /[:：]/;
const SAYS_SOMETHING = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;
/** Characters that names do not contain. */
const SENTENCE_MARKS = /[!?;…=\\。！？；、，]/;
const QUOTES = /["“”„«»]/g;
/** Characters around names in lists, in Markdown, in brackets, and before those that a messenger’s user has not saved. */
const DRESS = '[\\s*_<>\\[\\]•–—~-]';
/** The number of a line: `1.`, `1)`, `[1]`, `#1`, or its seconds, `[37s]`. */
export const NUMBERING = '(?:\\d{1,3}[.)]|(?:#\\d{1,5}|\\(\\d{1,5}\\)|\\[\\d{1,5}s?\\])(?!\\s+\\d))';
/** The role before a name in webinars: `[Host] Anna: Hello`. */
const ROLE = '\\[(?:co-?host|guest|host|moderator|organi[sz]er|panelist|presenter)\\](?=\\s+\\S)';
const DRESSED = new RegExp(`^(?:\\[x\\]\\s|${ROLE}|${NUMBERING}\\s|${DRESS})+|(?<![\\s*_<>\\[\\]–—])[\\s*_<>\\[\\]–—]+$`, 'gi');

/** How scripts say that somebody goes on: `ANNA (CONT'D)`. */
const GOES_ON = /\s\((?:cont(?:['’]?d|\.)?|continued|continuing)\)$/i;

/** A name without what is around it, but with the role behind it: `[Anna]`, `Anna [Host]`. */
export function undressedName(written: string): string {
	const name = oneLine(written.replace(DRESSED, '')).replace(GOES_ON, '');
	return name.lastIndexOf('[') > name.lastIndexOf(']') ? `${name}]` : name;
}

/** `JON [angry]: hi`: how somebody speaks is not part of the name. */
const MOOD = /^(.+)(\[[\p{Ll}\s]+\])\s*$/u;
/** The first word of a sentence that contains no name: `He said: no`, `And I told them: go`. */
const OPENING = /^(?:and|but|because|he|here|how|i|if|it|so|she|that|there|then|these|they|this|those|we|what|when|where|which|who|why)(?: (?:I\b|\p{Ll})|['’])/u;
/** The beginning of a sentence about what somebody said: `Jon asked: why?`, but not `Omar Said: Hello`. */
const TOLD = / (?:added|adds|answered|answers|asked|asks|explained|meant|replied|replies|said|says|thought|told|wrote|writes)(?: (?:me|us|them|him|her|you))?$/;

/** The parts of `Name: text`, or null if the line cannot start with a name. */
export function labelOf(line: string): Label | null {
	const start = line.slice(0, LONGEST_NAME);
	const colon = start.search(COLON);
	if (colon < 0) return null;
	const [, dressed = start.slice(0, colon), mood = ''] = MOOD.exec(start.slice(0, colon)) ?? [];
	const speaker = undressedName(dressed);
	if (!isNameable(speaker)) return null;
	const behind = line.slice(colon + 1);
	const text = `${mood} ${undressed(behind, dressed)}`.trim();
	const isApart = text === '' || start.charAt(colon) === '：' || behind.trimStart() !== behind || text !== `${mood} ${behind}`.trim();
	// `10:30`, `https://…`, `C:\…` and `std::…` are not names; in `Anna:hello` there may be one.
	if (!isApart && !/^[\p{L}"'“‘«[(¿¡]/u.test(text)) return null;
	const likeness = likenessOf(speaker);
	return { speaker, text, likeness: likeness === 'name' && !isApart ? 'possible' : likeness };
}

/** Whether a name can be written like that: it begins no sentence, no quote begins in it, and nothing in brackets is before it. */
const isNameable = (speaker: string): boolean => SAYS_SOMETHING.test(speaker) && !/[{}=\\]|-->|^[^[]*\]|^\(\p{Ll}[^()]*\)\s/u.test(speaker) && !OPENING.test(speaker.charAt(0).toLowerCase() + speaker.slice(1)) && speaker.replace(QUOTES, '').length % 2 === speaker.length % 2;

type Reader = (line: string) => Label | null;

/** Other places for names at the start of a line. */
const READERS: readonly Reader[] = [/^\[([^[\]]{1,80})\](.*\S)/, /^\(([^()]{1,80})\)(.*\S)/, /^<([^<>]{1,80})>(.*)/, /^([^\t]{1,80}?)(?:\t| {4})(.*)/, /^(\p{Lu}[\p{Lu}\p{M}\s'’-]{1,60})\.\s(.*)/u, /^(\S[^\t]{0,79}?)\s[-–—|]\s(.*)/].map((pattern) => (line) => {
	const [, written = '', text = ''] = pattern.exec(line) ?? [];
	const speaker = undressedName(written);
	return isNameable(speaker) ? { speaker, text, likeness: likenessOf(speaker) } : null;
});
/**
 * The share of lines (or turns, or paragraphs) for which something must be true to be true of the whole file. The rest is damage, or an individual
 * way of speaking.
 */
export const MOSTLY = 0.75;

/** How the lines of a file write their names: before a colon, unless most lines have names that recur at another place. */
export function labelReader(lines: readonly string[]): Reader {
	/** A colon behind a name at the other place may be within what is said; where most lines have one, it is behind the name of a company. */
	const areColons = (some: readonly string[], read: Reader): boolean => {
		const labelled = some.flatMap((line) => { const label = labelOf(line); return label === null ? [] : [{ label, other: read(line) }]; });
		const before = labelled.filter(({ label, other }) => other === null || other.speaker.length >= label.speaker.length);
		return before.length * 2 >= some.length || labelled.length >= some.length * MOSTLY;
	};
	const found = READERS.find((read) => {
		// Above the first name may be what the meeting is about, each line of it once: `Date: 4 March`.
		const from = lines.findIndex((line) => read(line) !== null);
		const [above, below] = [lines.slice(0, from), lines.slice(from)];
		const about = above.flatMap((line) => labelOf(line) ?? []);
		if (from < 0 || areColons(below, read) || from > below.length || new Set(about.map(({ speaker }) => fold(speaker))).size < about.length) return false;
		const labels = below.flatMap((line) => read(line) ?? []);
		const names = new Set(labels.map(({ speaker }) => fold(speaker)));
		const doRecur = names.size > 1 && names.size * 2 <= labels.length + 1;
		return labels.length > 1 && labels.length >= below.length * MOSTLY && (doRecur || (labels.length === lines.length && read !== READERS.at(-1) && labels.every(({ likeness }) => likeness === 'name')));
	});
	return found ?? labelOf;
}

/** Markdown opened before a name may end after its colon: `**Anna:** hello`. */
function undressed(text: string, dressed: string): string {
	const mark = /[*_]+/.exec(dressed)?.[0] ?? '** ';
	return text.startsWith(mark) ? text.slice(mark.length) : text;
}

/** Words in names that are written small. */
const PARTICLES: ReadonlySet<string> = new Set('a af al and av bin da de del della den der di do dos du e el i ibn la le of och the und van vom von y zu zum'.split(' '));
/** Words that sentences start with, and names do not. */
const STARTERS: ReadonlySet<string> = new Set(
	'a an and are as at but by can do for from he here how i if in is it my no not now of on one or our she so that the their then there these they this those to we what when where which who why with you your der die das ein eine es ich und wir le la les un une il elle nous el los una yo es'.split(' '),
);
/** `The Mayor` and `Die Vorsitzende` are names, `Das Problem` is none. */
const ARTICLE = /^(?:an?|the|eine?|der|die|das|une?|le|la|les|una|el|los|las|o|os) /;
const CAPITAL = /^[^\p{L}\p{N}]*[\p{Lu}\p{Lt}\p{Lo}\p{N}]/u;
/** Scripts without capital letters. */
const UNCASED = /\p{Lo}/u;
const [MOST_WORDS, MOST_UNCASED, MOST_PARTS] = [6, 16, 3];

/** Whether words are written as a name is: capitalized, `Last, First`, with a company, an address or a phone number. */
export function likenessOf(written: string): Likeness {
	if (OWN_WORDS.has(written)) return 'name';
	const name = written.replace(QUOTES, '');
	if (SENTENCE_MARKS.test(name)) return 'sentence';
	if (TOLD.test(name)) return 'told';
	if (/\s\|\s|^[^\s@]+@[^\s@]+\.\p{L}{2,}$/u.test(name)) return 'name';
	const parts = name.replace(/[([][^()[\]]*[)\]]/g, '').split(',').map((part) => part.split(/\s/).filter((word) => SAYS_SOMETHING.test(word)));
	const words = parts.flat();
	const areCapital = words.some((word) => CAPITAL.test(word)) && words.every((word) => CAPITAL.test(word) || /\p{Lu}/u.test(word) || PARTICLES.has(word));
	if (words.every((word) => UNCASED.test(word)) && words.join('').length > MOST_UNCASED) return 'sentence';
	const starts = STARTERS.has(fold(words[0] ?? ''));
	const isShort = parts.length <= MOST_PARTS && parts.every((part) => part.length > 0 && part.length <= MOST_WORDS);
	// A mention is of whom somebody speaks to.
	if (areCapital && isShort && !(starts && words.length > 1)) return written.startsWith('@') ? 'possible' : 'name';
	if (areCapital && isShort && ARTICLE.test(fold(name))) return 'possible';
	return starts || words.length > (parts.length > 1 ? 1 : MOST_PARTS) ? 'sentence' : 'possible';
}

/** Whether words are written as first and last names are, so that they are not taken for a part of what is said. */
export const isFullName = (name: string): boolean => /\s/.test(name) && likenessOf(name) === 'name';

/** Words before a colon that are rarely names: what somebody says, and what somebody notes about a meeting. */
const OPENERS: ReadonlySet<string> = new Set(
	('also and answer appendix because blocker budget but chapter cost costs day deadline effort example finally first fact fyi goal goals hint idea important issue item last later look month next now ok okay option outcome owner phase plan please point price priority problem proposal ps quarter question quote recap remember reminder result results risk risks scope second section so solution stage status step still target then third timeline tip topic total update warning week well yes monday tuesday wednesday thursday friday saturday sunday '
		+ 'achtung anmerkung antwort beispiel bemerkung ergebnis fazit frage hinweis idee kosten lösung punkt risiko stand termin tipp übrigens vorschlag warnung wichtig ziel zusammenfassung montag dienstag mittwoch donnerstag freitag samstag sonntag '
		+ 'ejemplo importante pregunta problema propuesta respuesta attention exemple problème remarque réponse exemplo pergunta proposta resposta lunes martes miércoles jueves viernes sábado lundi mardi mercredi jeudi vendredi samedi dimanche'
	).split(' '),
);
const REMARKS: ReadonlySet<string> = new Set(
	'action,actions,action item,action items,agenda,agreed,attendees,bcc,cc,comment,date,decision,decisions,duration,editor’s note,editor\'s note,follow-up,from,key points,location,meeting closed,minutes,n.b,nb,next call,next meeting,next step,next steps,note,notes,participants,questions,sent,subject,summary,task,tasks,time,to,to do,todo,transcript,aufgabe,aufgaben,beschluss,beschlüsse,entscheidung,entscheidungen,nächste schritte,nächster schritt'.split(','),
);

/** The conclusion from all labels of a file. */
export interface Verdict {
	/** Whether any label is a name. */
	readonly hasNames: boolean;
	readonly isName: (label: Label) => boolean;
	/** Whether it stays in doubt if the label names a speaker or is part of what is said. */
	readonly isUnclear: (label: Label) => boolean;
	/** Whether a label counts as a name only because it looks like one. */
	readonly isGuess: (label: Label) => boolean;
}

/** The minimum share of labels for a word that sentences start with to count as a name. */
const OPENERS_SHARE = 0.2;
/** Up to how many labels may all be different in a dialogue. */
const FEW = 4;
/** From this many turns on, it is clear where a file has its names. */
export const MANY = 8;
/** The share of turns that start with a name if all do. The rest are captions of noises, and wrapped lines. */
export const NEARLY_ALL = 0.95;

/** Without capital letters, a name looks like any other word. */
const isCased = ({ speaker }: Label): boolean => /\p{Lu}|\p{Ll}/u.test(speaker);

/** `Member of the public`: a capital letter at its start, and nothing that only sentences have. */
function isLong({ speaker }: Label): boolean {
	const words = speaker.split(' ');
	return /^\p{Lu}/u.test(speaker) && !SENTENCE_MARKS.test(speaker) && words.length <= MOST_WORDS && !STARTERS.has(fold(words[0] ?? ''));
}

/** A line that contains speech. */
export interface Opening {
	readonly label: Label | null;
	/** Whether a turn can start here: at the start of a caption or, in a text with empty lines, of a paragraph. */
	readonly isStart: boolean;
	/** Whether a mark of another speaker is before it: `>> ANNA: Hello`. */
	readonly isMarked?: boolean;
}

/**
 * Decides which labels are names. If all turns start with a label, all of these are names; otherwise those that recur or are
 * written like names. A word that is also used as a word (`budget`) needs more than its capital letter.
 * @param share if no label recurs, the minimum share of starts that must look like a name for any to be one
 * @param areTimed whether the turns have times, which a list of points has not
 */
export function judge(lines: readonly Opening[], isWord: (word: string) => boolean, { share = 0.5, areTimed }: { readonly share?: number; readonly areTimed: boolean }): Verdict {
	const present = lines.flatMap(({ label }) => label ?? []);
	const starts = lines.filter(({ isStart }) => isStart);
	const starting = new Set(starts.flatMap(({ label }) => label ?? []));
	const marked = new Set(lines.flatMap(({ label, isMarked = false }) => (isMarked && label?.likeness === 'name' ? label : [])));
	const [counts, startCounts] = [new Map<string, number>(), new Map<string, number>()];
	for (const label of present) {
		const name = fold(label.speaker);
		counts.set(name, (counts.get(name) ?? 0) + 1);
		if (starting.has(label)) startCounts.set(name, (startCounts.get(name) ?? 0) + 1);
	}
	const nearlyAll = starts.length >= MANY && starting.size >= starts.length * NEARLY_ALL;
	// It is then known where turns start, so labels that recur elsewhere are part of speech.
	const countOf = ({ speaker }: Label): number => ((nearlyAll ? startCounts : counts).get(fold(speaker)) ?? 0);
	const isOpener = ({ speaker }: Label): boolean => {
		// `(laughs) Budget`: a description of an action may precede the words.
		const word = fold(speaker).replace(/^[([][^)\]]*[)\]]\s*/, '').replace(ARTICLE, '');
		return OPENERS.has(word.replace(/ \d{1,4}/, '')) || REMARKS.has(word);
	};
	const recurs = (label: Label): boolean => {
		if (SOMEBODY.test(label.speaker)) return true;
		const count = label.likeness === 'told' ? 0 : countOf(label);
		if (isOpener(label)) return count > 1 && count >= present.length * OPENERS_SHARE;
		return marked.has(label) || count > (label.likeness === 'sentence' && !nearlyAll ? 2 : 1);
	};
	const others = present.filter((label) => !isOpener(label));
	const isSaid = (label: Label): boolean => (label.likeness === 'sentence' || label.likeness === 'told') && !recurs(label);
	// In a meeting, people speak more than once, while a list of points has a different word before each colon.
	const candidates = others.filter((label) => !isSaid(label));
	const looks = others.filter((label) => starting.has(label) && label.likeness === 'name');
	const isNamed = (label: Label): boolean => recurs(label) || !fold(label.speaker).split(' ').some((word) => OPENERS.has(word) || isWord(word));
	// A chair may speak again when each of many guests has spoken once.
	const isPanel = (areTimed || present.some(recurs)) && looks.filter(isNamed).length >= starts.length * NEARLY_ALL;
	// In captions, one that has no name, or an odd one, is no reason to doubt the others.
	const isCall = areTimed && looks.some((label) => recurs(label) && !SOMEBODY.test(label.speaker)) && candidates.filter((label) => starting.has(label) && isNamed(label)).length >= starts.length * MOSTLY;
	const isUsual = starting.size <= FEW || candidates.filter(recurs).length * 2 >= candidates.length;
	const isFull = starting.size === starts.length;
	const areNames = starts.length > 1 && isFull && [...starting].every(({ likeness }) => likeness === 'name');
	const everywhere = areNames || (starts.length >= MANY ? isFull : present.length > 0 && present.length === lines.length && !present.some(isSaid));
	const hasNames = (isUsual || isPanel || isCall) && (everywhere || (looks.length > 0 && looks.length >= starts.length * share) || others.some(recurs));
	// `Two things:`, and then `Design: the icons are not final.`: a list of points in what somebody says.
	const listed = new Set(lines.flatMap(({ label }, index) => (label !== null && /[:：]$/.test(lines[index - 1]?.label?.text ?? '') ? label : [])));
	const isSmall = ({ text }: Label): boolean => /^\p{Ll}/u.test(text);
	const areSmall = present.filter(isSmall).length * 2 >= present.length;
	const isPoint = (label: Label): boolean => speakerOf(label.speaker) !== null && (listed.has(label) || (isSmall(label) && !areSmall));
	const isCommon = ({ speaker }: Label): boolean => isWord(fold(speaker));
	const areCapital = present.filter(recurs).every(({ speaker }) => !/^\p{Ll}/u.test(speaker));
	const isOdd = ({ speaker }: Label): boolean => areCapital && /^\p{Ll}/u.test(speaker) && !OWN_WORDS.has(speaker);
	const isPlaced = (label: Label): boolean => starting.has(label) && (everywhere || nearlyAll) && (label.likeness === 'name' || label.likeness === 'possible') && !ARTICLE.test(fold(label.speaker));
	const isGuess = (label: Label): boolean => hasNames && !recurs(label) && !isOpener(label) && (isPlaced(label) ? !isUsual || isPoint(label) || isOdd(label) || !isCased(label) || !(everywhere && present.some(recurs)) : !nearlyAll && label.likeness === 'name' && !isCommon(label));
	const isName = (label: Label): boolean => hasNames && (recurs(label) || (!isOpener(label) && isPlaced(label)) || isGuess(label));
	const isUnclear = (label: Label): boolean => {
		// A list of points, or people of whom most speak only once.
		if (!hasNames && recurs(label) && label.likeness === 'name') return true;
		if (!hasNames) return looks.length > FEW && looks.length >= starts.length * MOSTLY && starting.has(label) && label.likeness === 'name';
		if (nearlyAll && starting.has(label)) return true;
		if (nearlyAll) return !isOpener(label) && label.likeness !== 'sentence' && (counts.get(fold(label.speaker)) ?? 0) > 1;
		return REMARKS.has(fold(label.speaker)) || (!isOpener(label) && (label.likeness !== 'sentence' || countOf(label) > 1 || isLong(label)));
	};
	return { hasNames, isName, isUnclear, isGuess };
}

/** The speakers of a file, for finding the rest of their names in damaged lines. */
export interface Known {
	readonly get: (name: string) => string | undefined;
	/** The longest name that a text begins with, and what follows it. */
	readonly opened: (text: string) => { readonly speaker: string; readonly rest: string } | null;
	readonly recurs: (name: string) => boolean;
	/** Whether a name that occurs once is part of another name, or is a recurring name with words after it. */
	readonly isDamaged: (name: string) => boolean;
}

const [UNDRESSED, WITHIN_WORD] = [/^[\s[(<*_>•–—-]+/, /[\p{L}\p{N}\p{M}]{2}/u];

/** @param speakers of every turn */
export function knownIn(speakers: Iterable<string>): Known {
	const [known, counts, beginnings] = [new Map<string, string>(), new Map<string, number>(), new Set<string>()];
	for (const speaker of speakers) {
		known.set(fold(speaker), speaker);
		counts.set(fold(speaker), (counts.get(fold(speaker)) ?? 0) + 1);
	}
	const firsts = new Set([...known.keys()].map((name) => name.charAt(0)));
	for (const name of known.keys()) {
		// `Speaker 1` is not a damaged `Speaker 10`, nor `Ann` a damaged `Ann (Host)`.
		for (let end = 1; end < Math.min(name.length, LONGEST_NAME); end += 1) if (!/[\d([]/.test(name.slice(end, end + 2))) beginnings.add(name.slice(0, end));
	}
	const opened = (text: string): ReturnType<Known['opened']> => {
		const bare = text.replace(UNDRESSED, '');
		if (!firsts.has(fold(bare).charAt(0))) return null;
		for (let end = Math.min(bare.length, LONGEST_NAME); end > 0; end -= 1) {
			if (WITHIN_WORD.test(bare.slice(end - 1, end + 1))) continue;
			const speaker = known.get(fold(bare.slice(0, end)));
			if (speaker !== undefined) return { speaker, rest: bare.slice(end).replace(/^[\])>*_]+/, '') };
		}
		return null;
	};
	const recurs = (name: string): boolean => (counts.get(fold(name)) ?? 0) > 1;
	return {
		get: (name) => known.get(fold(name)),
		opened,
		recurs,
		isDamaged(name) {
			if (recurs(name)) return false;
			if (beginnings.has(fold(name))) return true;
			const words = [...fold(name).matchAll(/\s/g)].map(({ index }) => fold(name).slice(0, index)).find(recurs);
			return words !== undefined && /^\s+\p{L}/u.test(fold(name).slice(words.length));
		},
	};
}

/** How to part a line where a name with which another line begins, and its colon, follow a sentence: `Thanks. Anna: And who pays?` */
export function partedAtNames(lines: readonly string[]): (line: string) => readonly string[] {
	const names = new Set(lines.map(labelOf).flatMap((label) => (label?.likeness === 'name' || label?.likeness === 'possible' ? label.speaker : [])));
	return (line) => {
		const parts: string[] = [];
		for (const part of line.split(BEHIND_SENTENCE)) {
			const label = labelOf(part);
			if (parts.length === 0 || (label !== null && names.has(label.speaker))) parts.push(part);
			else parts[parts.length - 1] += ` ${part}`;
		}
		return parts;
	};
}

/** No list number and no title, such as `Dr.`, ends a sentence. */
const BEHIND_SENTENCE = /(?<=(?:[!?…]|[\p{L}\d]{3}\.)["”’)]?)(?<!(?<!\p{L})(?:mrs|mme|sra|prof|hon|rev|sen|gov|rep|gen|col|ing|lic|mag)\.) (?=[^\s:：]{1,40}(?: [^\s:：]{1,40}){0,3}[:：] )/iu;

/** The words of texts that are not capitalized, found when they are first asked for. */
export function wordsOf(texts: () => Iterable<string>): (word: string) => boolean {
	let words: Set<string> | undefined;
	return (word) => {
		if (words === undefined) {
			words = new Set();
			for (const text of texts()) for (const [found] of text.matchAll(/(?<![\p{L}\p{M}])\p{Ll}[\p{L}\p{M}]*/gu)) words.add(found);
		}
		return words.has(word);
	};
}

const UNKNOWN = /^\W?(?:un(?:known|identified)(?: speaker| participant| user)?|speaker unknown|null|none|n\/a)\W?$/i;
/** Whoever it is, this is no part of what is said. */
const SOMEBODY = /^\W?(?:un(?:known|identified) (?:speaker|participant|user)|speaker unknown|speaker \d{1,2})\W?$/i;

/** The speaker of a segment; null for the words with which exporters say that they don't know. */
export const speakerOf = (name: string | null): string | null => (name === null || name === '' || UNKNOWN.test(name) ? null : name);
