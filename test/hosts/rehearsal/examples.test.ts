import { readFileSync } from 'node:fs';
import { readExamples } from '../../../scripts/n8n/examples.ts';
import type { RehearsedExample } from '../../../scripts/docs/examples.ts';
import { run } from './support.ts';

/** This example fails in n8n too until somebody replaces a node. */
const FAILS_ON_PURPOSE = 'never-miss-a-meeting';

/** Answer questions, and write nothing. */
const ONLY_READ = ['ai-agent', 'ai-agent-robust'];

let examples: readonly RehearsedExample[];
let page: string;

beforeAll(async () => {
	const { out, err } = await run('scripts/docs/examplesMain.ts', ['--json']);
	if (out === '') throw new Error(`Nothing was rehearsed: ${err}`);
	({ page, examples } = JSON.parse(out));
}, 20 * 60_000);

test('all examples run through a month without a problem, except the one that has to be completed first', () => {
	expect(examples).toHaveLength(readExamples().length);
	const problems = examples.flatMap(({ key, report }) => report.problems.filter(({ kind }) => kind !== 'notSetUp').map(({ kind }) => `${key}: ${kind}`));
	expect(problems).toEqual([`${FAILS_ON_PURPOSE}: runFailed`]);
});

test('every example was started, and did what it is for', () => {
	expect(examples.filter(({ report }) => report.runs === 0).map(({ key }) => key)).toEqual([]);
	expect(examples.filter(({ report }) => report.sent.length === 0).map(({ key }) => key)).toEqual([...ONLY_READ, FAILS_ON_PURPOSE]);
});

test('the figures in the README of the examples are those of the rehearsals', () => {
	expect(readFileSync('examples/README.md', 'utf8')).toBe(page);
});
