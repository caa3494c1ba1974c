/** Size of one character in the picture, in pixels: the proportions of most monospaced fonts. */
const CELL = { width: 8.4, height: 19 };
const MARGIN = 20;
const FONT = 'ui-monospace, SFMono-Regular, Menlo, Consolas, &quot;DejaVu Sans Mono&quot;, monospace';
const PAPER = '#11151c';
const INK = '#d8dee9';

/** The look of the codes that picocolors writes. */
const LOOKS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	1: { 'font-weight': 'bold', fill: '#ffffff' },
	2: { fill: '#7b8594' },
	31: { fill: '#ff7b72' },
	32: { fill: '#7ee787' },
	33: { fill: '#e3b341' },
	36: { fill: '#56d4dd' },
};
/** Codes that end other codes. */
const ENDS: Readonly<Record<string, readonly string[]>> = { 22: ['1', '2'], 39: ['31', '32', '33', '36'] };

const escape = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const round = (value: number): number => Math.round(value * 10) / 10;

/** A stretch of text with one look. Its length is fixed, so that columns stay aligned in any font. */
function stretch(text: string, column: number, y: number, open: ReadonlySet<string>): string {
	const look = Object.assign({}, ...[...open].map((code) => LOOKS[code]));
	const attributes = Object.entries(look).map(([name, value]) => ` ${name}="${value}"`).join('');
	const place = `x="${round(MARGIN + column * CELL.width)}" y="${y}" textLength="${round(text.length * CELL.width)}"`;
	return `<text ${place}${attributes}>${escape(text)}</text>`;
}

/** Text with color codes, as a terminal would show it, as an SVG picture. */
export function terminalSvg(text: string): string {
	const lines = text.replace(/^\n+|(?<!\n)\n+$/g, '').split('\n');
	const open = new Set<string>();
	const drawn: string[] = [];
	let widest = 0;
	lines.forEach((line, row) => {
		let column = 0;
		for (const [part, code] of line.matchAll(/\u001b\[(\d+)m|[^\s\u001b]+(?: [^\s\u001b]+)*|\s+/g)) {
			if (code !== undefined) {
				if (LOOKS[code]) open.add(code);
				for (const ended of ENDS[code] ?? []) open.delete(ended);
				continue;
			}
			if (part.trim() !== '') drawn.push(stretch(part, column, round(MARGIN + (row + 0.75) * CELL.height), open));
			column += part.length;
		}
		widest = Math.max(widest, column);
	});
	const width = Math.ceil(widest * CELL.width + 2 * MARGIN);
	const height = Math.ceil(lines.length * CELL.height + 2 * MARGIN);
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="${FONT}" font-size="14" fill="${INK}">`,
		`<rect width="100%" height="100%" rx="8" fill="${PAPER}"/>`,
		...drawn,
		'</svg>\n',
	].join('\n');
}
