import { progressLine } from '../../packages/rehearsal/terminal.ts';

const SECOND = 1000;

function lines(isTTY: boolean): string[] {
	const written: string[] = [];
	let now = 0;
	const stream = { isTTY, write: (text: string | Uint8Array) => written.push(String(text)) > 0 };
	const { show, clear } = progressLine(stream, () => now);
	for (; now < 25 * SECOND; now += SECOND) show(`Hour ${now / SECOND}`);
	clear();
	return written;
}

test('without a terminal, progress is a line every ten seconds, and a short rehearsal has none', () => {
	expect(lines(false)).toEqual(['Hour 10\n', 'Hour 20\n']);
});

test('in a terminal, it is a single line that changes and goes', () => {
	const written = lines(true);
	expect(written).toHaveLength(26);
	expect(written[3]).toBe('\r\u001b[2K… Hour 3');
	expect(written.at(-1)).toBe('\r\u001b[2K');
});
