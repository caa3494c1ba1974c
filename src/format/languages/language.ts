import { foldText } from '../words.ts';
import { english as englishPhrases } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import type { Phrases, Plural } from './phrases.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';

export type { Plural };

/** By ISO 639-1 code. */
export const languages = { en: englishPhrases, de: german, es: spanish, fr: french, pt: portuguese } as const satisfies Readonly<Record<string, Phrases>>;
export type Language = keyof typeof languages;

export const languageCodes = ['en', 'de', 'es', 'fr', 'pt'] as const satisfies readonly Language[];

/** The words of a report: its phrases, and numbers and lists as its language writes them. */
export interface Words extends Phrases {
	readonly language: Language;
	readonly number: (count: number) => string;
	/** The word that follows a number, such as “meetings”. */
	readonly plural: (count: number, what: Plural) => string;
	/** “1 meeting”, “2,000 meetings”. */
	readonly counted: (count: number, what: Plural) => string;
	/** “Ana, Ben and Cy”. */
	readonly listed: (texts: readonly string[]) => string;
	/** “30 min”. */
	readonly minutes: (count: number) => string;
}

export function wordsIn(language: Language): Words {
	const phrases = languages[language];
	const { locale } = phrases;
	const numbers = new Intl.NumberFormat(locale);
	const rules = new Intl.PluralRules(locale);
	const list = new Intl.ListFormat(locale, { type: 'conjunction' });
	const minutes = new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'short' });
	const plural = (count: number, what: Plural): string => what[rules.select(count)] ?? what.other;
	return {
		...phrases,
		language,
		number: (count) => numbers.format(count),
		plural,
		counted: (count, what) => `${numbers.format(count)} ${plural(count, what)}`,
		listed: (texts) => list.format(texts),
		minutes: (count) => minutes.format(count),
	};
}

export const english = wordsIn('en');

/** What each language is called, in English and in itself. */
const namesOf = (language: Language): string[] =>
	['en', language].map((locale) => foldText(new Intl.DisplayNames([locale], { type: 'language' }).of(language) ?? ''));

/** The language that a profile names, by a code such as `de` or `de-AT` or by its name; English if it is none of these. */
export function languageNamed(name: string | null): Language {
	const asked = foldText(name ?? '');
	const [code = ''] = asked.split(/[-_]/);
	return languageCodes.find((language) => language === code || namesOf(language).includes(asked)) ?? 'en';
}
