import { wordsOf } from '../../text.ts';
import { type Kind, type Language, languageOf, languages, matchIn, plain, stemsOf } from '../language/index.ts';
import { comingDays, type ComingDay } from './dates.ts';

/** Sentences this short may be in any language: `In Ordnung.` */
const MAX_UNSURE = 2;

/** What minutes write before the lines of a list. */
const BULLET = /^[-–•*] (?:\[[ x]?\] )?(?=\S)/i;

/** A sentence as it was said, without the mark of a list, and what is known of it. Rules ask the same sentence many times, so it is worked out once. */
export class Sentence {
	readonly text: string;
	/** Whether it is a line of a list. */
	readonly isListed: boolean;
	/** Who says it; empty if that is not known. */
	readonly name: string;
	readonly index: number;
	/** Sentences of one turn are said without interruption. */
	readonly turn: number;
	/** The number of words. */
	readonly words: number;
	/** Of the words that carry meaning. */
	readonly stems: readonly string[];
	readonly #plain: string;
	readonly #language: Language | null;
	readonly #among: readonly Language[];
	readonly #all: readonly Sentence[];
	readonly #meetingStart: string;
	readonly #matches = new Map<Kind, RegExpExecArray | null>();
	#days: readonly ComingDay[] | undefined;

	constructor({ text: said, name, turn }: Pick<Sentence, 'text' | 'name' | 'turn'>, all: readonly Sentence[], meeting: { readonly start: string; readonly language: Language | null }) {
		const text = said.replace(BULLET, '');
		this.isListed = text !== said;
		[this.text, this.name, this.turn, this.index] = [text, name, turn, all.length];
		[this.#all, this.#meetingStart, this.#plain] = [all, meeting.start, plain(text)];
		const words = wordsOf(this.#plain.toLowerCase());
		this.words = words.length;
		// The lines of a list are too short of function words to tell.
		this.#language = languageOf(words) ?? (this.isListed ? meeting.language : null);
		this.stems = stemsOf(words, this.#language);
		this.#among = this.#language === null || text.split(' ').length <= MAX_UNSURE ? languages : [this.#language];
	}

	/** Where the sentence, or another text in its place, matches a kind: in its language, or in any language if it is too short to tell. */
	match(kind: Kind, text?: string): RegExpExecArray | null {
		if (text !== undefined) return matchIn(this.#among, kind, plain(text));
		let match = this.#matches.get(kind);
		if (match === undefined) this.#matches.set(kind, (match = matchIn(this.#among, kind, this.#plain)));
		return match;
	}

	/** Whether it, or only a part of it, is of a kind. */
	is(kind: Kind, part?: string): boolean {
		return this.match(kind, part) !== null;
	}

	get isQuestion(): boolean {
		return /[?？؟]$/.test(this.text);
	}

	/** The days to come that it names. */
	get days(): readonly ComingDay[] {
		return (this.#days ??= this.#language === null ? [] : comingDays(this.#plain, this.#language, this.#meetingStart));
	}

	/** The last sentences before it. */
	before(count: number): readonly Sentence[] {
		return this.#all.slice(Math.max(0, this.index - count), this.index);
	}

	/** What anybody said in the next turns, as far as it may be an answer. */
	get after(): readonly Sentence[] {
		return this.#all.slice(this.index + 1, this.index + 13).filter(({ turn }) => turn <= this.turn + 4);
	}

	/**
	 * Whether the sentence agrees to what was asked: if it continues, it is about doing it. `Yes, up to ten of them.` only gives
	 * information.
	 */
	get isYes(): boolean {
		return this.is('yes') && !this.is('condition') && GOES_ON_TO_DO.test(this.text.slice(this.match('yes')?.[0].length));
	}

	/** Whether it refuses what a sentence says. What somebody will not do refuses only that, and a promise only if it is theirs. */
	refuses(sentence: Sentence): boolean {
		if (this.is('no')) return true;
		const match = this.match('negative');
		if (match === null) return false;
		const [before, after] = [this.#plain.slice(0, match.index), this.#plain.slice(match.index + match[0].length)];
		const about = `${before.split(CLAUSE_END).at(-1)} ${after.split(CLAUSE_END)[0]}`.replaceAll(WHEN_OR_ALAS, '');
		if (REFERS_BACK.test(about)) return true;
		if (this.name !== sentence.name && OF_SPEAKER.test(match[0]) && sentence.is('promise')) return false;
		if (MORE_THAN_THAT.test(about)) return false;
		const stems = stemsOf(wordsOf(about.toLowerCase()), this.#language);
		const other = stems.filter((stem) => !sentence.stems.includes(stem));
		return other.length === 0 || other.length < stems.length / 2;
	}

	/** Whether the next to speak refuses at once, or the speaker takes it back. */
	get isRefused(): boolean {
		const next = this.after;
		const answers = next.filter(({ turn }) => turn !== this.turn).slice(0, 2);
		return [...next.slice(0, 1), ...answers.filter(({ turn }) => turn === answers[0]?.turn)].some((one) => one.refuses(this));
	}

	/** The sentence as a quote with its speaker. */
	get quoted(): string {
		return this.name === '' ? this.text : `${this.name}: ${this.text}`;
	}
}

const CLAUSE_END = /[,;:–]\s/;
/** What a refusal may add without being about something else: when, and that it is a pity. */
const WHEN_OR_ALAS = /\b(?:(?:by|on|before|until|till|bis|am|diese\w*|nächste\w*) \p{L}+|(?:this|next) (?:week|month|\p{L}+day)|today|tonight|tomorrow|heute|morgen|sorry|actually|unfortunately|though|anymore|leider|doch)\b/giu;
/** `I can't do that.`, but not `Ich kann das Angebot nicht …` or `I can't make it.` */
const REFERS_BACK = /(?<!\b[Mm]ake )\b(?:[Ii]t|[Tt]hat|[Tt]his|[Tt]hem|[Tt]hose|so|(?:[Dd]as|[Ee]s|[Ss]ie|[Ii]hn)(?! (?:\p{Ll}+ )?\p{Lu}))\b/u;
/** Function words that make it about something else: `We can't do more.`, `I won't be there.` */
const MORE_THAN_THAT = /\b(?:more|else|anything|everything|be(?! able)|mehr|alles|anders|da(?=[.!]*$))\b/i;
const OF_SPEAKER = /\b(?:I|ich)\b(?! don't think)/i;

const GOES_ON_TO_DO = /^[\s,.!–-]*(?:$|(?:I|I['’](?:ll|d|m|ve)|we|we['’](?:ll|re)|let['’]?s?|give|then|that|so|and|for|with|by|on|tomorrow|today|tonight|this|next|first|right|straight|before|after|consider|leave|my|should|no|not|it['’]s|works|ich|wir|das|bis|morgen|heute|noch|dann|den|die|kein) |(?:today|tomorrow|tonight|morgen|heute)[.!]*$|\p{Lu}\p{L}+[.!]?$)/u;

/** Sentences that belong together as a quote, each turn with its speaker unless a list says who it is. */
export const quotedTogether = (said: readonly Sentence[], namesSpeakers = true): string =>
	said.map((one, at) => (said[at - 1]?.turn === one.turn ? ` ${one.text}` : `${at === 0 ? '' : ' – '}${namesSpeakers ? one.quoted : one.text}`)).join('');
