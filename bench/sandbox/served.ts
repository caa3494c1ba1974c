import { startSandbox } from '../../sandbox/index.ts';
import { movingClock } from './sandboxProcess.ts';

/** A sandbox in its own process, so that measuring does not affect it. */
const CONVERSATIONS = 100;
const SEGMENTS = 500;

const transcript = (segments: number): string =>
	Array.from({ length: segments }, (_, index) => `${index % 2 ? 'Ines' : 'Vera'}: This is what was said in line ${index}.`).join('\n');

const sandbox = await startSandbox({ port: 0, database: ':memory:', ownProcess: true, now: movingClock() });
const { id } = sandbox.createUser({ name: 'Vera Lind', email: 'vera@lind.example', plan: 'enterprise' });
const key = sandbox.createKey(id);
for (let number = 1; number < CONVERSATIONS; number += 1) {
	await sandbox.importMeeting(id, { title: `Call ${number}`, text: transcript(12), filename: 'call.txt' });
}
const { conversationId } = await sandbox.importMeeting(id, { title: 'Long', text: transcript(SEGMENTS), filename: 'long.txt' });

process.send?.({ url: sandbox.url, key, conversationId });
process.on('message', () => {
	global.gc?.();
	const { rss, heapUsed } = process.memoryUsage();
	process.send?.({ rss, heapUsed });
});
process.on('disconnect', () => process.exit());
