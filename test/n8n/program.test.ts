import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProgramGroup, startProgram } from '../../scripts/n8n/program.ts';
import { UserError } from '../../packages/rehearsal/terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'n8n-program-'));
afterAll(() => rmSync(folder, { recursive: true }));

const start = (name: string, code: string, signal?: AbortSignal) =>
	startProgram({
		...{ name, folder, environment: process.env, log: join(folder, `${name}.log`), signal },
		...{ command: process.execPath, words: ['-e', code] },
	});
const FOR_EVER = 'setInterval(() => {}, 1000)';
const never = (): Promise<boolean> => Promise.resolve(false);

test('a program that ends while it starts is reported with its last output', async () => {
	const program = start('one', 'console.log("no room"); process.exit(1)');
	await expect(program.until(never)).rejects.toThrow(/one did not start .*one\.log.*no room/s);
	await expect(program.until(never)).rejects.toThrow(UserError);
});

test('a program that cannot be started is reported', async () => {
	const nothing = { command: join(folder, 'nothing'), words: [], folder, environment: {}, log: join(folder, 'two.log') };
	await expect(startProgram({ name: 'two', ...nothing }).until(never)).rejects.toThrow(/two did not start/);
});

test('aborting a start stops the program', async () => {
	const stopping = new AbortController();
	const program = start('three', FOR_EVER, stopping.signal);
	const outcome = program.until(never);
	stopping.abort();
	await expect(outcome).rejects.toThrow(/three did not start/);
	expect(await program.ended).toMatchObject({ name: 'three' });
});

test('started programs stay in the group when another fails, and are stopped in order', async () => {
	const group = createProgramGroup();
	const ready = async (name: string) => {
		const program = start(name, FOR_EVER);
		await program.until(() => Promise.resolve(true));
		return program;
	};
	await group.keep([ready('first'), ready('second')]);
	await expect(group.keep([Promise.reject(new Error('not this one'))])).rejects.toThrow('not this one');
	const ended = group.ended();
	await group.stop();
	expect(await ended).toMatchObject({ name: 'first' });
});
