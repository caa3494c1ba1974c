import fc from 'fast-check';
import { dateWords, documentTexts, type TextDocument } from '../../src/format/index.ts';
import { languageCodes, languageNamed, languages, wordsIn, type Language } from '../../src/format/languages/language.ts';

const foreign = languageCodes.filter((language) => language !== 'en');

test.each([
	['de', 'de'],
	['de-AT', 'de'],
	['pt_BR', 'pt'],
	['ES', 'es'],
	[' fr ', 'fr'],
	['German', 'de'],
	['Deutsch', 'de'],
	['français', 'fr'],
	['Francais', 'fr'],
	['Português', 'pt'],
	['english', 'en'],
	['ja', 'en'],
	['Klingon', 'en'],
	['', 'en'],
	[null, 'en'],
])('a profile that says “%s” means %s', (said, language) => expect(languageNamed(said)).toBe(language));

/** All phrases of a language, by name. Functions are called with arguments that show where they appear. */
function phrasesOf(language: Language): [string, string][] {
	const counts = { read: '1', readMeetings: '1 a', all: '2', allMeetings: '2 b' };
	return Object.entries({ ...languages[language] }).flatMap(([name, phrase]): [string, string][] => {
		if (typeof phrase === 'string') return [[name, phrase]];
		if (typeof phrase !== 'function') return Object.entries(phrase).map(([category, text]) => [`${name}.${category}`, text]);
		return [[name, name === 'madeOf' ? languages[language].madeOf(counts, 'Y') : String(Reflect.apply(phrase, undefined, ['X', 'Y']))]];
	});
}

