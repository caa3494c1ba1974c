import { createProgram } from '../../sandbox/cli/program.ts';
import { allControls } from '../../sandbox/control/index.ts';
import { consoleAt } from '../pages/support/console.ts';
import { vtt } from '../sandbox/support/meeting.ts';
import { startControlled } from './support.ts';

type Command = ReturnType<typeof createProgram>;

/** The commands that do something, with their words. */
const leaves = (command: Command, words: readonly string[] = []): string[] =>
	command.commands.length === 0 ? [words.join(' ')] : command.commands.flatMap((inner) => leaves(inner, [...words, inner.name()]));

/** Commands that start the service, or read an account of another one. */
const WITHOUT_ACTION = ['serve', 'mirror', 'export'];

test('routes, commands and console show the same actions', async () => {
	const at = await startControlled();
	const account = at.account();
	at.sandbox.faults.add({ kind: 'slow-body', count: 1 });
	await account.call('POST', '/api/v1/webhooks', { url: (await at.receive()).url, events: ['conversation.created'] });
	await account.importMeeting({ text: vtt() });
	await at.sandbox.settled();
	const page = await consoleAt(at.sandbox.url).read();
	const ids = allControls.map(({ id }) => id);

	expect(new Set(ids).size).toBe(ids.length);
	expect(leaves(createProgram()).filter((words) => !WITHOUT_ACTION.includes(words)).sort()).toEqual(allControls.map(({ words }) => words.join(' ')).sort());
	const forms = allControls.filter(({ section }) => section !== undefined).map(({ id }) => id);
	expect([...new Set([...page.matchAll(/action="\/console\/([\w-]+)/g)].map(([, id]) => id))].sort()).toEqual(forms.sort());
	for (const { method, path } of allControls) {
		const { status, body } = await at.ask(method, path.replace(/\{\w+\}/, 'none'), method === 'GET' ? undefined : '[]');
		expect([path, status === 404 && JSON.stringify(body).includes('There is nothing at')]).toEqual([path, false]);
	}
	await at.stop();
});
