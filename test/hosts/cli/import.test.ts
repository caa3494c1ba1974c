import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod/v4';
import { vtt } from '../../sandbox/support/meeting.ts';
import { command, workplace, type Workplace } from './support/cli.ts';

let at: Workplace;
beforeEach(async () => {
	at = workplace();
	await command('user', 'create', '--name', 'Ada', '--email', 'ada@lind.example', '--database', at.database);
});
afterEach(() => at.remove());

const file = (name: string, text: string): string => {
	writeFileSync(join(at.folder, name), text);
	return join(at.folder, name);
};
const damagedSrt = '1\n00:00:01,000 --> 00:00:02,000\nHello\n\n2\n00:00:xx,000 --> 00:00:05,000\nThere\n';
const page = '<!doctype html>\n<p>Sign in</p>';
const Outcomes = z.array(z.object({ ok: z.boolean(), segmentCount: z.int().optional(), problem: z.string().optional() }));

test('every format at once', async () => {
	const files = [
		file('a.vtt', vtt()),
		file('b.srt', '1\n00:00:01,000 --> 00:00:02,000\nAda: Hello\n'),
		file('c.txt', 'Ada: Hello\nBen: Hello Ada\n'),
		file('d.json', '[{"speaker":"Ada","text":"Hello","start":0}]'),
	];
	const outcomes = await at.json(Outcomes, 'import', ...files, '--database', at.database);
	expect(outcomes).toMatchObject([{ segmentCount: 12 }, { segmentCount: 1 }, { segmentCount: 2 }, { segmentCount: 1 }]);
});

test('damage is shown with its line', async () => {
	const { code, stdout } = await command('import', file('b.srt', damagedSrt), '--database', at.database);
	expect(code).toBe(0);
	expect(stdout).toContain('\n  Line 6: a time that cannot be read; the text was kept, after the text before it.\n');
});

test('a file with nothing to read is refused, the others are imported, and the report lists all', async () => {
	const files = [file('a.vtt', vtt()), file('b.srt', page), join(at.folder, 'none.vtt'), at.folder, file('c.txt', 'Ada: Hello')];
	const { code, stdout, stderr } = await at.start('import', ...files, '--database', at.database);
	expect([code, stderr]).toEqual([1, '']);
	expect(stdout).toContain('b.srt\n  line 1: this is a web page; download the transcript itself');
	expect(stdout).toContain('none.vtt\n  file not found');
	expect(stdout).toContain('this is a folder; name the files in it');
	expect(stdout.split('\n').slice(-3)).toEqual([
		'Imported 2 of 5 files.',
		'Nothing from the others was kept. Fix them and import only those again.',
		'',
	]);
	expect((stdout.match(/^[✓✗]/gm) ?? []).join('')).toBe('✓✗✗✗✓');
});

test.each([
	[['Ada: Hello'], ['{'], 'Imported 1 of 2 files.\nNothing from the other one was kept. Fix it and import it again.\n'],
	[[], ['{'], 'No files imported. Fix it and import it again.\n'],
	[[], ['{', '['], 'No files imported. Fix them and import them again.\n'],
	[['Ada: Hello'], [], 'Imported 1 meeting.\n'],
])('the report counts %j and %j', async (good, broken, end) => {
	const files = [...good, ...broken].map((content, at) => file(`${at}.txt`, content));
	expect((await command('import', ...files, '--database', at.database)).stdout.endsWith(end)).toBe(true);
});

test('--me stores the user as local, in any encoding, and the report says what was changed and left out', async () => {
	const path = join(at.folder, 'call.txt');
	writeFileSync(path, Buffer.from('Zoë Quill  0:00\nHello, Ben.\n\nBen Brook  0:04\nHello.\n\nTranscribed by https://otter.ai\n', 'latin1'));
	const { code, stdout } = await command('import', path, '--me', 'Zoë', '--database', at.database);
	expect(code).toBe(0);
	expect(stdout).toContain('read as windows-1252');
	expect(stdout).toContain('1 part of the file is not speech, and left out: “Transcribed by https://otter.ai”.');
	expect(stdout).toContain('Stored as “remote”, as the service does: Ben Brook.');
	const nobody = await command('import', path, '--me', 'Dee', '--database', at.database);
	expect(nobody.stdout).toContain('nobody in this file is called “Dee”; the speakers are Zoë Quill, Ben Brook');
});

test('notes a file named twice, which is imported once, and an event that the calendar does not have', async () => {
	const path = file('a.txt', 'Ada: Hello\nBen: Hello Ada\n');
	const { code, stdout, stderr } = await at.start('import', path, join(at.folder, '.', 'a.txt'), '--calendar-event', 'evt_zzz', '--database', at.database);
	expect([code, stderr]).toEqual([0, '1 file was named more than once, and imported once.\n']);
	expect(stdout).toContain('The calendar has no event evt_zzz; the meeting is linked to it anyway.');
	expect(stdout).not.toContain('was there already');
	const again = await at.start('import', path, '--database', at.database);
	expect(again.stdout).toMatch(/A meeting with this title, length and number of turns was there already, conv_\w+\. If it is the same, delete one of the two\./);
	const other = await at.start('import', file('other.txt', 'Ada: Hello\nBen: Hello Ada\n'), '--database', at.database);
	expect(other.stdout).not.toContain('was there already');
	expect(stdout).toContain('Imported 1 meeting.');
});

test('--title is refused with several files', async () => {
	const { code, stderr } = await command('import', 'a', 'b', '--title', 'x', '--database', at.database);
	expect([code, stderr]).toEqual([2, 'Error: --title can only be used with a single file.\n']);
});

test('text from a file cannot control the terminal', async () => {
	const { stdout } = await command('import', file('a.txt', 'Ada: Hello'), '--title', '\u001b[31mred\u001b]0;x\u0007', '--database', at.database);
	expect(stdout).toContain('  red\n');
	expect(stdout).not.toContain('\u001b');
});

test('20,000 segments (the time is printed)', async () => {
	const cue = (n: number) => `${time(n * 2)} --> ${time(n * 2 + 2)}\n<v Person ${n % 4}>Sentence ${n} about the plan and the budget.`;
	const time = (s: number) => new Date(s * 1000).toISOString().slice(11, 23);
	const long = file('long.vtt', ['WEBVTT', ...Array.from({ length: 20_000 }, (_, n) => cue(n))].join('\n\n'));
	const start = performance.now();
	const outcomes = await at.json(Outcomes, 'import', long, '--database', at.database);
	process.stdout.write(`20,000 segments imported in ${Math.round(performance.now() - start)} ms, starting Node included\n`);
	expect(outcomes).toMatchObject([{ ok: true, segmentCount: 20_000 }]);
});
