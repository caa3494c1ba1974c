import fc from 'fast-check';
import { slackSections } from '../../src/format/slack.ts';

test('short text is one section, empty text is none', () => {
	expect(slackSections('*A*\n• b\n')).toEqual({
		blocks: [{ type: 'section', text: { type: 'mrkdwn', text: '*A*\n• b' } }],
		linesLeftOut: 0,
	});
	expect(slackSections(' \n\n')).toEqual({ blocks: [], linesLeftOut: 0 });
});

test('lines beyond 50 sections are counted, and the last section says how many', () => {
	const { blocks, linesLeftOut } = slackSections(Array.from({ length: 60 }, () => 'x'.repeat(2000)).join('\n'));
	expect(blocks).toHaveLength(50);
	expect(linesLeftOut).toBe(11);
	expect(blocks.at(-1)?.text.text).toBe('_11 more left out_');
});

const line = fc.oneof(
	// Without semicolons in the text: “p;” at its start would look like a truncated entity.
	fc.string().map((text) => text.replaceAll(';', ',').replaceAll('&', '&amp;')),
	fc
		.integer({ min: 2990, max: 9000 })
		.chain((length) =>
			fc.constantFrom('x', '&amp;', '&lt;', '🙂', 'word ').map((part) => part.repeat(length / part.length)),
		),
);

test('no section is empty, too long, or cut inside an entity or a character; no word is lost', () => {
	fc.assert(
		fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
			const mrkdwn = lines.join('\n');
			const { blocks, linesLeftOut } = slackSections(mrkdwn);
			expect(linesLeftOut).toBe(0);
			const texts = blocks.map(({ text }) => text.text);
			expect(texts.join('').replace(/\s/g, '')).toBe(mrkdwn.replace(/\s/g, ''));
			for (const text of texts) {
				expect(text.trim()).not.toBe('');
				expect(text.length).toBeLessThanOrEqual(3000);
				expect(text.isWellFormed()).toBe(true);
				expect(text).not.toMatch(/^(?:amp|lt|mp|t|p);|^;&|&(?:a|am|amp|l|lt)?$/);
			}
		}),
		{ examples: [[[`${'a'.repeat(2998)}&amp;b`]], [[`${'a'.repeat(2999)}🙂`]]] },
	);
});
