import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { terms as n8n } from '../../nodes/shared/terms.ts';
import { terms as zapier } from '../../packages/zapier/terms.ts';
import { terms as mcp } from '../../packages/mcp/terms.ts';
import { terms as nodeRed } from '../../packages/node-red/terms.ts';
import { errorStatus } from '../../src/api/index.ts';
import { BASE_URL, ClientError, type Problem } from '../../src/client/index.ts';
import { createHints } from '../../src/operations/hints.ts';
import { catalogue, type Operation } from '../../src/operations/index.ts';
import type { Choice, Field } from '../../src/operations/field.ts';
import { AT_RISK, explainError, type Advice } from '../../src/words/errors.ts';
import { textIn, type Terms, type Text } from '../../src/words/terms.ts';

/** A host that nobody has, so that each of its words is its own. */
const other: Terms = {
	platform: 'Quarry',
	step: 'brick',
	flow: 'wall',
	activated: 'painted',
	timezone: 'the wall’s time zone',
	account: 'mortar bucket',
	list: { name: 'Gather', verb: 'Gather' },
	operation: (resource, operation) => `the brick ${resource}: ${operation}`,
	waitForRetry: 'Lay the brick again after “retryAfterSeconds”',
	listUnprocessed: 'The site log lists them',
	runLimits: 'Site Rules',
	allowHttp: 'Let Plain Mortar Through',
	raiseLimit: 'Ask for a bigger pile',
	checkValue: 'Look at what the mason handed over',
	keepInput: 'Leave the mason’s choice if that brick lies below this one',
	instantTrigger: 'the loud bell',
	pollingTrigger: 'the patient bell',
	setPublicAddress: 'Paint the address on the wall',
	startingSoonTrigger: 'the bell for meetings that start soon',
};

/** The words of each host that mean nothing on another. */
const words = {
	n8n: /\bn8n\b|\bnodes?\b|\bworkflows?\b|\bcredentials?\b|\bGet Many\b|\berror output\b|\bWait node\b|\binput items?\b|\bper item\b|\beach item\b|\bbinary\b|\bexpressions?\b|\bexecutions?\b|\bReturn All\b|\bcanvas\b/i,
	mcp: /\bMCP\b|“[a-z]+(?:_[a-z]+)+”/,
	zapier: /\bZaps?\b|\bZapier\b|\bconnected accounts?\b|“Find \w+|\bmapped\b/,
	other: /\bbricks?\b|\bwalls?\b|\bmortar\b|\bgather\b|\bmason\b|\bsite\b|\bpile\b|\bbell\b|\bquarry\b/i,
};

type Texts = readonly (Text | undefined)[];

const choiceTexts = ({ label, description }: Choice): Texts => [label, description];

function fieldTexts(field: Field): Texts {
	const { label, description, hint, example } = field;
	const own = [label, description, hint, example];
	switch (field.kind) {
		case 'choice':
		case 'choices':
			return [...own, ...field.choices.flatMap(choiceTexts)];
		case 'pairs': {
			const { pair, from, to } = field;
			return [...own, pair.label, from.label, from.description, from.example, to.label, to.description, to.example];
		}
		default:
			return own;
	}
}

const adviceTexts = (advice: Advice = {}): Texts => Object.values(advice);

function operationTexts({ name, action, description, requests, whenEmpty, advice, ...groups }: Operation): Texts {
	const fields = [groups.fields, groups.filters, groups.options].flatMap((group) => Object.values(group));
	return [name, action, description, requests, whenEmpty, ...adviceTexts(advice), ...fields.flatMap(fieldTexts)];
}

const catalogueTexts = catalogue.flatMap((resource) =>
	resource.operations.flatMap((operation) =>
		operationTexts(operation).map((text) => [`${resource.id} ${operation.id}`, text] as const),
	),
);

const atRisk = { creditAtRisk: true };
const limited = { status: 429, message: 'Slow down', ...atRisk } as const;
const resetAt = new Date(3_600_000);

/** One of each kind at least; a new kind does not compile until it is here. */
const problems: { readonly [K in Problem['kind']]: readonly Extract<Problem, { kind: K }>[] } = {
	api: [...Object.entries(errorStatus), ['of_tomorrow', 418] as const].map(([code, status]) => ({
		kind: 'api',
		status,
		code,
		message: 'It was refused',
		...atRisk,
	})),
	noAnswer: (['timeout', 'dns', 'refused', 'tls', 'reset', 'aborted', 'other'] as const).map((reason) => ({
		kind: 'noAnswer',
		reason,
		...atRisk,
	})),
	unexpectedAnswer: [200, 302, 404, 502].map((status) => ({
		kind: 'unexpectedAnswer',
		status,
		contentType: 'text/html',
		...atRisk,
	})),
	rateLimited: [
		{ kind: 'rateLimited', ...limited, retryAfterMs: 60_000, resetAt, limit: 100 },
		{ kind: 'rateLimited', ...limited, retryAfterMs: 60_000, resetAt: null, limit: null },
		{ kind: 'rateLimited', ...limited, retryAfterMs: null, resetAt: null, limit: null },
	],
	creditsExhausted: [{ kind: 'creditsExhausted', ...limited }],
	answerTooLarge: [{ kind: 'answerTooLarge', maxBytes: 64 * 1024 * 1024, ...atRisk }],
	requestsReserved: [
		{ kind: 'requestsReserved', by: 'budget', made: 1, resetAt: null, ...atRisk },
		{ kind: 'requestsReserved', by: 'limit', made: 2, resetAt, ...atRisk },
		{ kind: 'requestsReserved', by: 'time', made: 2, resetAt: null, ...atRisk },
	],
	creditsReserved: [
		{ kind: 'creditsReserved', left: 1, reserve: 10 },
		{ kind: 'creditsReserved', left: null, reserve: 1 },
	],
	invalidInput: [
		{ kind: 'invalidInput', field: 'Title', reason: 'it is empty' },
		{ kind: 'invalidInput', field: BASE_URL, reason: 'it is empty' },
	],
};

