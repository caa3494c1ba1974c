import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';

/**
 * The tests that have to notice mutants in each folder. Stryker loads all of them for every mutant, so tests that need the built package, a browser
 * or half a minute are left out: a mutant that only these would notice counts as survived.
 */
const tests = {
	limits: ['limits/*'],
	client: ['client/*', 'words/errors', 'limits/tries'],
	triggers: [
		'triggers/*',
		'triggers/{items,receive,register}/*',
		'triggers/verify/{knownAnswers,received,signature,verify}',
		'triggers/poll/{clocks,conversations,latest,meetings,model,nothingLost,once,order,outbox,pauses,poll,requests,round,sample,stored,window}',
		'node-red/webhook',
		'library/polling',
	],
};

const { values: { again }, positionals: [path = ''] } = parseArgs({ allowPositionals: true, options: { again: { type: 'boolean' } } });
const [folder = '', ...rest] = path.replace(/^src\/|\/$/g, '').split('/');
if (!Object.hasOwn(tests, folder)) {
	process.stderr.write(`npm run mutation -- src/limits   or ${Object.keys(tests).slice(1).join(', ')}, or one file of them\n`);
	process.exit(2);
}

const mutated = `src/${folder}/${rest.join('/') || '**/*.ts'}`;
const report = `coverage/mutation/${folder}.json`;

/**
 * Makes Stryker run survived mutants again, and others only if their source has changed. By default, it keeps the result of a mutant if its tests
 * have changed without being renamed, or if it does not know the tests. It also forgets which test noticed a mutant as soon as the file of that test
 * has changed.
 */
function forgetSurvivors() {
	const last = JSON.parse(readFileSync(report, 'utf8'));
	for (const path of globSync(mutated)) {
		const { mutants = [] } = last.files[path] ?? {};
		mutants.splice(0, mutants.length, ...mutants.filter(({ status }) => !['Survived', 'NoCoverage'].includes(status)));
	}
	for (const tested of Object.values(last.testFiles)) delete tested.source;
	writeFileSync(report, JSON.stringify(last));
}
if (again && existsSync(report)) forgetSurvivors();

// The same as in jest’s own runs. Otherwise the client would read the time zone from the profile.
process.env.TZ ??= 'UTC';

await new Stryker({
	mutate: [mutated],
	plugins: ['./scripts/mutation/runner.mjs', './scripts/mutation/words.mjs'],
	ignorers: ['words'],
	testRunner: 'inProcess',
	incremental: again ?? false,
	incrementalFile: report,
	inProcess: { testFiles: globSync(tests[folder].map((pattern) => `test/${pattern}.test.ts`)) },
	coverageAnalysis: 'perTest',
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