test.each(languageCodes)('%s: every phrase says something, and what it is given', (language) => {
	const english = new Map(phrasesOf('en'));
	for (const [name, phrase] of phrasesOf(language)) {
		expect([name, phrase.trim()]).not.toEqual([name, '']);
		expect([name, phrase]).not.toEqual([name, expect.stringMatching(/undefined|\[object/)]);
		const given = ['X', 'Y'].filter((argument) => english.get(name)?.split(/\b/).includes(argument));
		expect([name, ...given.filter((argument) => !phrase.split(/\b/).includes(argument))]).toEqual([name]);
	}
});

/** Words that are the same in both languages. */
const SAME = new Set(['decision', 'passage', 'participants', 'locale', 'colon', 'quoted', 'more', 'action']);

test.each(foreign)('%s: no phrase was left in English', (language) => {
	const english = new Map(phrasesOf('en'));
	const left = phrasesOf(language).filter(([name, phrase]) => english.get(name) === phrase && !SAME.has(name.split('.')[0] ?? ''));
	expect(left).toEqual([]);
});

test.each<[Language, string[]]>([
	['en', ['0 meetings', '1 meeting', '2 meetings', '5 meetings', '1,200 meetings', '2.5 meetings']],
	['de', ['0 Besprechungen', '1 Besprechung', '2 Besprechungen', '5 Besprechungen', '1.200 Besprechungen', '2,5 Besprechungen']],
	['es', ['0 reuniones', '1 reunión', '2 reuniones', '5 reuniones', '1200 reuniones', '2,5 reuniones']],
	['fr', ['0 réunion', '1 réunion', '2 réunions', '5 réunions', '1 200 réunions', '2,5 réunions']],
	['pt', ['0 reunião', '1 reunião', '2 reuniões', '5 reuniões', '1.200 reuniões', '2,5 reuniões']],
])('%s: numbers and plurals', (language, expected) => {
	const { counted, meeting } = wordsIn(language);
	expect([0, 1, 2, 5, 1200, 2.5].map((count) => counted(count, meeting).replaceAll(/[\u00a0\u202f]/g, ' '))).toEqual(expected);
});

test.each<[Language, string, string, string, string]>([
	['en', 'Ana, Ben and Cy', '9 November', 'Mon 9 November, 10:00', '9–15 November 2026'],
	['de', 'Ana, Ben und Cy', '9. November', 'Mo., 9. November, 10:00', '9.–15. November 2026'],
	['es', 'Ana, Ben y Cy', '9 de noviembre', 'lun, 9 de noviembre, 10:00', '9–15 de noviembre de 2026'],
	['fr', 'Ana, Ben et Cy', '9 novembre', 'lun. 9 novembre, 10:00', '9–15 novembre 2026'],
	['pt', 'Ana, Ben e Cy', '9 de novembro', 'seg., 9 de novembro, 10:00', '9–15 de novembro de 2026'],
])('%s: lists and dates', (language, names, day, moment, range) => {
	const dates = dateWords('Europe/Berlin', Date.parse('2026-11-21T12:00:00Z'), languages[language].locale);
	expect(wordsIn(language).listed(['Ana', 'Ben', 'Cy'])).toBe(names);
	expect(dates.day('2026-11-09T09:00:00Z')).toBe(day);
	expect(dates.dayAndTime('2026-11-09T09:00:00Z')).toBe(moment);
	expect(dates.range(Date.parse('2026-11-08T23:00:00Z'), Date.parse('2026-11-15T23:00:00Z'))).toBe(range);
});

test('the time from which something is possible is never before it', () => {
	const dates = dateWords('Europe/Berlin', Date.parse('2026-11-21T12:00:00Z'));
	expect(['2026-11-09T09:00:01Z', '2026-11-09T09:01:00Z'].map(dates.momentFrom)).toEqual(Array(2).fill('Mon 9 November, 10:01 CET'));
});

test('in French, the first of a month is an ordinal', () => {
	const dates = dateWords('UTC', Date.parse('2026-11-21T12:00:00Z'), languages.fr.locale);
	expect(['2026-11-01', '2026-11-11', '2026-11-21'].map(dates.written)).toEqual(['1er novembre', '11 novembre', '21 novembre']);
});

const zones = ['Asia/Kolkata', 'Asia/Kathmandu', 'Pacific/Chatham', 'Pacific/Kiritimati', 'America/St_Johns', 'Australia/Lord_Howe', 'Etc/GMT+12'];

test('dates of any year and in any zone are on one line in every language', () => {
	fc.assert(
		fc.property(fc.constantFrom(...languageCodes), fc.constantFrom(...zones), fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') }), (language, zone, at) => {
			const dates = dateWords(zone, Date.parse('2026-11-21T12:00:00Z'), languages[language].locale);
			const iso = at.toISOString();
			for (const text of [dates.day(iso), dates.dayAndTime(iso), dates.moment(iso), dates.range(at.getTime(), at.getTime() + 1), dates.written(iso.slice(0, 10))]) {
				expect(text).toMatch(/\d/);
				expect(text).not.toMatch(/[\n\u2009\u202f\u00a0]|Invalid|undefined/);
			}
		}),
	);
});

const odd = fc.oneof(fc.constantFrom('דנה לוי', 'محمد علي', '李雷', '👩‍👩‍👧 Team', 'A\u202eB', '<b>x</b>', '<!channel>', '*x*', '# y', 'a\nb'), fc.string());

test('names of any script, emoji and marks are shown as they are, and mark up nothing, in every language', () => {
	fc.assert(
		fc.property(fc.constantFrom(...languageCodes), odd, odd, (language, title, said) => {
			const words = wordsIn(language);
			const document: TextDocument = { title: 'T', words, blocks: [{ heading: words.decisions, entries: [{ label: title, text: said, note: words.lowPriority }] }] };
			const { html, slack, text } = documentTexts(document);
			expect(html).toMatch(new RegExp(`^<div lang="${language}"`));
			expect(html.replace(/<\/?(?:div|h1|h2|ul|li|strong|span)(?: lang="\w\w")?(?: style="[^"<>]*")?>/g, '')).not.toMatch(/[<>]/);
			expect(slack).not.toMatch(/[<>`]/);
			expect(text).toContain(said);
		}),
	);
});
