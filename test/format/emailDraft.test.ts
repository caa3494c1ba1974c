import fc from 'fast-check';
import { emailDraft } from '../../src/format/index.ts';
import { drifted } from './drifted.ts';
import { email } from './samples.ts';

test('paragraphs and lists', () => {
	expect(emailDraft(email).html).toBe(
		[
			'<p>Hi Ben,</p>',
			'<p>thanks &lt;again&gt;.<br>\nNext:</p>',
			'<ul>\n<li>deck &amp; notes</li>\n<li>room on floor 2</li>\n</ul>',
			'<ol start="3">\n<li>third</li>\n<li>fourth</li>\n</ol>',
			'<p>Best,<br>\nAna</p>\n',
		].join('\n'),
	);
});

test('the text is the body; the subject is one line', () => {
	expect(emailDraft(email)).toMatchObject({ text: email.body.trim(), subject: 'Our Bcc: everyone@example.com' });
	expect(emailDraft({ ...email, body: 'a\r\n\r\nb' }).text).toBe('a\n\nb');
});

test('an empty line ends a paragraph, but not a list', () => {
	expect(emailDraft({ ...email, body: '1. a\n\n2. b\n\nc\n\nd' }).html).toBe(
		'<ol>\n<li>a</li>\n<li>b</li>\n</ol>\n<p>c</p>\n<p>d</p>\n',
	);
});

test('text adds no markup to the HTML and loses no word', () => {
	const body = fc
		.array(
			fc.oneof(
				fc.string(),
				fc.constantFrom('\n', '\n\n', '\n- ', '\n1. ', '<p>', '</li>', '&amp;', '<ol start="3">'),
			),
		)
		.map((parts) => parts.join(''));
	fc.assert(
		fc.property(body, (text) => {
			const plain = emailDraft({ ...email, body: text }).html.replace(
				/<ol start="\d+">|<br>|<\/?(?:p|ul|ol|li)>/g,
				'',
			);
			expect(plain).not.toMatch(/[<>]/);
			const said = plain.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
			// A bullet or number becomes a tag, so neither side counts those characters.
			const words = (from: string) => from.replace(/[\s\p{Cc}\-*•\d.)]/gu, '');
			expect(words(said)).toBe(words(text));
		}),
	);
});

test('malformed answers do not throw', () => {
	fc.assert(fc.property(drifted(email), (answer) => expect(typeof emailDraft(answer).html).toBe('string')));
});
