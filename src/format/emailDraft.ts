import type { Email } from '../api/index.ts';
import { escapeMarkup } from './escape.ts';
import { fieldsOf, linesOf, oneLine } from './read.ts';

export interface EmailDraft {
	/** One line: a line break could inject headers into the email. */
	readonly subject: string;
	readonly text: string;
	/** A fragment, without styles. */
	readonly html: string;
}

const BULLET = /^\s*[-*•]\s+(\S.*)$/;
const NUMBER = /^\s*(\d{1,3})[.)]\s+(\S.*)$/;

interface Group {
	readonly tag: 'p' | 'ul' | 'ol';
	/** The first number of an ordered list. */
	readonly start: number;
	readonly lines: string[];
}

function parseLine(line: string): { tag: Group['tag']; start: number; text: string } {
	const bullet = BULLET.exec(line);
	if (bullet) return { tag: 'ul', start: 1, text: bullet[1] ?? '' };
	const number = NUMBER.exec(line);
	if (number) return { tag: 'ol', start: Number(number[1]), text: number[2] ?? '' };
	return { tag: 'p', start: 1, text: line.trim() };
}

/** Lines of one kind form a group. An empty line ends a paragraph, but not a list. */
function groupLines(lines: readonly string[]): Group[] {
	const found: Group[] = [];
	lines.forEach((line, index) => {
		if (line === '') return;
		const { tag, start, text } = parseLine(line);
		const last = found.at(-1);
		const afterEmpty = lines[index - 1] === '';
		const continuesItem = last && last.tag !== 'p' && tag === 'p' && !afterEmpty && /^\s/.test(line);
		if (continuesItem) last.lines.push(`${last.lines.pop() ?? ''} ${text}`);
		else if (last?.tag === tag && !(tag === 'p' && afterEmpty)) last.lines.push(text);
		else found.push({ tag, start, lines: [text] });
	});
	return found;
}

function groupHtml({ tag, start, lines }: Group): string {
	const texts = lines.map(escapeMarkup);
	if (tag === 'p') return `<p>${texts.join('<br>\n')}</p>\n`;
	const open = tag === 'ol' && start !== 1 ? `<ol start="${start}">` : `<${tag}>`;
	return `${open}\n${texts.map((text) => `<li>${text}</li>\n`).join('')}</${tag}>\n`;
}

/** An email draft, with its body as text and as HTML with paragraphs and lists (Resources, Email response). */
export function emailDraft(email: Email): EmailDraft {
	const { subject, body } = fieldsOf(email);
	const lines = linesOf(body);
	return { subject: oneLine(subject), text: lines.join('\n').trim(), html: groupLines(lines).map(groupHtml).join('') };
}
