import fc from 'fast-check';
import { dateWords, documentTexts, type Entry, type TextDocument } from '../../src/format/index.ts';

const entry = (text: string, rest: Partial<Entry> = {}): Entry => ({ label: '', text, note: '', ...rest });

const report: TextDocument = {
	title: 'Meetings, 9–15 November 2026',
	figures: [
		{ value: '2.5', label: 'hours', change: '+1' },
		{ value: '1', label: 'decision', change: '' },
	],
	intro: 'Compared with the week before.',
	blocks: [
		{ heading: 'Meetings', entries: [entry('Weekly', { label: 'Mon 9 November', note: '45 min', entries: [entry('Hiring')] })] },
		{ heading: 'Decisions', entries: [entry('Weekly', { note: '9 November', entries: [entry('Hire two')] })] },
		{ heading: '', entries: [entry('Last')] },
	],
};

test('Markdown: figures, then nested lists', () => {
	expect(documentTexts(report).markdown.split('\n').filter(Boolean)).toEqual([
		'# Meetings, 9–15 November 2026',
		'**2.5** hours (+1) · **1** decision',
		'Compared with the week before.',
		'## Meetings',
		'- **Mon 9 November:** Weekly (45 min)',
		'  - Hiring',
		'## Decisions',
		'- **Weekly** (9 November)',
		'  - Hire two',
		'- Last',
	]);
});

test('plain text has the same content without marks', () => {
	expect(documentTexts(report).text).toContain('- Weekly (9 November)\n  - Hire two\n');
	expect(documentTexts(report).text).not.toMatch(/[*#]/);
});

const strange = fc.oneof(fc.string(), fc.constantFrom('<script>alert(1)</script>', '"><img src=x onerror=y>', '</td></table>', '&lt;', '<!channel>'));
const strangeEntry: fc.Arbitrary<Entry> = fc.record({
	label: strange,
	text: strange,
	note: strange,
	entries: fc.array(fc.record({ label: strange, text: strange, note: strange }), { maxLength: 3 }),
});
const strangeReport: fc.Arbitrary<TextDocument> = fc.record({
	title: strange,
	figures: fc.array(fc.record({ value: fc.nat().map(String), label: strange, change: strange }), { maxLength: 4 }),
	intro: strange,
	blocks: fc.array(fc.record({ heading: strange, entries: fc.array(strangeEntry, { minLength: 1, maxLength: 4 }) }), { maxLength: 4 }),
});

test('email HTML has no elements but its own, no scripts and no style sheets, whatever the texts are', () => {
	fc.assert(
		fc.property(strangeReport, (document) => {
			const tags = documentTexts(document).html.match(/<[^>]*>/g) ?? [];
			const own = /^<(?:\/?(?:div|h1|h2|p|ul|li|strong|span|table|tr|td)|br)(?: role="presentation")?(?: lang="en")?(?: style="[^"<>]*")?>$/;
			expect(tags.filter((tag) => !own.test(tag))).toEqual([]);
			expect(documentTexts(document).html.replace(/<[^>]*>/g, '')).not.toMatch(/[<>]/);
		}),
	);
});

test('email HTML leaves colors to the reader, for light and dark', () => {
	expect(documentTexts(report).html).not.toMatch(/[;"](?:color|background)/);
	expect(documentTexts(report).html).toContain('<strong>Weekly</strong> <span');
});

const limits = (document: TextDocument): void => {
	const blocks = documentTexts(document).blocks;
	expect(blocks.length).toBeLessThanOrEqual(50);
	for (const block of blocks) {
		if (block.type === 'divider') continue;
		const texts = 'text' in block ? [block.text] : 'fields' in block ? block.fields : block.elements;
		expect(texts.length).toBeLessThanOrEqual(10);
		for (const { text } of texts) {
			expect(text).not.toBe('');
			expect(text.length).toBeLessThanOrEqual(block.type === 'header' ? 150 : 3000);
		}
	}
};

test('Slack blocks: a header, figures side by side, and a section for each block', () => {
	expect(documentTexts(report).blocks.map(({ type }) => type)).toEqual(['header', 'section', 'context', 'divider', 'section', 'divider', 'section', 'divider', 'section']);
	limits(report);
});

test('a report of any length stays within Slack’s limits, and the rest is counted', () => {
	const long = (entries: number, length: number): TextDocument => ({
		...report,
		title: 'T'.repeat(300),
		blocks: Array.from({ length: 30 }, () => ({ heading: 'H', entries: Array.from({ length: entries }, () => entry('x'.repeat(length))) })),
	});
	for (const [entries, length] of [[1, 10], [200, 100], [2, 2900], [60, 2900], [1, 9000]] as const) limits(long(entries, length));
	expect(JSON.stringify(documentTexts(long(60, 2900)).blocks.at(-1))).toMatch(/more left out/);
});

test('Slack blocks of external texts: no mention, link or empty block', () => {
	fc.assert(
		fc.property(strangeReport, (document) => {
			const blocks = documentTexts(document).blocks.filter(({ type }) => type !== 'header');
			expect(JSON.stringify(blocks)).not.toMatch(/<[!@#h]/);
		}),
	);
});

describe('dates as people write them', () => {
	const now = Date.parse('2026-11-21T12:00:00Z');
	const berlin = dateWords('Europe/Berlin', now);
	const range = (since: string, until: string) => berlin.range(Date.parse(since), Date.parse(until));

	test.each([
		['2026-11-08T23:00:00Z', '2026-11-15T23:00:00Z', '9–15 November 2026'],
		['2026-10-29T23:00:00Z', '2026-11-05T23:00:00Z', '30 October – 5 November 2026'],
		['2026-12-27T23:00:00Z', '2027-01-03T23:00:00Z', '28 December 2026 – 3 January 2027'],
		['2026-11-08T23:00:00Z', '2026-11-09T23:00:00Z', 'Monday 9 November 2026'],
		['2026-11-08T23:00:00Z', '2026-11-08T23:00:00Z', 'Monday 9 November 2026'],
	])('%s to %s is %s in Berlin', (since, until, expected) => expect(range(since, until)).toBe(expected));

	test('a day has its year unless it is this year, in the given time zone', () => {
		expect(berlin.day('2026-11-08T23:30:00Z')).toBe('9 November');
		expect(dateWords('America/New_York', now).day('2026-11-08T23:30:00Z')).toBe('8 November');
		expect(berlin.day('2025-11-09T10:00:00Z')).toBe('9 November 2025');
		expect(berlin.day('2025-12-31T23:30:00Z')).toBe('1 January');
		expect(berlin.dayAndTime('2026-11-09T09:05:00Z')).toBe('Mon 9 November, 10:05');
		expect([berlin.day(null), berlin.day('soon'), berlin.dayAndTime('')]).toEqual(['', '', '']);
	});

	test.each([
		['2026-12-01', '1 December'],
		['2027-12-01', '1 December 2027'],
		['2026-12-01T23:30:00Z', '2 December'],
		[' next week ', 'next week'],
		['2026-13-45', '2026-13-45'],
		[null, ''],
	])('a date of key points, %j, is “%s”', (written, expected) => expect(berlin.written(written)).toBe(expected));
});
