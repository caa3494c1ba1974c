import type { Tone } from '../../src/api/index.ts';
import { dateFormat } from '../../src/format/index.ts';
import type { EmailContent, EmailRequest, Meeting } from './ai.ts';
import { english, type Language } from './language/index.ts';
import { readingOf } from './meeting/reading.ts';
import { keyPointsOf } from './summary/keyPoints.ts';

type Locale = Language['locale'];

/** What an email says besides quotes. `points`: how many other things that were said it quotes at most. */
interface Style {
	readonly subject: string;
	/** Without and with the recipient's name. */
	readonly greeting: readonly [string, string];
	readonly opening: string;
	/** Decisions, action items, dates, other points, and points alone. A heading that is empty leaves its part out. */
	readonly headings: readonly [string, string, string, string, string];
	readonly points: number;
	readonly closing: string;
	readonly regards: string;
}

const STYLES: Readonly<Record<Locale, Readonly<Record<Tone, Style>>>> = {
	'en-GB': {
		professional: {
			...{ subject: 'Follow-up: TITLE', greeting: ['Hello,', 'Dear NAME,'], regards: 'Kind regards,\n', points: 4 },
			opening: 'Thank you for your time in “TITLE” on DAY. These are my notes, in the words that were used.',
			headings: ['Decisions', 'Action items', 'Dates', 'Also said', 'What was said'],
			closing: 'Please let me know if anything is missing or needs to be corrected.',
		},
		casual: {
			...{ subject: 'TITLE: quick recap', greeting: ['Hi there,', 'Hi NAME,'], regards: 'Cheers,\n', points: 3 },
			opening: 'Good to talk! Here’s what I took from “TITLE”, word for word.',
			headings: ['What we settled', 'Who does what', '', 'What else came up', 'What came up'],
			closing: 'Did I get anything wrong? Just hit reply.',
		},
		concise: { subject: 'Recap: TITLE', greeting: ['', 'NAME,'], opening: '', headings: ['Decided', 'To do', '', 'Noted', 'Noted'], points: 2, closing: '', regards: '' },
	},
	'de-DE': {
		professional: {
			...{ subject: 'Zusammenfassung: TITLE', greeting: ['Guten Tag,', 'Guten Tag NAME,'], regards: 'Mit freundlichen Grüßen\n', points: 4 },
			opening: 'vielen Dank für Ihre Zeit in „TITLE“ am DAY. Das sind meine Notizen im Wortlaut.',
			headings: ['Entscheidungen', 'Aufgaben', 'Termine', 'Außerdem gesagt', 'Was gesagt wurde'],
			closing: 'Bitte geben Sie mir Bescheid, falls etwas fehlt oder nicht stimmt.',
		},
		casual: {
			...{ subject: 'TITLE: kurzer Rückblick', greeting: ['Hallo,', 'Hallo NAME,'], regards: 'Viele Grüße\n', points: 3 },
			opening: 'danke für das Gespräch! Das habe ich aus „TITLE“ mitgenommen, Wort für Wort.',
			headings: ['Was wir vereinbart haben', 'Wer was macht', '', 'Was sonst zur Sprache kam', 'Was zur Sprache kam'],
			closing: 'Habe ich etwas falsch verstanden? Antworte einfach.',
		},
		concise: { subject: 'Kurzfassung: TITLE', greeting: ['', 'NAME,'], opening: '', headings: ['Beschlossen', 'Zu tun', '', 'Notiert', 'Notiert'], points: 2, closing: '', regards: '' },
	},
};

/** A follow-up email (Resources, Email response): made of quotes, in the language of the meeting, or English if that is not known. Empty parts are left out. */
export function emailAbout(meeting: Meeting, { recipientName = '', tone, senderName }: EmailRequest): EmailContent {
	const reading = readingOf(meeting);
	const { locale } = reading.language ?? english;
	const { subject, greeting, opening, headings, closing, regards, points } = STYLES[locale][tone];
	const { sections, decisions, actionItems, importantDates } = keyPointsOf(meeting, reading, ({ item, quoted }) => ({ ...item, item: quoted }));
	const words: Readonly<Record<string, string>> = { TITLE: meeting.title, DAY: longDay(meeting.startTime, locale), NAME: recipientName.trim() };
	const filled = (text: string): string => text.replace(/TITLE|DAY|NAME/g, (word) => words[word] ?? word);
	const items = actionItems.map(({ item }) => item);
	const dates = headings[2] === '' ? [] : importantDates.filter(({ context }) => ![...items, ...decisions].some((line) => line.includes(context)));
	const keyPoints = sections.flatMap((section) => section.points.filter((point) => !dates.some(({ context }) => context === point))).slice(0, points);
	const lists = [decisions, items, [...Map.groupBy(dates, ({ context }) => context)].map(([context, days]) => `${days.map(({ date }) => longDay(date, locale)).join(', ')} – ${context}`), keyPoints];
	const isAlone = lists.slice(0, 3).flat().length === 0;
	const listed = lists.map((lines, index) => (lines.length === 0 ? '' : [isAlone ? headings[4] : headings[index], ...lines.map((line) => `- ${line}`)].join('\n')));
	const around = listed.join('') === '' ? [opening.split(/(?<=[.!]) /)[0] ?? '', ''] : [opening, closing];
	const paragraphs = [filled(greeting[words['NAME'] === '' ? 0 : 1]), filled(around[0] ?? ''), ...listed, around[1], `${regards}${senderName}`];
	return { subject: filled(subject), body: paragraphs.filter((paragraph) => paragraph !== '').join('\n\n'), keyPoints, actionItems: items };
}

/** `4 March 2026`; `March 2026` if the day is not known. */
const longDay = (date: string, locale: Locale): string =>
	dateFormat(locale, { ...(date.length > 7 && { day: 'numeric' }), month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(date));
