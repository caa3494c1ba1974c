import { parentPort } from 'node:worker_threads';

const kept = [];

/** Does to the thread what the message says. */
parentPort.on('message', ({ kind, value }) => {
	if (kind === 'spin') for (;;);
	if (kind === 'backtrack') /^(a+)+$/.test(`${'a'.repeat(40)}b`);
	if (kind === 'eat') for (;;) kept.push(Array.from({ length: 10_000 }, () => ({ kept })));
	if (kind === 'throw') throw new Error('no luck');
	if (kind === 'exit') process.exit(3);
	parentPort.postMessage({ value });
	if (kind === 'dieIdle') setTimeout(() => { throw new Error('died with nothing to do'); });
});
