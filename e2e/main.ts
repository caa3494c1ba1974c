import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { performance } from 'node:perf_hooks';
import { after, run } from 'node:test';
import { spec } from 'node:test/reporters';
import { parseArgs } from 'node:util';
import { n8nElsewhere } from '../scripts/n8n/elsewhere.ts';
import { installN8n, isInstalled } from '../scripts/n8n/install.ts';
import { PINNED } from '../scripts/n8n/folders.ts';
import { createSteps } from '../scripts/steps.ts';

/**
 * Runs all tests, or those with one of the given words in their file name and none of `--without`, in one process, because they
 * share one n8n. `--install` installs n8n and runs no tests. With `N8N_URL`, runs those that can use an n8n which they did not
 * start.
 */
const { values, positionals: words } = parseArgs({ allowPositionals: true, options: { outputFile: { type: 'string' }, without: { type: 'string', multiple: true }, install: { type: 'boolean' } } });
const { outputFile, without = [], install = false } = values;
const from = performance.now();
// Otherwise results would depend on where the tests run.
process.env.TZ ??= 'UTC';
const steps = createSteps(process.stderr);
/** Tests that start, stop or redirect their n8n, or read what it prints. */
const NEEDS_ITS_OWN = /startTriggerWorld|startQueueWorld|startRestartableN8n|standInFor|printedAtStart|userFolder|hostFolder/;
const elsewhere = n8nElsewhere();
const canRun = (file: string): boolean => !elsewhere || !NEEDS_ITS_OWN.test(readFileSync(join(PINNED, file), 'utf8'));

const chosen = globSync('{.,examples,node-red}/*.test.ts', { cwd: PINNED })
	.filter((file) => (words.length === 0 || words.some((word) => file.includes(word))) && !without.some((word) => file.includes(word)))
	.sort();
const leftOut = chosen.filter((file) => !canRun(file));
if (elsewhere && leftOut.length > 0) console.error(`Left out, because they need an n8n of their own: ${leftOut.join(', ')}`);
const files = chosen.filter(canRun).map((file) => join(PINNED, file));
if ((install || files.some((file) => !file.includes('node-red'))) && !elsewhere && !isInstalled()) await installN8n(steps);
if (install) process.exit();
steps.show('Starting');

const tests = run({ files, isolation: 'none', concurrency: false });
// The runner gives its results once nothing is open any more. A setup that fails halfway may leave a server open for good.
after(() => {
	setTimeout(() => {
		console.error(`Still open after the last test: ${process.getActiveResourcesInfo().join(', ')}`);
		process.emit('beforeExit', 1);
	}, 30_000).unref();
});

/** In jest's format, so that the results of both can be added up. */
const results = new Map<string, { name: string; assertionResults: { status: 'failed' | 'passed' | 'pending' }[] }>();
function note(file: string | undefined, status: 'failed' | 'passed' | 'pending') {
	const name = relative(PINNED, file ?? '');
	if (!results.has(name)) results.set(name, { name, assertionResults: [] });
	results.get(name)!.assertionResults.push({ status });
}
tests.on('test:fail', ({ file, details: { type, error } }) => {
	// If the setup of a suite fails, none of its tests do.
	if (type !== 'suite' || !/subtests? failed/.test(error.message)) note(file, 'failed');
});
tests.on('test:pass', ({ file, details: { type }, skip }) => {
	// If a suite is skipped as a whole, its tests are not counted at all.
	if (skip !== undefined) note(file, 'pending');
	else if (type !== 'suite') note(file, 'passed');
});
tests.once('test:start', steps.clear);
tests.on('test:summary', ({ file }) => {
	// Each file may have its own summary as well.
	if (file !== undefined) return;
	const testResults = [...results.values()];
	const count = (wanted: string) => testResults.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status === wanted).length;
	process.exitCode = count('failed') === 0 && count('passed') > 0 ? 0 : 1;
	if (outputFile) writeFileSync(outputFile, JSON.stringify({ testResults }));
	const seconds = ((performance.now() - from) / 1000).toFixed(0);
	process.once('exit', () => console.log(`e2e: ${count('passed')} passed, ${count('failed')} failed, ${count('pending')} skipped, in ${seconds} s`));
});
const report = tests.compose(spec);
report.pipe(process.stdout);
report.once('end', () => process.exit());
