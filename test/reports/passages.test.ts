import { excerpt, parseQuery, passagesIn } from '../../src/reports/transcripts/passages.ts';
import { transcriptLines } from '../../src/format/index.ts';

const said = (...texts: string[]) =>
	transcriptLines(texts.map((text, index) => ({ speaker: index % 2 === 0 ? 'Ann' : 'Ben', text, timestamp: new Date(index * 5000).toISOString() })));

const found = (query: string, ...texts: string[]) =>
	passagesIn(said(...texts), parseQuery(query), () => true).map(({ firstLine, lastLine }) => [firstLine, lastLine]);

const here = [[0, 0]];

test.each<[string, string, boolean]>([
	['price', 'What about the PRICES?', true],
	['pricing', 'The price is fine', true],
	['price list', 'A list of every price', true],
	['"price list"', 'A list of every price', false],
	['"price list"', 'The price list, then', true],
	['“price list”', 'The price list, then', true],
	['"price list"', 'The price lists', false],
	['prix réel', 'Le prix REEL est bas', true],
	['reel', 'réel', true],
	['Kosten*', 'Die Kostenstelle', true],
	['Kosten', 'Die Kostenstelle', false],
	['cent', 'the center', false],
	["don't", 'we don’t know', true],
	["Ann's", 'Ann said so', true],
	['follow-up', 'a follow up call', true],
	['12.50', 'it costs 12.50 euros', true],
	['12.50', 'it costs 50 or 12 euros', false],
	['会議', '明日の会議は中止です', true],
	['会議', '会社で議論', false],
	['ประชุม', 'วันนี้มีการประชุมใหญ่', true],
	['हिन्दी', 'मुझे हिन्दी पसंद है', true],
	['回議', '会議', false],
])('“%s” in “%s”: %s', (query, text, isFound) => {
	expect(found(query, text)).toEqual(isFound ? here : []);
});

test('words may be in neighboring lines, but not far from each other', () => {
	expect(found('budget approve', 'So, the budget.', 'Approved!')).toEqual([[0, 1]]);
	expect(found('budget approve', 'So, the budget.', 'and so on '.repeat(30), 'Approved!')).toEqual([]);
	expect(found('"next quarter"', 'We meet next', 'quarter')).toEqual([[0, 1]]);
});

test('a line with several matches is one passage, and others are passages of their own', () => {
	expect(found('budget', 'Budget, budget and budget', 'No', 'The budget', 'our budget')).toEqual([[0, 0], [2, 2], [3, 3]]);
});

test('only lines that count are found, even for words next to them', () => {
	const lines = said('The budget', 'The budget is approved');
	const ofBen = passagesIn(lines, parseQuery('budget'), ({ speaker }) => speaker === 'Ben');
	expect(ofBen).toEqual([{ firstLine: 1, lastLine: 1, startsAt: 4 }]);
});

test.each([
	['', /enter a word/],
	[' ', /enter a word/],
	['!?', /enter a word/],
	['""', /enter a word/],
	['*', /enter a word/],
	[Array(21).fill('word').join(' '), /more than 20 words/],
])('“%s” is not a query', (text, why) => {
	expect(() => parseQuery(text)).toThrow(why);
});

test.each(['black or white', '"AND so on"', 'Q&A', Array(20).fill('word').join(' ')])('“%s” is one', (text) => {
	expect(parseQuery(text).length).toBeGreaterThan(0);
});

test('an excerpt is cut between words, around the match', () => {
	const text = `${'before '.repeat(50)}budget ${'after '.repeat(50)}`.trim();
	const short = excerpt(text, text.indexOf('budget'), 120);
	expect(short).toMatch(/^…before .*budget.* after…$/);
	expect(short.length).toBeLessThanOrEqual(122);
	expect(excerpt('short', 3, 120)).toBe('short');
	expect(excerpt('x'.repeat(500), 499, 100)).toBe(`…${'x'.repeat(100)}`);
});
