import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as circus from 'jest-circus';
import { expect } from 'expect';
import { ModuleMocker } from 'jest-mock';

const { addEventHandler, afterAll, afterEach, beforeAll, beforeEach, describe, getState, it, resetState, run, test } = circus;

const mocker = new ModuleMocker(globalThis);
const jest = { fn: mocker.fn.bind(mocker), spyOn: mocker.spyOn.bind(mocker), restoreAllMocks: () => mocker.restoreAllMocks() };
Object.assign(globalThis, { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test });

/** State that the mutated sources share with the program that runs them. */
const mutants = (globalThis.__stryker__ ??= {});

/** How long each test takes without a mutant, in milliseconds; in the copy of the sources, for all processes. */
const DURATIONS = 'durations.json';
const durations = new Map();
const HOOK_TIMEOUT_MS = 30_000;
/** Tests that take longer run last, because other tests find most mutants. */
const LONG_MS = 50;
const isLong = (id) => (durations.get(id) ?? 0) > LONG_MS;
/** After that long, a test waits for something that the mutant has prevented. */
const limitOf = (id) => Math.max(5000, 10 * (durations.get(id) ?? 6000));

const nameOf = ({ name, parent }) => (parent?.parent ? `${nameOf(parent)} ${name}` : name);

/** The tests in progress: the file, which of its tests to run, and the first failure. */
let current = { file: '', filter: undefined, failure: null };

const idOf = (one) => `${current.file}: ${nameOf(one)}`;
const fail = (by, error) => (current.failure ??= { by, message: String(error?.message ?? error) });

addEventHandler((event) => {
	switch (event.name) {
		case 'test_start':
			if (current.failure || (current.filter && !current.filter.has(idOf(event.test)))) event.test.mode = 'skip';
			else {
				mutants.currentTestId = idOf(event.test);
				event.test.timeout ??= limitOf(mutants.currentTestId);
			}
			break;
		case 'test_done':
			if (event.test.errors.length > 0) fail(idOf(event.test), event.test.errors.flat()[0]);
			mutants.currentTestId = undefined;
			break;
		case 'hook_failure':
			fail(mutants.currentTestId ?? `${current.file}: hook`, event.error);
			break;
		default:
	}
});
for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, (error) => fail(mutants.currentTestId ?? current.file, error));

let loads = 0;

/** The tests of a file. Only the file itself is loaded again; the modules that it imports are kept. */
async function load(path) {
	resetState();
	getState().testTimeout = HOOK_TIMEOUT_MS;
	await import(`${pathToFileURL(path).href}?load=${(loads += 1)}`);
}

const testsIn = ({ children }) => children.flatMap((child) => (child.type === 'test' ? [child] : testsIn(child)));

/**
 * Runs the tests of some files, up to the first failure. If there is a filter, only those in it. A `static` mutant is active while sources are
 * loaded, too.
 */
async function runTests(files, filter, { mutant, isStatic = false } = {}) {
	const ran = [];
	current = { file: '', filter, failure: null };
	for (const path of files) {
		current.file = relative(process.cwd(), path);
		if (filter && ![...filter].some((id) => id.startsWith(`${current.file}: `))) continue;
		mutants.activeMutant = isStatic ? mutant : undefined;
		await load(path);
		mutants.activeMutant = mutant;
		await run();
		ran.push(...testsIn(getState().rootDescribeBlock).filter(({ status }) => status === 'done').map((one) => ({ id: idOf(one), name: nameOf(one), fileName: path, timeSpentMs: one.duration ?? 0 })));
		if (current.failure) break;
	}
	mutants.activeMutant = undefined;
	return { ran, failure: current.failure };
}

class InProcessRunner {
	static inject = ['options'];

	constructor({ inProcess }) {
		this.files = inProcess.testFiles.map((file) => resolve(file));
	}

	init() {
		if (existsSync(DURATIONS)) for (const [id, ms] of JSON.parse(readFileSync(DURATIONS, 'utf8'))) durations.set(id, ms);
	}

	capabilities() {
		return { reloadEnvironment: false };
	}

	async dryRun() {
		const { ran, failure } = await runTests(this.files);
		for (const { id, timeSpentMs } of ran) durations.set(id, timeSpentMs);
		writeFileSync(DURATIONS, JSON.stringify([...durations]));
		const tests = ran.map((one) => (one.id === failure?.by ? { ...one, status: 1, failureMessage: failure.message } : { ...one, status: 0 }));
		if (failure && tests.every(({ status }) => status === 0)) return { status: 'error', errorMessage: `${failure.by}: ${failure.message}` };
		return { status: 'complete', tests, mutantCoverage: mutants.mutantCoverage };
	}

	async mutantRun({ activeMutant, testFilter, hitLimit, mutantActivation }) {
		const filter = testFilter && new Set(testFilter);
		mutants.hitLimit = hitLimit;
		mutants.hitCount = hitLimit === undefined ? undefined : 0;
		const isStatic = mutantActivation === 'static';
		const ids = testFilter ?? [...durations.keys()];
		const parts = ids.length > 0 ? [ids.filter((id) => !isLong(id)), ids.filter(isLong)].filter((part) => part.length > 0).map((part) => new Set(part)) : [undefined];
		let ran = 0;
		let failure = null;
		for (const part of parts) {
			const result = await runTests(this.files, part, { mutant: activeMutant.id, isStatic });
			ran += result.ran.length;
			({ failure } = result);
			if (failure) break;
		}
		const isStuck = hitLimit !== undefined && mutants.hitCount > hitLimit;
		if (!failure && !isStuck) return { status: 'survived', nrOfTests: ran };
		// Permanent damage by one mutant must not count against the next one.
		if (!isStatic) {
			mutants.hitLimit = mutants.hitCount = undefined;
			const again = await runTests(this.files, failure ? new Set([failure.by]) : filter);
			if (again.failure) throw new Error(`Fails without a mutant too: ${again.failure.by}: ${again.failure.message}`);
		}
		if (isStuck || /^(?:thrown: )?"?Exceeded timeout/.test(failure.message)) return { status: 'timeout', reason: 'endless loop' };
		return { status: 'killed', killedBy: [failure.by], failureMessage: failure.message, nrOfTests: ran };
	}
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'inProcess', injectableClass: InProcessRunner }];
export const strykerValidationSchema = { properties: { inProcess: { type: 'object' } } };
