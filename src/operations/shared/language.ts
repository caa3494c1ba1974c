import { isCancelled } from '../../client/index.ts';
import { type DateWords, dateWords, type Language, languageNamed, type Words, wordsIn } from '../../format/index.ts';
import { choice } from '../../forms/index.ts';
import type { Session } from '../session.ts';

/** The language for the texts of a report. Agents get English, which they translate as needed. */
export const language = choice({
	label: 'Language',
	choices: [
		{ value: 'en', label: 'English' },
		{ value: 'fr', label: 'French' },
		{ value: 'profile', label: 'From Your Profile', description: 'The language that your account is set to' },
		{ value: 'de', label: 'German' },
		{ value: 'pt', label: 'Portuguese' },
		{ value: 'es', label: 'Spanish' },
	],
	initial: 'profile',
	description: 'Of headings, dates and totals; titles and what people said are never translated',
	audience: 'people',
});

/** How many requests reading the profile takes. */
export const LANGUAGE_REQUESTS = '1 for the language of your profile';

type Asked = Language | 'profile' | undefined;

/**
 * The chosen language. English if none was chosen, so that a report does not change its language with another field and takes
 * no request for it.
 */
export async function languageFor({ isAgent, task, hint }: Session, asked: Asked): Promise<Language> {
	if (isAgent || asked === undefined) return 'en';
	if (asked !== 'profile') return asked;
	try {
		return languageNamed((await task.profile()).language);
	} catch (error) {
		if (isCancelled(error)) throw error;
		hint('Your profile could not be read, so the texts are in English.');
		return 'en';
	}
}

/** How the texts of a run are written. */
export interface Writing {
	readonly words: Words;
	readonly dates: DateWords;
}

export async function writingFor(session: Session, asked: Asked): Promise<Writing> {
	const words = wordsIn(await languageFor(session, asked));
	return { words, dates: dateWords(session.timezone, session.now(), words.locale) };
}
