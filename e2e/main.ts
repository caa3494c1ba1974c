import { globSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { PINNED } from '../scripts/n8n/root.ts';
import { install, isInstalled } from '../scripts/n8n/install.ts';
import { steps as stepsOn } from '../scripts/n8n/steps.ts';

/** Runs every test in one process, as they share one n8n, and says in the last line how it went. */
const from = performance.now();
const steps = stepsOn(process.stderr);
if (!isInstalled()) await install(steps);
steps.show('Starting n8n');

const files = globSync('*.test.ts', { cwd: PINNED }).sort().map((file) => join(PINNED, file));
const tests = run({ files, isolation: 'none', concurrency: false });
tests.once('test:start', steps.clear);
tests.on('test:summary', ({ file, counts }) => {
	// There is one for each file as well.
	if (file !== undefined) return;
	const failed = counts.tests - counts.passed - counts.skipped - counts.todo;
	process.exitCode = failed === 0 && counts.passed > 0 ? 0 : 1;
	const seconds = ((performance.now() - from) / 1000).toFixed(0);
	process.once('exit', () => console.log(`e2e: ${counts.passed} passed, ${failed} failed, ${counts.skipped} skipped, in ${seconds} s`));
});
tests.compose(spec).pipe(process.stdout);
