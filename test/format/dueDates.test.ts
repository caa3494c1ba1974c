import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/v4';
import { dueDates } from '../../src/format/index.ts';

const WEDNESDAY = '2026-11-25T09:00:00Z';
const dueOf = (text: string, start: string | null = WEDNESDAY, zone = 'Europe/Berlin') => dueDates(start, zone)(text);

const Phrases = z.array(z.object({ text: z.string(), due: z.string().nullable(), start: z.string().default(WEDNESDAY), zone: z.string().default('Europe/Berlin'), passage: z.string().optional() }));
const phrases = Phrases.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'dueDates.json'), 'utf8')));

test.each(phrases.map((phrase) => [phrase.text, phrase.passage ?? '', phrase] as const))('%s %s', (_, __, { text, due, start, zone, passage }) => {
	const found = dueDates(start, zone)(text, passage);
	// Dates that are not found are not counted as mistakes.
	expect([due, null]).toContain(found.dueDate);
	if (due === null) expect(found).toEqual({ dueDate: null, dueText: null });
});

test('seven of ten phrases with a date get it', () => {
	const dated = phrases.filter(({ due }) => due !== null);
	const given = dated.filter(({ text, start, zone, passage, due }) => dueDates(start, zone)(text, passage).dueDate === due);
	expect(given.length / dated.length).toBeGreaterThan(0.7);
});

test.each([
	['Send the updated deck by Friday', 'by Friday'],
	['Review it no later than 4 December, please', 'no later than 4 December'],
	['Call Maria tomorrow at 10am', 'tomorrow at 10am'],
	['I will send the money tomorrow.', 'tomorrow'],
	['Vertrag bis zum 30. November prüfen', 'bis zum 30. November'],
])('%s: “%s” says so', (text, words) => {
	expect(dueOf(text).dueText).toBe(words);
});

test.each([
	['Angebot bis Friday schicken', '2026-11-27', 'bis Friday'],
	['Deck bis end of week fertig machen', '2026-11-27', 'bis end of week'],
	['Send the offer by Freitag', '2026-11-27', 'by Freitag'],
	['Send the deck by Montag, please', '2026-11-30', 'by Montag'],
	['Angebot bis Friday nicht schicken', null, null],
	['Falls möglich bis Friday liefern', null, null],
	['Vielleicht bis Friday fertig', null, null],
	['We will not send it by Freitag', null, null],
	['Nicht bis Friday warten', null, null],
])('two languages in one sentence: %s', (text, dueDate, dueText) => {
	expect(dueOf(text)).toEqual({ dueDate, dueText });
});

test.each([
	['Ada Quill: Could you send the receipt by Monday – Mia Roth: yes', '2026-11-30'],
	['Ada Quill: Could you send the receipt by Monday? – Mia Roth: Yes.', '2026-11-30'],
	['ada: please send the receipt by monday – mia roth: ok', '2026-11-30'],
	['Ada Quill: Send us the receipt by Monday, would you please – Mia Roth: Sure, by Monday.', '2026-11-30'],
	['Ada Quill: Kannst du den Beleg bis Montag schicken – Mia Roth: Ja.', '2026-11-30'],
	['Ada Quill: Please send the receipt tomorrow – Mia Roth: yes', '2026-11-26'],
	['Mia Roth: Here is the receipt. – Ada Quill: I’ll forward it by Monday.', '2026-11-30'],
	['Ben Orr: I’ll draft the tender by December 4. – Sam Reyes: Then I’ll review it over the weekend.', null],
	['Ben Orr: The tender is due by December 4. – Sam Reyes: I’ll review it.', null],
	['Ben Orr: I’ll draft the tender by December 4. Could you review it? – Sam Reyes: Yes.', null],
	['Ben Orr: I’ll draft the tender by December 4, could you review it? – Sam Reyes: Yes.', null],
	['Ben Orr: Could you review it by Friday? – Sam Reyes: By Monday.', null],
])('in an exchange, a day counts if its owner says it, or was asked for it: %s', (text, dueDate) => {
	expect(dueOf(text).dueDate).toBe(dueDate);
});

test.each([
	['Send the receipt by Monday – Mia needs it', '2026-11-30'],
	['Send the receipt tomorrow – Mia needs it', '2026-11-26'],
	['Send the receipt by Monday – Wednesday', null],
	['Send the receipt by Monday – or Tuesday', null],
	['Send the receipt by Monday – next week at the latest', null],
	['Send the receipt by Monday–Wednesday', null],
	['Send the receipt by Monday -ish', null],
	['Send the receipt by Monday / Tuesday', null],
])('a dash ends a date unless another date follows: %s', (text, dueDate) => {
	expect(dueOf(text).dueDate).toBe(dueDate);
});

