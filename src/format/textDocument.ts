import { escapeMarkdown, escapeMarkup, escapeSlack } from './escape.ts';

export interface Entry {
	/** Shown in bold before the text; may be empty. */
	readonly label: string;
	readonly text: string;
	/** Shown in parentheses after the text; may be empty. */
	readonly note: string;
}

interface Block {
	/** May be empty. */
	readonly heading: string;
	/** At least one. */
	readonly entries: readonly Entry[];
}

/** The content of a document, whatever format it is written in: each text on one line, nothing escaped yet. */
export interface TextDocument {
	readonly title: string;
	readonly blocks: readonly Block[];
}

const joinParts = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');

function htmlEntry({ label, text, note }: Entry): string {
	const strong = label && `<strong>${escapeMarkup(label)}:</strong>`;
	return `<li>${joinParts(strong, escapeMarkup(text), note && `(${escapeMarkup(note)})`)}</li>\n`;
}

/** An HTML fragment without styles, for e-mails and web pages. */
export function documentHtml({ title, blocks }: TextDocument): string {
	if (title === '' && blocks.length === 0) return '';
	const sections = blocks.map(({ heading, entries }) => {
		const head = heading === '' ? '' : `<h2>${escapeMarkup(heading)}</h2>\n`;
		return `<section>\n${head}<ul>\n${entries.map(htmlEntry).join('')}</ul>\n</section>\n`;
	});
	const head = title === '' ? '' : `<h1>${escapeMarkup(title)}</h1>\n`;
	return `<article>\n${head}${sections.join('')}</article>\n`;
}

interface LineStyle {
	readonly escape: (text: string) => string;
	readonly title: (text: string) => string;
	readonly heading: (text: string) => string;
	readonly label: (text: string) => string;
	readonly bullet: string;
	/** Between a heading and its entries. */
	readonly gap: string;
}

/** What Markdown, mrkdwn and plain text have in common: the title, then each block after an empty line. */
function documentLines(document: TextDocument, { escape, title, heading, label, bullet, gap }: LineStyle): string {
	const line = (entry: Entry) => {
		const strong = entry.label && label(escape(entry.label));
		return `${bullet} ${joinParts(strong, escape(entry.text), entry.note && `(${escape(entry.note)})`)}\n`;
	};
	const blocks = document.blocks.map((block) => {
		const head = block.heading && `${heading(escape(block.heading))}\n${gap}`;
		return `${head}${block.entries.map(line).join('')}`;
	});
	const head = document.title && `${title(escape(document.title))}\n`;
	return [head, ...blocks].filter((part) => part !== '').join('\n');
}

const markdown: LineStyle = {
	escape: escapeMarkdown,
	title: (text) => `# ${text}`,
	heading: (text) => `## ${text}`,
	label: (text) => `**${text}:**`,
	bullet: '-',
	gap: '\n',
};

const slack: LineStyle = {
	escape: escapeSlack,
	title: (text) => `*${text}*`,
	heading: (text) => `*${text}*`,
	label: (text) => `*${text}:*`,
	bullet: '•',
	gap: '',
};

const plain: LineStyle = {
	escape: (text) => text,
	title: (text) => text,
	heading: (text) => `${text}:`,
	label: (text) => `${text}:`,
	bullet: '-',
	gap: '',
};

/** Markdown with headings and lists; empty for an empty document. */
export const documentMarkdown = (document: TextDocument): string => documentLines(document, markdown);

/** Slack's mrkdwn. May be longer than Slack allows in one block: see `slackSections`. */
export const documentSlack = (document: TextDocument): string => documentLines(document, slack);

export const documentText = (document: TextDocument): string => documentLines(document, plain);
