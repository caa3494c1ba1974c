/**
 * Adds up the results in a folder: jest's format, a file for each part, "1-" before "2-". Of a test file that ran again, the
 * last run counts, and the first is named. `--failed LEVEL` prints the files of that level that failed instead.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const [folder, ...options] = process.argv.slice(2);
const parts = ['1-test.json', '1-hosts.json', '1-n8n.json', '1-node-red.json', '1-lostWebhook.json', '1-queue.json'];
const again = readdirSync(folder).filter((name) => name.startsWith('2-') && name.endsWith('.json'));

/** What left no results behind did not come to its end. */
const missing = parts.filter((name) => !existsSync(join(folder, name)));
const files = new Map();
const recovered = [];
for (const part of [...parts, ...again].filter((name) => !missing.includes(name))) {
	for (const { name, message, assertionResults } of JSON.parse(readFileSync(join(folder, part), 'utf8')).testResults) {
		const count = (...wanted) => assertionResults.filter(({ status }) => wanted.includes(status)).length;
		const passed = count('passed');
		// A file that cannot be loaded has a message and no results.
		const failed = count('failed') || (passed === 0 && message ? 1 : 0);
		const before = files.get(name);
		if (before?.failed && failed === 0) recovered.push(name);
		files.set(name, { passed, failed, skipped: count('pending', 'todo'), level: /^\d-(test|hosts)\.json$/.exec(part)?.[1] ?? 'e2e' });
	}
}

if (options[0] === '--failed') {
	console.log([...files].filter(([, { level, failed }]) => level === options[1] && failed > 0).map(([name]) => name).join(' '));
} else {
	const sum = (key) => [...files.values()].reduce((total, file) => total + file[key], 0);
	const failed = sum('failed') + missing.length;
	for (const name of recovered) console.log(`Failed once, and passed when it ran by itself: ${name}`);
	for (const name of missing) console.log(`${basename(name, '.json').slice(2)} did not come to its end`);
	console.log(`${sum('passed')} passed, ${failed} failed, ${sum('skipped')} skipped`);
	process.exitCode = failed === 0 ? 0 : 1;
}
