import { fold, oneLine } from '../text.ts';

/** A name before a colon. */
export interface Label {
	readonly speaker: string;
	/** The text after the colon; empty if the name is alone on its line. */
	readonly text: string;
	/** `sure`: reads like a name. `unlikely`: more like a sentence with a colon. */
	readonly likeness: 'sure' | 'possible' | 'unlikely';
}

/** No name is longer. Only this much of a line is searched. */
const LONGEST_NAME = 80;
const MOST_WORDS = 5;
/** The API's own words for the user and everyone else (Resources, Segment). */
const OWN_WORDS: ReadonlySet<string> = new Set(['local', 'remote']);

const COLON = /[:：]/;
const WORD = "[\\p{L}\\p{M}\\p{N}.'’()&/_@#+-]";
const CAPITALISED = new RegExp(`^(?=.*\\p{L})[\\p{Lu}\\p{Lt}\\p{N}]${WORD}*(?: ${WORD}+)*$`, 'u');
const SAYS_SOMETHING = /[\p{L}\p{N}]/u;
/** Characters that names do not contain. */
const SENTENCE_MARKS = /[!?;…"“”„«»=\\。！？；、，]/;
/** What surrounds names in lists, in Markdown and in brackets. */
const DRESS = '[\\s*_<>\\[\\]•–—-]';
const DRESSED = new RegExp(`^${DRESS}+|(?<![\\s*_<>\\[\\]])[\\s*_<>\\[\\]]+$`, 'g');

/** The parts of `Name: text`, or null if the line cannot start with a name. */
export function labelOf(line: string): Label | null {
	const start = line.slice(0, LONGEST_NAME);
	const colon = start.search(COLON);
	if (colon < 0) return null;
	const dressed = start.slice(0, colon);
	const speaker = oneLine(dressed.replace(DRESSED, ''));
	if (!SAYS_SOMETHING.test(speaker) || SENTENCE_MARKS.test(speaker)) return null;
	const words = speaker.split(' ').length;
	if (words > MOST_WORDS) return null;
	const behind = line.slice(colon + 1);
	const text = undressed(behind, dressed).trim();
	const isApart = text === '' || start.charAt(colon) === '：' || behind.trimStart() !== behind || text !== behind.trim();
	// `10:30`, `https://…`, `C:\…` and `std::…` are not names; in `Anna:hello` there may be one.
	if (!isApart && !/^[\p{L}"'“‘«]/u.test(text)) return null;
	return { speaker, text, likeness: likenessOf(speaker, words, isApart) };
}

function likenessOf(speaker: string, words: number, isApart: boolean): Label['likeness'] {
	if (OWN_WORDS.has(speaker)) return 'sure';
	const capitalised = CAPITALISED.test(speaker);
	if (capitalised && isApart) return 'sure';
	if (speaker.includes(',') || (!capitalised && (!isApart || words > 3))) return 'unlikely';
	return 'possible';
}

/** Markdown opened before a name may end after its colon: `**Anna:** hello`. */
function undressed(text: string, dressed: string): string {
	const mark = /[*_]{1,3}(?=[^*_]*$)/.exec(dressed)?.[0];
	return mark !== undefined && text.startsWith(mark) ? text.slice(mark.length) : text;
}

/** Words before a colon that are rarely names. They count as names only if the file repeats them. */
const OPENERS: ReadonlySet<string> = new Set(
	'action actions agenda also and answer because but decision decisions example finally first fact fyi hint idea important issue last later look next note notes now ok okay plan please point problem ps question questions quote recap remember reminder result risk second so solution still summary task then third tip todo update warning well yes'.split(' '),
);

/** How the labels of a whole file confirm each other. */
interface Evidence {
	/** Whether every line has a label. */
	readonly everywhere: boolean;
	/** Whether the file contains the same name more than once. */
	readonly recurs: (label: Label) => boolean;
	/** Whether this reads like a name, in a file whose labels are names. */
	readonly isName: (label: Label) => boolean;
	/** Whether it is unclear if the label names a speaker or is part of what is said. */
	readonly isUnclear: (label: Label) => boolean;
}

export function evidenceOf(labels: readonly (Label | null)[]): Evidence {
	const counts = new Map<string, number>();
	const sure = labels.filter((label) => label?.likeness === 'sure');
	for (const label of labels) {
		if (label !== null) counts.set(fold(label.speaker), (counts.get(fold(label.speaker)) ?? 0) + 1);
	}
	const everywhere = labels.length > 0 && labels.every((label) => label !== null);
	const recurs = ({ speaker }: Label): boolean => (counts.get(fold(speaker)) ?? 0) > 1;
	const hasNames = sure.length * 2 >= labels.length || sure.some((label) => label !== null && recurs(label));
	const opens = ({ speaker }: Label): boolean => OPENERS.has(fold(speaker));
	const isName = (label: Label): boolean => recurs(label) || ((everywhere || (hasNames && label.likeness === 'sure')) && !opens(label));
	return { everywhere, recurs, isName, isUnclear: (label) => hasNames && !isName(label) && label.likeness !== 'unlikely' && !opens(label) };
}

const UNKNOWN = /^[[(]?(?:unknown|unknown (?:speaker|participant|user)|speaker unknown|unidentified(?: speaker)?|null|none|n\/a)[\])]?$/i;

/** The speaker of a segment; null for the words with which exporters say that they don't know. */
export const speakerOf = (name: string | null): string | null => (name === null || name === '' || UNKNOWN.test(name) ? null : name);
