import type { KeyPoints } from '../../api/index.ts';
import { escapeMarkdown, escapeSlack } from '../escape.ts';
import { keyPointsDocument, type Entry } from './document.ts';

interface Style {
	readonly escape: (text: string) => string;
	readonly title: (text: string) => string;
	readonly heading: (text: string) => string;
	readonly label: (text: string) => string;
	readonly entry: (text: string) => string;
}

/** Title, then each block after an empty line: what Markdown, mrkdwn and plain text have in common. */
function lines(keyPoints: KeyPoints, { escape, title, heading, label, entry }: Style, afterHeading: string): string {
	const document = keyPointsDocument(keyPoints);
	const line = (one: Entry) =>
		entry(
			[one.label && label(escape(one.label)), escape(one.text), one.note && `(${escape(one.note)})`]
				.filter((part) => part !== '')
				.join(' '),
		);
	const blocks = document.blocks.map((block) => {
		const head = block.heading && `${heading(escape(block.heading))}\n${afterHeading}`;
		return `${head}${block.entries.map(line).join('')}`;
	});
	const head = document.title && `${title(escape(document.title))}\n`;
	return [head, ...blocks].filter((part) => part !== '').join('\n');
}

const markdown: Style = {
	escape: escapeMarkdown,
	title: (text) => `# ${text}`,
	heading: (text) => `## ${text}`,
	label: (text) => `**${text}:**`,
	entry: (text) => `- ${text}\n`,
};

const slack: Style = {
	escape: escapeSlack,
	title: (text) => `*${text}*`,
	heading: (text) => `*${text}*`,
	label: (text) => `*${text}:*`,
	entry: (text) => `• ${text}\n`,
};

const text: Style = {
	escape: (words) => words,
	title: (words) => words,
	heading: (words) => `${words}:`,
	label: (words) => `${words}:`,
	entry: (words) => `- ${words}\n`,
};

/** Key points as Markdown with headings and lists; empty when there are none. */
export const keyPointsMarkdown = (keyPoints: KeyPoints): string => lines(keyPoints, markdown, '\n');

/** Key points in Slack's mrkdwn. May be longer than one block of Slack's allows: see `slackSections`. */
export const keyPointsSlack = (keyPoints: KeyPoints): string => lines(keyPoints, slack, '');

/** Key points as plain text. */
export const keyPointsText = (keyPoints: KeyPoints): string => lines(keyPoints, text, '');
