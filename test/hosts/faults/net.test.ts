import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { nothingYet, type Happened } from './net/happened.ts';
import { judge, type Truth } from './net/invariants.ts';

const root = join(import.meta.dirname, '../../..');

/** Runs in its own process, because it changes the clock for everything in its process. */
const faults = (...words: string[]) =>
	new Promise<{ code: number | null; out: string }>((resolve) => {
		const child = execFile(
			process.execPath,
			['--disable-warning=ExperimentalWarning', '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', 'test/hosts/faults/net/main.ts', ...words],
			{ cwd: root, maxBuffer: 64_000_000 },
			(_error, out, err) => resolve({ code: child.exitCode, out: out + err }),
		);
	});

describe('under mixed faults', () => {
	test('no promise is broken in a hundred runs', async () => {
		const { code, out } = await faults('--runs', '100');
		expect(out).toMatch(/^100 runs /);
		// Each line ends with its count, unless failing seeds follow.
		expect(out.split('\n').filter((line) => /^ {2}\w/.test(line) && !/ 0$/.test(line))).toEqual([]);
		expect(code).toBe(0);
	}, 600_000);

	test.each([
		['the clock is set back while a client waits', '135'],
		['a reset time in 1970 is ignored', '1913'],
	])('seeds that failed once: %s', async (_, seed) => {
		const { code, out } = await faults('--seed', seed);
		expect(out).toContain('No promise was broken.');
		expect(code).toBe(0);
	}, 120_000);

	test('the same seed gives the same run', async () => {
		const [one, other] = [await faults('--seed', '23'), await faults('--seed', '23')];
		expect(one.out).toContain('Seed 23: polling');
		expect(other.out).toBe(one.out);
	}, 120_000);

	test('a seed that is not a number is refused with a clear message', async () => {
		const { code, out } = await faults('--seed', 'many');
		expect(code).toBe(2);
		expect(out).toContain('--seed takes a whole number, not “many”.');
	});
});

describe('each kind of broken promise is found', () => {
	const request = 'POST /conversations/Meeting 0/keypoints';
	const key = 'svc_0123456789abcdef0123456789abcdef';
	const spent = (credits: number) => ({ request: `${request} {"forceRefresh":false}`, credits });
	const generation = (tellsOfCredit: boolean | null) => ({ request, mark: '', tellsOfCredit });
	const found = (happened: Partial<Happened>, truth: Partial<Truth> = {}) =>
		judge({ ...nothingYet(), ...happened }, { exchanges: [], strays: [], key, ...truth }).map(({ invariant, count }) => [invariant, count]);

	test('none in a run without problems', () => {
		const calls = [{ what: 'a call', tookMs: 30_900, mostMs: 30_000 }];
		const failures = [{ what: 'a failure', isForeseen: true }];
		const due = [{ key: 'a', least: 1, most: 1 }];
		expect(found({ generations: [generation(true)], calls, failures, due, came: ['a'] }, { exchanges: [spent(1)] })).toEqual([]);
	});

	test('a generation that costs two credits', () => {
		expect(found({ generations: [generation(true)] }, { exchanges: [spent(1), spent(1)] })).toEqual([['overspent', 1]]);
		expect(found({ generations: [generation(true), generation(true)] }, { exchanges: [spent(1), spent(1)] })).toEqual([]);
	});

	test('a credit that is not reported', () => {
		expect(found({ generations: [generation(false)] }, { exchanges: [spent(1)] })).toEqual([['unreported', 1]]);
		expect(found({ generations: [generation(false), generation(true)] }, { exchanges: [spent(1)] })).toEqual([]);
		expect(found({ generations: [generation(null)] }, { exchanges: [spent(1)] })).toEqual([]);
	});

	test('too many credits reported as left', () => {
		const generations = [generation(true), generation(true)];
		const exchanges = [spent(1), spent(1)];
		expect(found({ generations, credits: { before: 100, toldLeft: 100, atRisk: 0 } }, { exchanges })).toEqual([['unreported', 2]]);
		expect(found({ generations, credits: { before: 100, toldLeft: 99, atRisk: 1 } }, { exchanges })).toEqual([]);
	});

	test('lost and repeated events', () => {
		const due = [{ key: 'a', least: 1, most: 1 }, { key: 'b', least: 1, most: 1 }];
		expect(found({ due, came: ['b', 'b'] })).toEqual([['lost', 1], ['repeated', 1]]);
		expect(found({ came: ['c', 'c'] })).toEqual([['repeated', 1]]);
	});

	test('an unexpected kind of failure', () => {
		expect(found({ failures: [{ what: 'Invalid time value', isForeseen: false }] })).toEqual([['unforeseen', 1]]);
	});

	test('the key or its secret part anywhere', () => {
		expect(found({ texts: [{ where: 'an error', text: `x_${key}` }] })).toEqual([['key', 1]]);
		expect(found({}, { strays: ['GET / at another host'] })).toEqual([['key', 1]]);
	});

	test('a call that exceeds its time limit', () => {
		expect(found({ calls: [{ what: 'a call', tookMs: 31_001, mostMs: 30_000 }] })).toEqual([['late', 1]]);
	});
});
