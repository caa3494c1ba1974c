import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createThread, type Thread } from '../../sandbox/textWork/thread.ts';

const entry = pathToFileURL(join(import.meta.dirname, 'support', 'jobs.mjs'));
const threadWith = (timeoutMs = 20_000) => createThread({ entry, timeoutMs, memoryMb: 32 });

let thread: Thread;
afterEach(() => thread.close());

const echo = (value: unknown) => thread.ask({ kind: 'echo', value });
const lost = (reason: string) => expect.objectContaining({ name: 'ThreadError', reason });

test('answers in the order of the questions', async () => {
	thread = threadWith();
	const order: unknown[] = [];
	await Promise.all([1, 2, 3].map(async (value) => order.push(await echo(value))));
	expect(order).toEqual([{ value: 1 }, { value: 2 }, { value: 3 }]);
	expect(await echo('text')).toEqual({ value: 'text' });
});

test.each([
	['throw', 'crash'],
	['exit', 'crash'],
	['eat', 'memory'],
])('a thread that is lost (%s) refuses its message alone: a new one does what waits', async (kind, reason) => {
	thread = threadWith();
	const refused = expect(thread.ask({ kind })).rejects.toEqual(lost(reason));
	const next = [echo(1), echo(2)];
	await refused;
	expect(await Promise.all(next)).toEqual([{ value: 1 }, { value: 2 }]);
});

test.each(['spin', 'backtrack'])('endless work (%s) is ended, and does not block waiting messages', async (kind) => {
	thread = threadWith(400);
	const refused = expect(thread.ask({ kind })).rejects.toEqual(lost('timeout'));
	const next = echo(1);
	await refused;
	// The time limit starts with its turn.
	expect(await next).toEqual({ value: 1 });
});

test('an idle thread that dies does no harm', async () => {
	thread = threadWith();
	await thread.ask({ kind: 'dieIdle' });
	await new Promise((resolve) => setTimeout(resolve, 100));
	expect(await echo(1)).toEqual({ value: 1 });
});

test('a message that cannot be sent is rejected', async () => {
	thread = threadWith();
	await expect(thread.ask({ kind: () => {} })).rejects.toThrow('could not be cloned');
	expect(await echo(1)).toEqual({ value: 1 });
});

test('closing ends work in progress and rejects waiting and later messages', async () => {
	thread = threadWith();
	const asked = [thread.ask({ kind: 'spin' }), echo(1)];
	const refused = Promise.all(asked.map((one) => expect(one).rejects.toEqual(lost('closed'))));
	await new Promise((resolve) => setImmediate(resolve));
	await thread.close();
	await refused;
	await expect(echo(1)).rejects.toEqual(lost('closed'));
});

test('an unclosed thread lets the program end, but not before its answer arrives', () => {
	thread = threadWith();
	const module = pathToFileURL(join(import.meta.dirname, '../../sandbox/textWork/thread.ts'));
	const program = `
		import { createThread } from '${module}';
		const thread = createThread({ entry: new URL('${entry}'), timeoutMs: 20_000, memoryMb: 32 });
		console.log(JSON.stringify(await thread.ask({ kind: 'echo', value: 1 })));
	`;
	const words = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program];
	const { stdout, status } = spawnSync(join('node_modules', '.bin', 'node'), words, { encoding: 'utf8', timeout: 60_000 });
	expect([stdout, status]).toEqual(['{"value":1}\n', 0]);
});
