import type { KeyPoints } from '../../api/index.ts';
import { escapeMarkup } from '../escape.ts';
import { keyPointsDocument, type Entry, type TextDocument } from './document.ts';

function htmlEntry({ label, text: words, note }: Entry): string {
	const parts = [
		label && `<strong>${escapeMarkup(label)}:</strong>`,
		escapeMarkup(words),
		note && `(${escapeMarkup(note)})`,
	];
	return `<li>${parts.filter((part) => part !== '').join(' ')}</li>\n`;
}

/** An HTML fragment without styles, for mails and pages. */
export function documentHtml({ title, blocks }: TextDocument): string {
	if (title === '' && blocks.length === 0) return '';
	const sections = blocks.map(({ heading, entries }) => {
		const head = heading === '' ? '' : `<h2>${escapeMarkup(heading)}</h2>\n`;
		return `<section>\n${head}<ul>\n${entries.map(htmlEntry).join('')}</ul>\n</section>\n`;
	});
	const head = title === '' ? '' : `<h1>${escapeMarkup(title)}</h1>\n`;
	return `<article>\n${head}${sections.join('')}</article>\n`;
}

export const keyPointsHtml = (keyPoints: KeyPoints): string => documentHtml(keyPointsDocument(keyPoints));
