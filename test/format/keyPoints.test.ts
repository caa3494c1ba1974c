import fc from 'fast-check';
import type { KeyPoints } from '../../src/api/index.ts';
import { keyPointsTexts } from '../../src/format/index.ts';
import { drifted } from './drifted.ts';
import { keyPoints } from './samples.ts';

const formats = {
	html: (given: KeyPoints) => keyPointsTexts(given).html,
	markdown: (given: KeyPoints) => keyPointsTexts(given).markdown,
	slack: (given: KeyPoints) => keyPointsTexts(given).slack,
	text: (given: KeyPoints) => keyPointsTexts(given).text,
};

test.each(Object.entries(formats))('%s, exact output', (_, write) => expect(write(keyPoints)).toMatchSnapshot());

const empty = { title: '', sections: [], decisions: [], actionItems: [], participants: [], importantDates: [] };

test.each(Object.entries(formats))('%s of empty key points is empty; an empty list has no heading', (_, write) => {
	expect(write({ ...keyPoints, title: '', keypoints: empty })).toBe('');
	const decided = write({ ...keyPoints, title: '', keypoints: { ...empty, decisions: ['Go'] } });
	expect(decided).toContain('Decisions');
	expect(decided).not.toMatch(/Action items|Important dates|Participants|h1/);
});

test.each(Object.entries(formats))('%s has the title that the conversation has now', (_, write) => {
	const renamed = write({ ...keyPoints, title: 'Renamed', keypoints: { ...empty, title: 'Before', decisions: ['Go'] } });
	expect(renamed).toContain('Renamed');
	expect(renamed).not.toContain('Before');
});

test.each(Object.entries(formats))('%s always returns text', (_, write) => {
	fc.assert(fc.property(drifted(keyPoints), (answer) => expect(typeof write(answer)).toBe('string')));
});

const decode = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
const words = fc
	.array(
		fc.oneof(
			fc.string(),
			fc.constantFrom('<b>', '</li>', '&lt;', '<!channel>', '<@U1>', '<https://x|y>', '*a*', '_b_', '~c~', '`d`'),
		),
		{
			minLength: 1,
		},
	)
	.map((parts) => parts.join(' ').replace(/\s+/g, ' ').trim())
	.filter((text) => text !== '');
const points = fc.array(words, { minLength: 1 });
const withPoints = (texts: string[]) => ({
	...keyPoints,
	title: '',
	keypoints: { ...empty, sections: [{ heading: '', points: texts }] },
});

test('text adds no markup to the HTML and is shown literally', () => {
	fc.assert(
		fc.property(points, (texts) => {
			const html = formats.html(withPoints(texts)).replaceAll(/ (?:lang|style)="[^"<>]*"/g, '');
			expect(html.replace(/<\/?(?:div|ul|li)>/g, '')).not.toMatch(/[<>]/);
			expect([...html.matchAll(/<li>(.*)<\/li>/g)].map(([, text = '']) => decode(text))).toEqual(texts);
		}),
	);
});

test('text adds no mention, link or formatting to mrkdwn', () => {
	const alike = (text: string) =>
		text.replace(/[*∗]/g, '*').replace(/[_ˍ]/g, '_').replace(/[~∼]/g, '~').replace(/[`ˋ]/g, '`');
	fc.assert(
		fc.property(points, (texts) => {
			const lines = formats.slack(withPoints(texts)).trimEnd().split('\n');
			expect(lines.map((line) => decode(alike(line)))).toEqual(texts.map((text) => `• ${alike(text)}`));
			for (const line of lines) {
				expect(line).not.toMatch(/[<>`]|&(?!amp;|lt;|gt;)/);
				expect(line).not.toMatch(/(^|[^\p{L}\p{N}])[*_~]|[*_~]($|[^\p{L}\p{N}])/u);
			}
		}),
	);
});

test('Markdown escapes every character that has a meaning', () => {
	fc.assert(
		fc.property(points, (texts) => {
			const lines = formats.markdown(withPoints(texts)).trimEnd().split('\n');
			expect(lines.map((line) => line.replace(/\\(.)/g, '$1'))).toEqual(texts.map((text) => `- ${text}`));
			for (const line of lines) {
				expect(line.replace(/\\./g, '@')).not.toMatch(
					/[\\`*[\]<>~|]|(?<![a-z\d])_|_(?![a-z\d])|&#?\w+;| #|^- (?:[+=-]|\d+[.)])/i,
				);
			}
		}),
	);
});
