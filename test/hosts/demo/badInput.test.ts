import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runDemo } from './runDemo.ts';

const folder = mkdtempSync(join(tmpdir(), 'bad-meetings-'));
afterAll(() => rmSync(folder, { recursive: true }));

const files: Readonly<Record<string, string | Buffer>> = {
	'empty.vtt': '',
	'blank.vtt': '\n\n\n',
	'header-only.vtt': 'WEBVTT\n',
	'picture.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
	'page.txt': '<!doctype html>\n<p>Once upon a time</p>\n',
};
for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
mkdirSync(join(folder, 'folder.vtt'));

test.each([
	['a missing file', 'missing.vtt', /No such file: .*missing\.vtt.*npm run demo/],
	['a folder', 'folder.vtt', /folder, not a file/],
	['an empty file', 'empty.vtt', /empty/],
	['a file of empty lines', 'blank.vtt', /empty/],
	['WebVTT without speech', 'header-only.vtt', /nobody speaks in this file/],
	['a picture', 'picture.png', /this is a picture/],
	['a web page', 'page.txt', /this is a web page/],
])('%s is refused with a single line that says what to do', async (_what, name, says) => {
	const ended = await runDemo([name], { folder });
	expect(ended).toMatchObject({ code: 1, out: '', left: [] });
	expect(ended.err).toMatch(/^[^\n]+\n$/);
	expect(ended.err).toMatch(says);
});

test.each([
	['an unknown option', ['--color'], /--color/],
	['two meetings', ['a.vtt', 'b.vtt'], /Only one meeting at a time/],
])('%s is refused with a single line that says what to do', async (_what, words, says) => {
	const ended = await runDemo(words);
	expect(ended).toMatchObject({ code: 1, out: '', left: [] });
	expect(ended.err).toMatch(/^[^\n]+npm run demo -- path\/to\/meeting\.vtt\n$/);
	expect(ended.err).toMatch(says);
});
