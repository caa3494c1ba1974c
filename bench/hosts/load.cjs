// Loads a package in a process of its own, as its host does, and prints what that took on top of what the host has already
// loaded.
const { createRequire } = require('node:module');
const { join } = require('node:path');

const [how, folder, before, ...entries] = process.argv.slice(2);
const load = createRequire(join(folder, 'package.json'));

async function main() {
	if (before) load(before);
	const rss = process.memoryUsage.rss();
	const began = performance.now();
	for (const entry of entries) {
		const loaded = how === 'import' ? await import(join(folder, entry)) : load(join(folder, entry));
		if (how === 'instantiate') for (const Entry of Object.values(loaded)) new Entry();
	}
	const ms = performance.now() - began;
	process.stdout.write(JSON.stringify({ ms, megabytes: (process.memoryUsage.rss() - rss) / 1e6 }));
}

void main();
