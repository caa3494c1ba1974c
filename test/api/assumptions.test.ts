import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const contract = join(import.meta.dirname, '../../src/api');
const page = join(import.meta.dirname, '../../docs/assumptions.md');

const names = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name);

test('docs/assumptions.md explains exactly the ASSUMED marks in src/api', () => {
	const marked = readdirSync(contract).flatMap((file) =>
		names(readFileSync(join(contract, file), 'utf8'), /ASSUMED ([a-z-]+)/g),
	);
	const [, section = ''] = /\n## Assumptions\n(.+?)\n## /s.exec(readFileSync(page, 'utf8')) ?? [];
	const explained = names(section, /^### (.+)$/gm);

	expect(marked.length).toBeGreaterThan(0);
	expect([...explained].sort()).toEqual([...new Set(marked)].sort());
	expect(new Set(explained).size).toBe(explained.length);
});
