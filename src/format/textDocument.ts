import { escapeMarkdown, escapeSlack } from './escape.ts';
import { english, type Words } from './languages/language.ts';

export interface Entry {
	/** Shown in bold before the text; may be empty. */
	readonly label: string;
	readonly text: string;
	/** Shown in parentheses after the text; may be empty. */
	readonly note: string;
	/** Shown below the text, as a list of its own. Without a label, the text is the heading of that list. */
	readonly entries?: readonly Entry[];
	/** Where the text was said; shown as a footnote, or as a line below the text. */
	readonly evidence?: string | null | undefined;
}

export interface Block {
	/** May be empty. */
	readonly heading: string;
	/** At least one. */
	readonly entries: readonly Entry[];
}

/** A number to see at a glance: “12 meetings”, and how it changed, such as “+3”. */
export interface Figure {
	readonly value: string;
	readonly label: string;
	/** May be empty. */
	readonly change: string;
}

/** The content of a document, whatever format it is written in: each text on one line, nothing escaped yet. */
export interface TextDocument {
	/** The words of the document's language; English if omitted. */
	readonly words?: Words;
	readonly title: string;
	readonly figures?: readonly Figure[];
	/** A sentence before the first block. */
	readonly intro?: string;
	readonly blocks: readonly Block[];
}

/** Whether the text of an entry heads a list. */
export const isHeading = ({ label, entries = [] }: Entry): boolean => label === '' && entries.length > 0;

const joinParts = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');

/** Numbers the evidence from 1, as footnotes. */
export function footnotes() {
	const texts: string[] = [];
	return {
		texts,
		/** The number of an entry’s evidence; null if it has none. */
		add: ({ evidence }: Entry): number | null => (evidence ? texts.push(evidence) : null),
	};
}

interface LineStyle {
	readonly escape: (text: string) => string;
	readonly title: (text: string) => string;
	readonly heading: (text: string, colon: string) => string;
	readonly label: (text: string) => string;
	readonly strong: (text: string) => string;
	/** Of a list, and of a list in it. */
	readonly bullets: readonly [string, string];
	/** Between a heading and its entries. */
	readonly gap: string;
	/** Whether evidence goes into footnotes instead of lines below the text. */
	readonly hasFootnotes: boolean;
}

/** What Markdown, mrkdwn and plain text have in common: the title, then each block after an empty line. */
function documentLines(document: TextDocument, style: LineStyle): string {
	const { escape, title, heading, label, strong, bullets, gap, hasFootnotes } = style;
	const { colon } = document.words ?? english;
	const notes = footnotes();
	const lines = (entry: Entry, depth: number): string => {
		const named = entry.label && label(escape(entry.label) + colon);
		const text = isHeading(entry) ? strong(escape(entry.text)) : escape(entry.text);
		const inner = (entry.entries ?? []).map((one) => lines(one, depth + 1)).join('');
		const bullet = bullets[Math.min(depth, 1)] ?? '';
		const mark = hasFootnotes && entry.evidence ? `[^${notes.add(entry)}]` : '';
		const below = !hasFootnotes && entry.evidence ? `${' '.repeat(bullet.length + 1)}↳ ${escape(entry.evidence)}\n` : '';
		return `${bullet} ${joinParts(named, text, entry.note && `(${escape(entry.note)})`)}${mark}\n${below}${inner}`;
	};
	const blocks = document.blocks.map((block) => {
		const head = block.heading && `${heading(escape(block.heading), colon)}\n${gap}`;
		return `${head}${block.entries.map((entry) => lines(entry, 0)).join('')}`;
	});
	const figures = (document.figures ?? []).map(({ value, label: name, change }) =>
		joinParts(strong(value), escape(name), change && escape(`(${change})`)),
	);
	const head = document.title && `${title(escape(document.title))}\n`;
	const intro = document.intro && `${escape(document.intro)}\n`;
	const counted = figures.length > 0 && `${figures.join(' · ')}\n`;
	const said = notes.texts.map((text, index) => `[^${index + 1}]: ${escape(text)}\n`).join('');
	return [head, counted, intro, ...blocks, said].filter(Boolean).join('\n');
}

const markdown: LineStyle = {
	escape: escapeMarkdown,
	title: (text) => `# ${text}`,
	heading: (text) => `## ${text}`,
	label: (text) => `**${text}**`,
	strong: (text) => `**${text}**`,
	bullets: ['-', '  -'],
	gap: '\n',
	hasFootnotes: true,
};

const slack: LineStyle = {
	escape: escapeSlack,
	title: (text) => `*${text}*`,
	heading: (text) => `*${text}*`,
	label: (text) => `*${text}*`,
	strong: (text) => `*${text}*`,
	bullets: ['•', '    ◦'],
	gap: '',
	hasFootnotes: false,
};

const plain: LineStyle = {
	escape: (text) => text,
	title: (text) => text,
	heading: (text, colon) => `${text}${colon}`,
	label: (text) => text,
	strong: (text) => text,
	bullets: ['-', '  -'],
	gap: '',
	hasFootnotes: false,
};

/** Markdown with headings and lists; empty for an empty document. */
export const documentMarkdown = (document: TextDocument): string => documentLines(document, markdown);

/** Slack's mrkdwn, without a title or figures. */
export const blockSlack = (block: Block, words?: Words): string => documentLines({ title: '', blocks: [block], ...(words && { words }) }, slack);

/** Slack's mrkdwn. May be longer than Slack allows in one block: see `slackSections`. */
export const documentSlack = (document: TextDocument): string => documentLines(document, slack);

export const documentText = (document: TextDocument): string => documentLines(document, plain);
