// Runs in the Node that Zapier uses: calls functions of the built integration as Zapier's own runtime does.
const { createRequire } = require('node:module');
const { join } = require('node:path');

const [folder, speed] = process.argv.slice(2);

// A step of 25 seconds ends in five where time is five times as fast.
const { performance: { now }, setTimeout } = globalThis;
performance.now = () => now.call(performance) * speed;
globalThis.setTimeout = (work, ms, ...given) => setTimeout(work, ms / speed, ...given);
const { timeout } = AbortSignal;
AbortSignal.timeout = (ms) => timeout.call(AbortSignal, Math.ceil(ms / speed));

const app = require(join(folder, 'index.js'));
const { createAppTester } = createRequire(join(folder, 'index.js'))('zapier-platform-core');
const tester = createAppTester(app);

const plain = (value) => JSON.parse(JSON.stringify(value, (_, inner) => (typeof inner === 'function' ? '(function)' : inner)));

process.on('message', async ({ id, path, bundle, definition }) => {
	try {
		const found = path.split('.').reduce((value, name) => value[name], app);
		if (found === undefined) throw new Error(`The integration has no ${path}`);
		if (definition) return process.send({ id, result: plain(found) });
		const result = await tester(found, bundle);
		process.send({ id, result: result === undefined ? null : result });
	} catch (error) {
		process.send({ id, error: { name: error.name, message: String(error.message) } });
	}
});
