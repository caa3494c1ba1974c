import { globSync } from 'node:fs';
import { terms as n8n } from '../../nodes/shared/terms.ts';
import { terms as zapier } from '../../packages/zapier/terms.ts';
import { terms as mcp } from '../../packages/mcp/terms.ts';
import { terms as nodeRed } from '../../packages/node-red/terms.ts';
import { ClientError, type Problem } from '../../src/client/index.ts';
import { catalogue } from '../../src/operations/index.ts';
import { explainError } from '../../src/words/errors.ts';
import { textIn, type Terms } from '../../src/forms/terms.ts';
import { literalsOf, renderedFor } from '../words/rendered.ts';

/** A made-up host, so that each of its words is unique. */
const other: Terms = {
	platform: 'Quarry',
	step: 'brick',
	flow: 'wall',
	timezone: 'the wall’s time zone',
	account: 'mortar bucket',
	list: { name: 'Gather', verb: 'Gather' },
	operation: (resource, operation) => `the brick ${resource}: ${operation}`,
	runLimits: '“Site Rules”',
	allowHttp: 'Let Plain Mortar Through',
	instantTrigger: 'the loud bell',
	pollingTrigger: 'the patient bell',
};

/** Each host's words that mean nothing on another. */
const words = {
	n8n: /\bn8n\b|\bnodes?\b|\bworkflows?\b|\bcredentials?\b|\bGet Many\b|\berror output\b|\bWait node\b|\binput items?\b|\bper item\b|\beach item\b|\bbinary\b|\bexpressions?\b|\bexecutions?\b|\bReturn All\b|\bcanvas\b/i,
	mcp: /\bMCP\b|“[a-z]+(?:_[a-z]+)+”/,
	zapier: /\bZaps?\b|\bZapier\b|\bconnected accounts?\b|“Find \w+|\bmapped\b/,
	other: /\bbricks?\b|\bwalls?\b|\bmortar\b|\bgather\b|\bmason\b|\bsite\b|\bpile\b|\bbell\b|\bquarry\b/i,
};

test.each([
	['another host', other, [words.n8n, words.zapier, words.mcp], words.other],
	['n8n', n8n, [words.other, words.zapier, words.mcp], words.n8n],
	['Zapier', zapier, [words.other, words.n8n, words.mcp], words.zapier],
	['MCP', mcp, [words.other, words.n8n, words.zapier], words.mcp],
])('for %s, every text is in its words and none in those of others', (_, terms, foreign, own) => {
	const texts = renderedFor(terms);
	expect(texts.length).toBeGreaterThan(300);
	expect(texts.filter(([, text]) => foreign.some((word) => word.test(text)))).toEqual([]);
	// Its own words do appear, so the terms are used, and this test can find what it looks for.
	expect(texts.filter(([, text]) => own.test(text)).length).toBeGreaterThan(20);
});

/** Node-RED has nodes as well, so words it shares with n8n are not foreign to it. */
const foreignToNodeRed = /\bn8n\b|\bworkflows?\b|\bcredentials?\b|\berror output\b|\bWait node\b|\binput items?\b|\bbinary\b|\bexpressions?\b|\bexecutions?\b|\bReturn All\b|\bcanvas\b|\bZaps?\b|\bZapier\b/i;

test('for Node-RED, every text is in its words', () => {
	const texts = renderedFor(nodeRed);
	expect(texts.filter(([, text]) => foreignToNodeRed.test(text) || words.other.test(text))).toEqual([]);
	expect(texts.filter(([, text]) => /\bnodes?\b|\bflows?\b|\bmsg\./i.test(text)).length).toBeGreaterThan(20);
});

test('no literal of Node-RED’s package is in the words of n8n', () => {
	const literals = globSync('packages/node-red/*.ts').flatMap((path) => literalsOf(path).map((text) => [path, text] as const));
	expect(literals.length).toBeGreaterThan(30);
	const foreign = /\bn8n\b|\bworkflows?\b|\berror output\b|\bexecutions?\b|\bReturn All\b|\bcanvas\b|\bZaps?\b/i;
	expect(literals.filter(([, text]) => foreign.test(text))).toEqual([]);
});

const twice = catalogue.flatMap(({ id: resource, operations }) =>
	operations.flatMap(({ id, advice, credit, endpoint }) => (endpoint?.repeat === 'never' && credit === 'never' ? [[`${resource} ${id}`, advice] as const] : [])),
);

test.each(twice)('%s, if its answer is lost, is not to be done twice without a look', (_, advice) => {
	const next = (problem: Problem) => explainError(new ClientError(problem), { terms: other, now: 0, advice })?.next;
	const lost = { outcomeUnknown: true, creditAtRisk: false } as const;
	const said = textIn(advice?.outcome_unknown ?? 'Try again', other);
	expect(said).toMatch(/^The .* may (be|have been) .* anyway/);
	for (const reason of ['timeout', 'reset', 'aborted'] as const) expect(next({ kind: 'noAnswer', reason, ...lost })).toBe(said);
	expect(next({ kind: 'api', status: 500, code: 'internal_error', message: 'Oops', ...lost })).toBe(said);
	const nothingDone = { outcomeUnknown: false, creditAtRisk: false } as const;
	expect(next({ kind: 'noAnswer', reason: 'refused', ...nothingDone })).toContain('Check the host and port');
	expect(next({ kind: 'api', status: 401, code: 'unauthorized', message: 'No', ...nothingDone })).toContain('enter a valid key');
});

test('where to look for a webhook that may have been registered is said in the words of the host', () => {
	const { advice } = catalogue.find(({ id }) => id === 'webhook')?.operations.find(({ id }) => id === 'register') ?? {};
	const said = [n8n, nodeRed, zapier, mcp].map((terms) => textIn(advice?.outcome_unknown ?? '', terms));
	expect(said).toEqual(
		['Webhook > Get Many', 'Webhook > Get Many', '“Find Webhooks”', '“webhook_get_all”'].map((name) => expect.stringContaining(`look for its URL with ${name}. Remove`)),
	);
});

test('no text has a gap where a term is empty', () => {
	const silent: Terms = { ...other, allowHttp: '' };
	expect(renderedFor(silent).filter(([, text]) => / {2}|\. ?\.|\s$|^\s/.test(text))).toEqual([]);
});

test.each([
	['Zapier', 'packages/zapier/*.ts', words.n8n],
	['n8n', 'nodes/**/*.ts', words.zapier],
])('no literal of %s is in the words of another host', (_, files, foreign) => {
	const literals = globSync(files).flatMap((path) => literalsOf(path).map((text) => [path, text] as const));
	expect(literals.length).toBeGreaterThan(30);
	expect(literals.filter(([, text]) => foreign.test(text))).toEqual([]);
});

test('no literal of the core holds n8n’s words, those of hints and refusals included', () => {
	const files = globSync('src/{api,client,format,meetings,operations,reports,words}/**/*.ts');
	const literals = files.flatMap((path) => literalsOf(path).map((text) => [path, text] as const));
	expect(literals.length).toBeGreaterThan(300);
	expect(literals.filter(([, text]) => words.n8n.test(text))).toEqual([]);
});
