import { oneLine } from './read.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Makes text safe between HTML or WebVTT tags and in Slack's mrkdwn: all three decode these entities. */
export const escapeMarkup = (text: string): string => text.replace(/[&<>]/g, (character) => entities[character] ?? '');

/** Starts a list or an underline at the beginning of a line. */
const MARKDOWN_START = /^(?:[+=-]|\d+(?=[.)]))/;

/**
 * Characters that have a meaning anywhere in a line. `_` inside a word and `&` outside an entity have none, and a backslash
 * before them would break URLs. A lone `#` starts a heading, or silently disappears at the end of one. Between two `%%`, Obsidian
 * hides text.
 */
const MARKDOWN_MARK = /[\\`*[\]<>~|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?\w+;)|(?<!\S)#|%(?=%)|(?<=%)%/gu;

/** Text that Markdown (CommonMark, GitHub's tables and strikethrough) shows literally, on one line. */
export const escapeMarkdown = (text: string): string =>
	oneLine(text)
		.replace(MARKDOWN_MARK, '\\$&')
		.replace(MARKDOWN_START, (start) => (/\d/.test(start) ? `${start}\\` : `\\${start}`));

/**
 * Slack has no escapes for its formatting marks, so those that could take effect become look-alike characters.
 * A mark inside a word, as in snake_case, has no effect and stays, so that URLs keep working.
 */
const SLACK_MARK = /`|(?<![\p{L}\p{N}])[*_~]|[*_~](?![\p{L}\p{N}])/gu;
const lookAlikes: Readonly<Record<string, string>> = { '*': '∗', _: 'ˍ', '~': '∼', '`': 'ˋ' };

/** Text that Slack shows literally, on one line: without mentions, links or formatting. */
export const escapeSlack = (text: string): string =>
	escapeMarkup(oneLine(text).replace(SLACK_MARK, (mark) => lookAlikes[mark] ?? ''));
