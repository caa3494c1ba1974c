import { escapeMarkup } from './escape.ts';
import { english } from './languages/language.ts';
import { footnotes, isHeading, type Block, type Entry, type Figure, type TextDocument } from './textDocument.ts';

/**
 * HTML as email programs show it: tables for columns and styles on each element, as many ignore anything else. Text keeps
 * the reader's own colors, so that it is legible in light and dark themes; less important text is translucent.
 */
const styles = {
	page: "max-width:600px;margin:0 auto;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:1.5",
	title: 'margin:0 0 12px;font-size:22px;line-height:1.3',
	figures: 'width:100%;margin:0 0 12px;border-collapse:collapse',
	figure: 'padding:8px 12px 8px 0;vertical-align:top;font-size:13px;line-height:1.4',
	value: 'font-size:24px;line-height:1.2',
	intro: 'margin:0 0 12px;opacity:.75',
	heading: 'margin:24px 0 8px;padding-top:16px;border-top:1px solid #aaa;font-size:17px;line-height:1.3',
	list: 'margin:0;padding-left:20px',
	group: 'margin:10px 0 2px',
	inner: 'margin:0 0 4px;padding-left:20px',
	entry: 'margin:0 0 4px',
	note: 'opacity:.7;font-size:13px',
	footnotes: 'margin:24px 0 0;padding:12px 0 0 20px;border-top:1px solid #aaa;opacity:.75;font-size:13px',
} as const;

const noteOf = ({ note }: Entry): string => (note === '' ? '' : ` <span style="${styles.note}">${escapeMarkup(note)}</span>`);

type Footnotes = ReturnType<typeof footnotes>;

const markOf = (number: number | null): string => (number === null ? '' : `<sup>[${number}]</sup>`);

const notesOf = ({ texts }: Footnotes): string =>
	texts.length === 0 ? '' : `<ol style="${styles.footnotes}">\n${texts.map((text) => `<li>${escapeMarkup(text)}</li>\n`).join('')}</ol>\n`;

function lineOf(entry: Entry, notes: Footnotes): string {
	const label = entry.label === '' ? '' : `<strong>${escapeMarkup(entry.label)}</strong> `;
	const text = escapeMarkup(entry.text);
	return `${label}${isHeading(entry) ? `<strong>${text}</strong>` : text}${noteOf(entry)}${markOf(notes.add(entry))}`;
}

function listOf(entries: readonly Entry[], style: string, notes: Footnotes): string {
	const items = entries.map((entry) => {
		const line = lineOf(entry, notes);
		const inner = entry.entries?.length ? `\n${listOf(entry.entries, styles.inner, notes)}` : '';
		return `<li style="${styles.entry}">${line}${inner}</li>\n`;
	});
	return `<ul style="${style}">\n${items.join('')}</ul>\n`;
}

/** A block is a list of entries, or of groups that each have a list. */
function blockOf({ heading, entries }: Block, notes: Footnotes): string {
	const head = heading === '' ? '' : `<h2 style="${styles.heading}">${escapeMarkup(heading)}</h2>\n`;
	if (!entries.every(isHeading)) return head + listOf(entries, styles.list, notes);
	const groups = entries.map((entry) => `<p style="${styles.group}">${lineOf(entry, notes)}</p>\n${listOf(entry.entries ?? [], styles.inner, notes)}`);
	return head + groups.join('');
}

function figuresOf(figures: readonly Figure[]): string {
	if (figures.length === 0) return '';
	const cells = figures.map(({ value, label, change }) => {
		const changed = change === '' ? '' : ` <span style="${styles.note}">${escapeMarkup(change)}</span>`;
		return `<td style="${styles.figure}"><strong style="${styles.value}">${escapeMarkup(value)}</strong>${changed}<br>${escapeMarkup(label)}</td>\n`;
	});
	return `<table role="presentation" style="${styles.figures}"><tr>\n${cells.join('')}</tr></table>\n`;
}

/** A document as an HTML fragment for emails, which also fits a web page; empty for an empty document. */
export function emailHtml({ title, words = english, figures = [], intro = '', blocks }: TextDocument): string {
	if (title === '' && blocks.length === 0) return '';
	const head = title === '' ? '' : `<h1 style="${styles.title}">${escapeMarkup(title)}</h1>\n`;
	const said = intro === '' ? '' : `<p style="${styles.intro}">${escapeMarkup(intro)}</p>\n`;
	const notes = footnotes();
	const body = blocks.map((block) => blockOf(block, notes)).join('');
	return `<div lang="${words.language}" style="${styles.page}">\n${head}${figuresOf(figures)}${said}${body}${notesOf(notes)}</div>\n`;
}
