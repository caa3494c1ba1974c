export const row = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
	[row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

/** A document with the part between the markers of this name replaced. Throws if it has no such markers. */
export function withMarked(markdown: string, name: string, content: string): string {
	const [opening, closing] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
	const start = markdown.indexOf(opening);
	const end = markdown.indexOf(closing);
	if (start < 0 || end < start) throw new Error(`There is no ${opening} … ${closing} to write the table between`);
	return `${markdown.slice(0, start)}${opening}\n\n${content}\n\n${markdown.slice(end)}`;
}

/** A heading's anchor, as GitHub makes it. */
export const anchorOf = (heading: string): string => heading.toLowerCase().replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '').replaceAll(' ', '-');

/** The anchors of a page's headings. A heading that repeats gets a number. */
export function anchorsOf(markdown: string): string[] {
	const seen = new Map<string, number>();
	return [...markdown.replace(/```[\s\S]*?```/g, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => {
		const anchor = anchorOf(heading.replace(/\]\([^)]*\)/g, ''));
		const times = seen.get(anchor) ?? 0;
		seen.set(anchor, times + 1);
		return times === 0 ? anchor : `${anchor}-${times}`;
	});
}
