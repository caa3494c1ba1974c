import { rateLimitOf, retryAfterMs } from '../../src/client/limitHeaders.ts';
import { parseBaseUrl } from '../../src/client/index.ts';
import { matchesPattern } from '../../src/triggers/items/filters.ts';
import { isSameAddress, spelledAlike } from '../../src/triggers/register/address.ts';
import { maySign, readDelivery } from '../../src/triggers/verify.ts';
import { emailDraft } from '../../src/format/emailDraft.ts';
import { escapeMarkdown, escapeSlack } from '../../src/format/escape.ts';
import { linesOf, oneLine } from '../../src/format/read.ts';
import { isImpossibleDay, readTime } from '../../src/format/time.ts';
import { groupByOwner } from '../../src/reports/index.ts';
import { earlierEntries } from '../../src/reports/index.ts';
import { redactor } from '../../src/transport/index.ts';
import { distinct } from '../../packages/zapier/outputs.ts';
import { readText } from '../../sandbox/control/index.ts';

/** Long enough that a quadratic reader takes minutes for all of them, and exceeds the time limit of a test. */
const LENGTH = 200_000;
const parts = ['/', ' ', '\t', '\n', ',', '.', '_', '*', '&', '<', '-', '1', 'a', '@', '%2f', '[', '"', '{', '\\', ' ,', '1-', 'jan '];
const texts = parts.flatMap((part) => {
	const long = part.repeat(LENGTH / part.length);
	return [long, `${long}x`, `- ${long}\u0000`];
});

const email = (body: string) => ({ id: 'c', subject: body, body, keyPoints: [], actionItems: [], generatedAt: '' });

const string: unknown = expect.any(String);
const withoutLines: unknown = expect.not.stringContaining('\n');
const withoutTags: unknown = expect.not.stringContaining('<<');

/** Functions that read a text, with the expected result. */
const readers: Readonly<Record<string, readonly [read: (text: string) => unknown, expected: (text: string) => unknown]>> = {
	'an address': [
		(text) => [spelledAlike(`https://example.com/${text}`), isSameAddress(text, 'https://example.com')],
		() => [expect.stringMatching(/^https:\/\/example\.com/), false],
	],
	'a signature': [(text) => maySign(text), () => false],
	'a delivery': [
		(text) => readDelivery(Buffer.from(JSON.stringify({ event: text, data: { conversationId: text } })), text),
		(text) => ({ event: text, timestamp: null, data: { conversationId: text }, conversationId: text }),
	],
	'rate-limit headers': [
		(text) => [rateLimitOf({ 'x-ratelimit-limit': text }), retryAfterMs({ 'retry-after': text }, 0)],
		() => [null, null],
	],
	'an email': [(text) => emailDraft(email(text)), () => ({ subject: withoutLines, text: string, html: withoutTags })],
	'a text to escape': [
		(text) => [escapeMarkdown(text), escapeSlack(text), oneLine(text), linesOf(text).join('')],
		() => [withoutTags, withoutTags, withoutLines, withoutLines],
	],
	'a time': [(text) => [readTime(text), isImpossibleDay(text)], () => [null, false]],
	'a title': [(text) => matchesPattern(text, '*a*b*'), () => false],
	'a text with a key': [
		(text) => redactor('svc_0123456789abcdef0123456789abcdef')(text),
		(text) => text,
	],
	'a person': [(text) => readText('people', text), () => expect.objectContaining({ email: string })],
};

test.each(Object.entries(readers))('200,000 characters in the place of %s are read', (_, [read, expected]) => {
	for (const text of texts) expect(read(text)).toEqual(expected(text));
});

test('a base URL of 200,000 characters is refused', () => {
	for (const text of texts) expect(() => parseBaseUrl(`https://example.com/x${text}`)).toThrow();
});

test('blanks in place of a list of what was synced are no entries', () => {
	expect(' '.repeat(LENGTH).trim()).toBe('');
	for (const blank of [' '.repeat(LENGTH), '\t\n'.repeat(LENGTH / 2), `${' '.repeat(LENGTH)}null${' '.repeat(LENGTH)}`]) {
		expect(earlierEntries(blank, { key: /./ })).toEqual({ entries: [] });
	}
});

test('many entries of one kind are grouped in one go', () => {
	const items = Array.from({ length: LENGTH }, () => ({ conversationId: 'conv_1', owner: 'Ada', priority: null }));
	expect(groupByOwner(items)).toEqual([{ owner: 'Ada', items }]);
	expect(distinct(Array.from({ length: LENGTH }, (_, id) => ({ id })))).toHaveLength(LENGTH);
});
