import { globSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import jestConfig from '../../jest.config.mjs';

/**
 * The tests that answer for each folder. Stryker loads all of them for every mutant, so those that need the built package, a browser or half a minute are left
 * out: a mutant that only they would notice counts as survived.
 */
const tests = {
	account: ['account/*'],
	webhooks: ['webhooks/{address,emitted,knownAnswers,receive,received,replays,verify}'],
	client: ['client/*', 'words/errors', 'account/tries'],
	polling: ['polling/{backoff,clocks,listing,meetings,nothingLost,outbox,poll,requests,state}'],
	events: ['events/*', 'node-red/webhook'],
};

const { values: { again, jest: withJest }, positionals: [path = ''] } = parseArgs({ allowPositionals: true, options: { again: { type: 'boolean' }, jest: { type: 'boolean' } } });
const folder = path.replace(/^src\/|\/$/g, '');
if (!Object.hasOwn(tests, folder)) {
	process.stderr.write(`npm run mutation -- src/account   or ${Object.keys(tests).slice(1).join(', ')}\n`);
	process.exit(2);
}

const report = `coverage/mutation/${folder}.json`;
const { globalSetup: _build, globalTeardown: _remove, ...jest } = jestConfig;
await new Stryker({
	mutate: [`src/${folder}/**/*.ts`],
	plugins: ['@stryker-mutator/jest-runner', './scripts/mutation/runner.mjs', './scripts/mutation/words.mjs'],
	ignorers: ['words'],
	testRunner: withJest ? 'jest' : 'inProcess',
	incremental: again ?? false,
	incrementalFile: report,
	inProcess: { testFiles: globSync(tests[folder].map((pattern) => `test/${pattern}.test.ts`)) },
	coverageAnalysis: 'perTest',
	jest: { projectType: 'custom', config: { ...jest, testMatch: tests[folder].map((pattern) => `<rootDir>/test/${pattern}.test.ts`) }, enableFindRelatedTests: false },
	concurrency: 2,
	timeoutMS: 60_000,
	tempDirName: join(tmpdir(), 'mutation'),
	ignorePatterns: ['.npmignore', 'dist'],
	reporters: ['clear-text', 'json', 'html', 'progress-append-only'],
	jsonReporter: { fileName: report },
	htmlReporter: { fileName: `coverage/mutation/${folder}.html` },
	clearTextReporter: { allowColor: false, reportTests: false },
	thresholds: { high: 97, low: 93, break: 93 },
}).runMutationTest().catch(() => (process.exitCode = 1));