const allProblems: readonly Problem[] = Object.values(problems).flat();

const errorTexts = (terms: Terms) =>
	allProblems.flatMap((problem) => {
		const explained = explainError(new ClientError(problem), { terms, now: 0 });
		return [explained?.what, explained?.next].map((text) => [JSON.stringify(problem), text] as const);
	});

function hintTexts(terms: Terms) {
	const hints = createHints(terms);
	for (const { operations } of catalogue) {
		for (const { endpoint } of operations) {
			if (!endpoint) continue;
			hints.onAnswer({ endpoint, method: 'GET', url: '', status: 200, headers: {}, ms: 0, rateLimit: null, attempt: 1, drift: [{ path: 'data.0.title', message: 'x' }] });
		}
	}
	return hints.messages({ limit: 100, remaining: 1, resetAt }).map((text) => ['a hint', text] as const);
}

const renderedFor = (terms: Terms) =>
	[...catalogueTexts, ['a credit at risk', AT_RISK] as const, ...errorTexts(terms), ...hintTexts(terms)].flatMap(([where, text]) =>
		text === undefined ? [] : [[where, textIn(text, terms)] as const],
	);

test.each([
	['another host', other, [words.n8n, words.zapier, words.mcp], words.other],
	['n8n', n8n, [words.other, words.zapier, words.mcp], words.n8n],
	['Zapier', zapier, [words.other, words.n8n, words.mcp], words.zapier],
	['MCP', mcp, [words.other, words.n8n, words.zapier], words.mcp],
])('for %s, every text is in its words and none in those of others', (_, terms, foreign, own) => {
	const texts = renderedFor(terms);
	expect(texts.length).toBeGreaterThan(300);
	expect(texts.filter(([, text]) => foreign.some((word) => word.test(text)))).toEqual([]);
	// Its own words do appear, so the terms are used, and what this test looks for can be found.
	expect(texts.filter(([, text]) => own.test(text)).length).toBeGreaterThan(20);
});

/** Node-RED has nodes, and what it shares with n8n is not foreign to it. */
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
	const lost = { creditAtRisk: false } as const;
	const said = textIn(advice?.outcome_unknown ?? 'Try again', other);
	expect(said).toMatch(/^The .* may (be|have been) .* all the same/);
	for (const reason of ['timeout', 'reset', 'aborted'] as const) expect(next({ kind: 'noAnswer', reason, ...lost })).toBe(said);
	expect(next({ kind: 'api', status: 500, code: 'internal_error', message: 'Oops', ...lost })).toBe(said);
	expect(next({ kind: 'noAnswer', reason: 'refused', ...lost })).toContain('Check the host and port');
	expect(next({ kind: 'api', status: 401, code: 'unauthorized', message: 'No', ...lost })).toContain('enter a valid key');
});

test('where to look for a webhook that may have been registered is said in the words of the host', () => {
	const { advice } = catalogue.find(({ id }) => id === 'webhook')?.operations.find(({ id }) => id === 'register') ?? {};
	const said = [n8n, nodeRed, zapier, mcp].map((terms) => textIn(advice?.outcome_unknown ?? '', terms));
	expect(said).toEqual(
		['Webhook > Get Many', 'Webhook > Get Many', '“Find Webhooks”', '“webhook_get_all”'].map((name) => expect.stringContaining(`look for its URL with ${name}. Remove`)),
	);
});

test('no text has a gap where a term is empty', () => {
	const silent: Terms = { ...other, waitForRetry: '', listUnprocessed: '', keepInput: '' };
	expect(renderedFor(silent).filter(([, text]) => / {2}|\. ?\.|\s$|^\s/.test(text))).toEqual([]);
});

/** The literals of a file that are more than one word, where texts made while an operation runs are found too. */
function literalsOf(path: string): string[] {
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
		if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
			if (node.text.includes(' ')) found.push(node.text);
		}
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true));
	return found;
}

test.each([
	['Zapier', 'packages/zapier/*.ts', words.n8n],
	['n8n', 'nodes/**/*.ts', words.zapier],
])('no literal of %s is in the words of another host', (_, files, foreign) => {
	const literals = globSync(files).flatMap((path) => literalsOf(path).map((text) => [path, text] as const));
	expect(literals.length).toBeGreaterThan(30);
	expect(literals.filter(([, text]) => foreign.test(text))).toEqual([]);
});

test('no literal of the core holds n8n’s words, those of hints and refusals included', () => {
	const files = globSync('src/{api,client,format,insights,operations,words}/**/*.ts');
	const literals = files.flatMap((path) => literalsOf(path).map((text) => [path, text] as const));
	expect(literals.length).toBeGreaterThan(300);
	expect(literals.filter(([, text]) => words.n8n.test(text))).toEqual([]);
});
