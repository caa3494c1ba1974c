import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { parseArgs } from 'node:util';
import { installN8n, isInstalled } from '../scripts/n8n/install.ts';
import { PINNED } from '../scripts/n8n/folders.ts';
import { createSteps } from '../scripts/terminal.ts';

/**
 * Runs all tests, or those with one of the given words in their file name and none of `--without`, in one process, because they
 * share one n8n. `--install` installs n8n and runs none.
 */
const { values, positionals: words } = parseArgs({ allowPositionals: true, options: { outputFile: { type: 'string' }, without: { type: 'string', multiple: true }, install: { type: 'boolean' } } });
const { outputFile, without = [], install = false } = values;
const from = performance.now();
const steps = createSteps(process.stderr);
const files = globSync('{.,examples,node-red}/*.test.ts', { cwd: PINNED })
	.filter((file) => (words.length === 0 || words.some((word) => file.includes(word))) && !without.some((word) => file.includes(word)))
	.sort()
	.map((file) => join(PINNED, file));
if ((install || files.some((file) => !file.includes('node-red'))) && !isInstalled()) await installN8n(steps);
if (install) process.exit();
steps.show('Starting');

const tests = run({ files, isolation: 'none', concurrency: false });
let brokenSuites = 0;
let skippedSuites = 0;
tests.on('test:fail', ({ details: { type, error } }) => {
	// If the setup of a suite fails, none of its tests do.
	if (type === 'suite' && !/subtests? failed/.test(error.message)) brokenSuites += 1;
});
tests.on('test:pass', ({ details: { type }, skip }) => {
	// If a suite is skipped as a whole, its tests are not counted at all.
	if (type === 'suite' && skip !== undefined) skippedSuites += 1;
});
tests.once('test:start', steps.clear);
tests.on('test:summary', ({ file, counts }) => {
	// Each file may have its own summary as well.
	if (file !== undefined) return;
	const { passed } = counts;
	const failed = counts.tests - passed - counts.skipped - counts.todo + brokenSuites;
	const skipped = counts.skipped + skippedSuites;
	process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
	// The names are jest's, so that results can be added up from files of one format.
	if (outputFile) writeFileSync(outputFile, JSON.stringify({ numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped }));
	const seconds = ((performance.now() - from) / 1000).toFixed(0);
	process.once('exit', () => console.log(`e2e: ${passed} passed, ${failed} failed, ${skipped} skipped, in ${seconds} s`));
});
tests.compose(spec).pipe(process.stdout);
