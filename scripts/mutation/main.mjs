import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';

/**
 * The tests that have to notice mutants in each folder. Stryker loads all of them for every mutant, so tests that need the built package, a browser
 * or half a minute are left out: a mutant that only these would notice counts as survived.
 */
const tests = {
	'src/limits': ['limits/*'],
	'src/client': ['client/*', 'words/errors', 'limits/tries'],
	'src/triggers': [
		'triggers/*',
		'triggers/{items,receive,register}/*',
		'triggers/verify/{knownAnswers,received,signature,verify}',
		'triggers/poll/{clocks,conversations,latest,meetings,model,nothingLost,once,order,outbox,pauses,poll,requests,round,sample,stored,window}',
		'node-red/webhook',
		'library/polling',
	],
	'sandbox/import': ['import/*'],
};

const { values: { again }, positionals: [path = ''] } = parseArgs({ allowPositionals: true, options: { again: { type: 'boolean' } } });
const wanted = path.replace(/\/$/, '');
const folder = Object.keys(tests).find((one) => wanted === one || wanted.startsWith(`${one}/`));
if (folder === undefined) {
	process.stderr.write(`npm run mutation -- ${Object.keys(tests).join(', or ')}, or one file of them\n`);
	process.exit(2);
}

const mutated = wanted === folder ? `${folder}/**/*.ts` : wanted;
const report = `coverage/mutation/${basename(folder)}`;

/**
 * Makes Stryker run survived mutants again, and others only if their source has changed. By default, it keeps the result of a mutant if its tests
 * have changed without being renamed, or if it does not know the tests. It also forgets which test noticed a mutant as soon as the file of that test
 * has changed.
 */
function forgetSurvivors() {
	const last = JSON.parse(readFileSync(`${report}.json`, 'utf8'));
	for (const path of globSync(mutated)) {
		const { mutants = [] } = last.files[path] ?? {};
		mutants.splice(0, mutants.length, ...mutants.filter(({ status }) => !['Survived', 'NoCoverage'].includes(status)));
	}
	for (const tested of Object.values(last.testFiles)) delete tested.source;
	writeFileSync(`${report}.json`, JSON.stringify(last));
}
if (again && existsSync(`${report}.json`)) forgetSurvivors();

// The same as in jest’s own runs. Otherwise the client would read the time zone from the profile.
process.env.TZ ??= 'UTC';

await new Stryker({
	mutate: [mutated],
	plugins: ['./scripts/mutation/runner.mjs', './scripts/mutation/words.mjs'],
	ignorers: ['words'],
	testRunner: 'inProcess',
	incremental: again ?? false,
	incrementalFile: `${report}.json`,
	inProcess: { testFiles: globSync(tests[folder].map((pattern) => `test/${pattern}.test.ts`)) },
	coverageAnalysis: 'perTest',
	concurrency: 2,
	timeoutMS: 12_000,
	tempDirName: join(tmpdir(), 'mutation'),
	ignorePatterns: ['.npmignore', 'dist'],
	reporters: ['clear-text', 'json', 'html', 'progress-append-only'],
	jsonReporter: { fileName: `${report}.json` },
	htmlReporter: { fileName: `${report}.html` },
	clearTextReporter: { allowColor: false, reportTests: false },
	thresholds: { high: 97, low: 93, break: 93 },
}).runMutationTest().catch(() => (process.exitCode = 1));