test('a day is that of the time zone: at midnight in New York, it is already tomorrow in Berlin', () => {
	const evening = '2026-11-26T01:00:00Z';
	expect(dueOf('Send the deck tomorrow', evening, 'America/New_York').dueDate).toBe('2026-11-26');
	expect(dueOf('Send the deck tomorrow', evening).dueDate).toBe('2026-11-27');
});

test.each(['00:30', '11:30', '23:30'])('today’s date, said at %s, is today', (time) => {
	expect(dueDates(`2026-03-13T${time}:00Z`, 'UTC')('Pay by March 13')).toMatchObject({ dueDate: '2026-03-13' });
});

test('a time has the offset of its own day, on the other side of a clock change too', () => {
	expect(dueOf('Call Maria by Monday at 9am', '2026-10-23T08:00:00Z').dueDate).toBe('2026-10-26T09:00:00+01:00');
	expect(dueOf('Call Maria by Monday at 9am', '2026-03-06T15:00:00Z', 'America/New_York').dueDate).toBe('2026-03-09T09:00:00-04:00');
});

test.each([[null], ['yesterday'], [''], ['0001-01-01T00:00:00Z'], ['9999-12-31T23:59:59Z']])('if the start is %j, only a date with a year is certain', (start) => {
	expect(dueOf('Send the deck by Friday', start).dueDate).toBeNull();
	expect(dueOf('Send the deck by December 4', start).dueDate).toBeNull();
	expect(dueOf('Send the deck by December 4, 2026', start).dueDate).toBe('2026-12-04');
	expect(dueOf('Angebot bis zum 4.12.2026 schicken', start).dueDate).toBe('2026-12-04');
});

test.each([
	'Send it by Friday after next',
	'Send it by Friday week',
	'Send it a week on Friday',
	'Send it by Friday of week 50',
	'Send it by Friday the week after next',
	'Send it the week after next on Friday',
	'Send it by Friday of the following week',
	'Send it by Friday CW 50',
	'Send it by Friday the 4th',
	'Send it by Friday 13',
	'Send it by Good Friday',
	'Angebot bis übernächsten Freitag schicken',
	'Angebot bis übernächste Woche Freitag schicken',
	'Angebot bis Freitag übernächster Woche schicken',
	'Angebot bis Freitag KW 50 schicken',
	'Angebot bis zum ersten Freitag im Dezember schicken',
	'am letzten Freitag im Monat abgeben',
	'Kapitel 3.1. überarbeiten',
])('no nearer day is taken for a later one: %s', (text) => {
	expect(dueOf(text)).toEqual({ dueDate: null, dueText: null });
});

test('a date with dots has its day first', () => {
	expect(dueOf('Angebot bis 05.01.2027 schicken').dueDate).toBe('2027-01-05');
	expect(dueOf('Send the offer by 05.01.2027').dueDate).toBe('2027-01-05');
});

test.each([
	['by Friday of this week', '2026-11-27'],
	['by Friday, 4 December', '2026-12-04'],
	['bis Freitag, den 4. Dezember', '2026-12-04'],
	['bis Freitag den 4.12.', '2026-12-04'],
	['bis Freitag den 11. fertig', '2026-12-11'],
	['by Friday at 9', '2026-11-27T09:00:00+01:00'],
])('the text after a weekday may belong to its date, %s', (text, expected) => {
	expect([expected, null]).toContain(dueOf(`Send it ${text}`).dueDate);
});

test.each([
	'x'.repeat(100_000),
	`${'by Friday '.repeat(10_000)}`,
	'10:'.repeat(1000),
	'\u0000\n\n\n by \n',
	'by Friday by Friday',
	'((((((by (((((((',
	'',
	'   ',
	'by constructor',
	'by 2026-02-30',
	'Send it by February 30',
	'Send it by 99/99/9999',
	'Send it by 0.0.0000',
])('text that is not an action item causes no error: %.30s', (text) => {
	expect([null, '2026-11-27']).toContain(dueOf(text).dueDate);
});

test('20,000 action items of one meeting with dates are read as far as a meeting can have them', () => {
	const read = dueDates(WEDNESDAY, 'Europe/Berlin');
	const found = Array.from({ length: 20_000 }, (_, index) => read(`Send part ${index} of the contract by Friday`).dueDate);
	expect(found.slice(0, 200)).toEqual(Array(200).fill('2026-11-27'));
	expect(found.at(-1)).toBeNull();
});
