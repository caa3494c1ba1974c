import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { terms } from '../../nodes/shared/terms.ts';
import { ClientError, type Problem } from '../../src/client/index.ts';
import { createHints } from '../../src/operations/hints.ts';
import { sentences } from '../../src/forms/terms.ts';
import { counted, creditsLeft } from '../../src/words/counts.ts';
import { explainError } from '../../src/words/errors.ts';

const numbers = [-1, 0, 1, 2, 100] as const;

const resetAt = new Date(3_600_000);
const limited = { kind: 'rateLimited', status: 429, message: 'x', creditAtRisk: false, outcomeUnknown: false } as const;
const problemsWith = (count: number): Problem[] => [
	{ ...limited, retryAfterMs: count * 60_000, resetAt, limit: count },
	{ kind: 'requestsReserved', by: 'budget', made: count, resetAt: null, creditAtRisk: false, outcomeUnknown: false },
	{ kind: 'creditsReserved', left: count, reserve: 10 },
	{ kind: 'creditsReserved', left: 3, reserve: count },
];

const said = (count: number): string[] => [
	...problemsWith(count).flatMap((problem) => {
		const { message } = new ClientError(problem);
		const { what, next } = explainError(new ClientError(problem), { terms, now: 0 }) ?? { what: '', next: '' };
		return [message, what, next];
	}),
	...createHints(terms).messages({ limit: 100, remaining: count, resetAt }, 'UTC'),
	counted(count, 'meeting was', 'meetings were'),
	creditsLeft(count),
];

test.each(numbers)('texts about %s are right', (count) => {
	for (const text of said(count)) {
		// No negative amount, and neither “1 requests” nor “2 request”.
		expect(text).not.toMatch(/(?<![\dT:-])[-−]\d/);
		expect(text).not.toMatch(/\b1 (?!AI credits left|is\b|was\b|of\b)(?:AI )?\w+s\b/);
		expect(text).not.toMatch(/\b(?:0|2|100) (?:request|meeting|minute|AI credit)\b/);
	}
});

test.each([
	[-10, 'No AI credits are left and 10 are reserved, so nothing was spent'],
	[0, 'No AI credits are left and 10 are reserved, so nothing was spent'],
	[1, 'Only 1 AI credit is left and 10 are reserved, so nothing was spent'],
	[2, 'Only 2 AI credits are left and 10 are reserved, so nothing was spent'],
	[null, 'It is not known how many AI credits are left and 10 are reserved, so nothing was spent'],
])('with %s credits left, as after a downgrade', (left, what) => {
	expect(explainError(new ClientError({ kind: 'creditsReserved', left, reserve: 10 }), { terms, now: 0 })?.what).toBe(what);
});

const isOne = (node: ts.Expression): boolean =>
	ts.isBinaryExpression(node) && /^[!=]==$/.test(node.operatorToken.getText()) && node.right.getText() === '1';

const isText = (node: ts.Expression): boolean => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

/** The places in a text that depend on whether a number is 1. */
function pluralsIn(path: string, text: string): string[] {
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isConditionalExpression(node) && isOne(node.condition) && (isText(node.whenTrue) || isText(node.whenFalse))) found.push(`${path}: ${node.getText()}`);
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
	return found;
}

const sources = () => globSync('{src,nodes,packages,credentials,sandbox,scripts}/**/*.ts', { exclude: (path) => /node_modules|dist/.test(path) });

/** Counts that are the subject of a verb with a fixed form: “1 instant trigger need”. */
const disagreeing = /counted\((?:[^()]|\([^()]*\))*'\w[^']*'\)\}(?: \w+)? (?:are|do|have|need|take|use|were)\b/g;

test('a verb after a count agrees with it, or with what comes before', () => {
	const found = sources().flatMap((path) => readFileSync(path, 'utf8').match(disagreeing) ?? []);
	// Exceptions in which another subject precedes the count: titles, key points, files.
	const subjects = ['Only the titles of', 'The key points of', "'person', 'people')"];
	const lines = (one: string) => sources().map((path) => readFileSync(path, 'utf8')).find((text) => text.includes(one))?.split('\n').find((line) => line.includes(one)) ?? '';
	expect(found.filter((one) => !subjects.some((subject) => lines(one).includes(subject)))).toEqual([]);
	expect("`${counted(triggers, 'instant trigger')} need a webhook`").toMatch(disagreeing);
	expect("`${counted(triggers, 'trigger needs', 'triggers need')} a webhook`").not.toMatch(disagreeing);
});

test('no text ends in two full stops', () => {
	const twice = /[a-z]\.\.(?!\.)['`]/g;
	expect(sources().flatMap((path) => readFileSync(path, 'utf8').match(twice)?.map((one) => `${path}: ${one}`) ?? [])).toEqual([]);
	for (const message of ['Access was revoked', 'Access was revoked.', 'Access was revoked..']) {
		expect(sentences(terms, message, 'Reconnect it.')).toBe('Access was revoked. Reconnect it.');
		const problem = { kind: 'api', status: 403, code: 'forbidden', message, creditAtRisk: false, outcomeUnknown: false } as const;
		expect(explainError(new ClientError(problem), { terms, now: 0 })?.what).toBe('Access was revoked');
	}
	expect(sentences(terms, 'Reading...', 'Who?', 'Done…')).toBe('Reading... Who? Done…');
});

test('there is one way to write a plural', () => {
	const files = globSync('{src,nodes,packages,credentials,sandbox}/**/*.ts', { exclude: (path) => /node_modules|dist|^sandbox\/ai/.test(path) });
	const found = files.flatMap((path) => pluralsIn(path, readFileSync(path, 'utf8')));
	// The key of an action item has a number from its second occurrence on, a list in an email starts with one, a search is for one
	// address or a domain, a fault is for every request or a share of them, and a single letter is the label of a speaker.
	expect(found.filter((one) => !/occurrence|start="|group\.join|every|once|Speaker/.test(one))).toEqual([]);
	expect(pluralsIn('x.ts', "const a = `${n} ${n === 1 ? 'is' : 'are'}`;")).toHaveLength(1);
});
