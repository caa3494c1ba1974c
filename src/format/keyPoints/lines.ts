import type { KeyPoints } from '../../api/index.ts';
import { escapeMarkdown, escapeSlack } from '../escape.ts';
import { keyPointsDocument, type Entry, type TextDocument } from './document.ts';

interface Style {
	readonly escape: (text: string) => string;
	readonly title: (text: string) => string;
	readonly heading: (text: string) => string;
	readonly label: (text: string) => string;
	readonly entry: (text: string) => string;
}

/** Title, then each block after an empty line: what Markdown, mrkdwn and plain text have in common. */
function lines(document: TextDocument, { escape, title, heading, label, entry }: Style, afterHeading: string): string {
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

/** As Markdown with headings and lists; empty when there is nothing in it. */
export const documentMarkdown = (document: TextDocument): string => lines(document, markdown, '\n');

/** In Slack's mrkdwn. May be longer than one block of Slack's allows: see `slackSections`. */
export const documentSlack = (document: TextDocument): string => lines(document, slack, '');

/** As plain text. */
export const documentText = (document: TextDocument): string => lines(document, text, '');

export const keyPointsMarkdown = (keyPoints: KeyPoints): string => documentMarkdown(keyPointsDocument(keyPoints));
export const keyPointsSlack = (keyPoints: KeyPoints): string => documentSlack(keyPointsDocument(keyPoints));
export const keyPointsText = (keyPoints: KeyPoints): string => documentText(keyPointsDocument(keyPoints));
