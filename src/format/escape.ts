import { oneLine } from './read.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Safe between the tags of HTML and WebVTT and in Slack's mrkdwn: all three read these entities. */
export const escapeMarkup = (text: string): string => text.replace(/[&<>]/g, (character) => entities[character] ?? '');

/** What would start a list or underline at the beginning of a line. */
const MARKDOWN_START = /^(?:[+=-]|\d+(?=[.)]))/;

/**
 * What means something inside a line. `_` inside a word and `&` that starts no entity mean nothing, and a backslash
 * there would break addresses; a lone # starts a heading, or ends one unseen.
 */
const MARKDOWN_MARK = /[\\`*[\]<>~|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?\w+;)|(?<!\S)#/gu;

/** Text that Markdown (CommonMark, GitHub's tables and strike-through) shows as it is, on one line. */
export const escapeMarkdown = (text: string): string =>
	oneLine(text)
		.replace(MARKDOWN_MARK, '\\$&')
		.replace(MARKDOWN_START, (start) => (/\d/.test(start) ? `${start}\\` : `\\${start}`));

/**
 * Slack knows no escape for its own marks, so those that could open or close one become characters that look alike.
 * A mark inside a word, as in snake_case, opens nothing and stays: addresses keep working.
 */
const SLACK_MARK = /`|(?<![\p{L}\p{N}])[*_~]|[*_~](?![\p{L}\p{N}])/gu;
const lookAlike: Readonly<Record<string, string>> = { '*': '∗', _: 'ˍ', '~': '∼', '`': 'ˋ' };

/** Text that Slack shows as it is, on one line: no mention, link or mark of its own. */
export const escapeSlack = (text: string): string =>
	escapeMarkup(oneLine(text).replace(SLACK_MARK, (mark) => lookAlike[mark] ?? ''));
