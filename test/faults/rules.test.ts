import { api, type Endpoint } from '../../src/api/index.ts';
import { createFaults } from '../../sandbox/faults/faults.ts';
import type { NewRule } from '../../sandbox/faults/rule.ts';

const { conversations, transcript, question } = api;
const LIST = conversations.list.path;

/** Which of `n` requests a rule makes fail. */
function fate(rule: NewRule, n = 1000, endpoint: Endpoint = conversations.list, path: string = LIST): number[] {
	const faults = createFaults();
	faults.add(rule);
	return Array.from({ length: n }, (_, index) => index).filter(() => faults.next(endpoint, path) !== undefined);
}

const rule = (target: object): NewRule => ({ kind: 'internal-error', ...target });

describe('share and seed', () => {
	test('the same seed strikes the same requests, another seed others', () => {
		expect(fate(rule({ share: 0.3, seed: 7 }))).toEqual(fate(rule({ share: 0.3, seed: 7 })));
		expect(fate(rule({ share: 0.3, seed: 7 }))).not.toEqual(fate(rule({ share: 0.3, seed: 8 })));
	});

	test('the effect of a seed is stable across versions: request numbers of seed 7', () => {
		expect(fate(rule({ share: 0.1, seed: 7 }), 60)).toMatchInlineSnapshot(`
[
  32,
  36,
  38,
  51,
]
`);
	});

	test.each([0.01, 0.1, 0.5, 0.9])('a share of %d of many requests', (share) => {
		expect(Math.abs(fate(rule({ share }), 20_000).length / 20_000 - share)).toBeLessThan(0.015);
	});

	test('requests that do not match a rule do not change the outcome of the others', () => {
		const faults = createFaults();
		faults.add(rule({ share: 0.3, seed: 7, method: 'GET' }));
		const struck = Array.from({ length: 1000 }, (_, index) => index).filter(() => {
			faults.next(question.ask, '/api/v1/conversations/c1/query');
			return faults.next(conversations.list, LIST) !== undefined;
		});
		expect(struck).toEqual(fate(rule({ share: 0.3, seed: 7 })));
	});
});

test('a count ends the fault', () => {
	expect(fate(rule({ count: 3 }), 10)).toEqual([0, 1, 2]);
	expect(fate(rule({ count: 3, share: 0.5 }), 1000)).toHaveLength(3);
});

describe('which requests', () => {
	const C1 = '/api/v1/conversations/c1';
	test.each<[object, Endpoint, string, boolean]>([
		[{}, conversations.list, LIST, true],
		[{ method: 'GET' }, conversations.list, LIST, true],
		[{ method: 'POST' }, conversations.list, LIST, false],
		[{ path: LIST }, conversations.list, LIST, true],
		[{ path: LIST }, transcript.get, `${C1}/transcript`, false],
		[{ path: '/api/v1/conversations/{id}/transcript' }, transcript.get, `${C1}/transcript`, true],
		[{ path: '/api/v1/conversations/{id}/transcript' }, transcript.get, '/api/v1/conversations/%C3%A9/transcript', true],
		[{ path: '/api/v1/conversations/{id}' }, transcript.get, `${C1}/transcript`, false],
		[{ path: '/api/v1/conversations/c2/transcript' }, transcript.get, `${C1}/transcript`, false],
		[{ path: '/api/v1/conversations/*/transcript' }, transcript.get, `${C1}/transcript`, true],
		[{ path: `${C1}/*`, method: 'POST' }, question.ask, `${C1}/query`, true],
		[{ path: '/api/v1/conversations/*' }, transcript.get, `${C1}/transcript`, false],
		[{ path: '/api/v1/conversations/{id}/transcript' }, transcript.get, '/api/v1/conversations//transcript', false],
		[{ path: '/api/v1/conversations/é/transcript' }, transcript.get, '/api/v1/conversations/%C3%A9/transcript', true],
		[{ path: '/api/v1/conversations/c.' }, conversations.list, C1, false],
	])('%j at %j', (target, endpoint, path, expected) => {
		expect(fate(rule(target), 1, endpoint, path)).toHaveLength(expected ? 1 : 0);
	});

	test('with a path, a fault gives even implausible answers', () => {
		expect(fate({ kind: 'ai-limit-exceeded' }, 1)).toEqual([]);
		expect(fate({ kind: 'ai-limit-exceeded', path: LIST }, 1)).toEqual([0]);
	});
});

test('at most one fault per request: the oldest that strikes', () => {
	const faults = createFaults();
	faults.add({ kind: 'unavailable', count: 1 });
	faults.add({ kind: 'redirect' });
	const struck = [1, 2].map(() => faults.next(conversations.list, LIST)?.kind);
	expect(struck).toEqual(['unavailable', 'redirect']);
	expect(faults.list().map(({ id, seen, injected }) => ({ id, seen, injected }))).toEqual([
		{ id: 1, seen: 1, injected: 1 },
		{ id: 2, seen: 1, injected: 1 },
	]);
	faults.clear(1);
	expect(faults.list()).toHaveLength(1);
	faults.clear();
	expect(faults.next(conversations.list, LIST)).toBeUndefined();
	expect(() => faults.clear(1)).toThrow('There is no fault 1.');
});

describe('an invalid rule is refused with a reason', () => {
	test.each<[object, string]>([
		[{ kind: 'slow-body', share: 0 }, 'share'],
		[{ kind: 'slow-body', share: 1.1 }, 'share'],
		[{ kind: 'slow-body', count: 0 }, 'count'],
		[{ kind: 'slow-body', path: 'api' }, 'path'],
		[{ kind: 'slow-body', path: '/conversations' }, 'path: there is no endpoint /conversations; paths are like /api/v1/conversations/{id}/transcript'],
		[{ kind: 'slow-body', path: LIST, method: 'DELETE' }, `path: there is no endpoint DELETE ${LIST};`],
		[{ kind: 'redirect', location: 'javascript:1' }, 'location'],
		[{ kind: 'truncated-json', delayMs: 5 }, 'delayMs: cannot be used with truncated-json'],
	])('%j', (wrong, words) => {
		expect(() => createFaults().add({ kind: 'slow-body', ...wrong })).toThrow(words);
	});
});
