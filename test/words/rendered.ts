import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { errorStatus } from '../../src/api/index.ts';
import { BASE_URL, ClientError, type Problem } from '../../src/client/index.ts';
import { missingHint } from '../../src/triggers/poll/conversations.ts';
import { instantTrigger, pollingTrigger, type Trigger } from '../../src/triggers/form.ts';
import { createHints } from '../../src/operations/hints.ts';
import { catalogue, type Operation } from '../../src/operations/index.ts';
import type { Choice, Field } from '../../src/forms/field.ts';
import { AT_RISK, explainError, type Advice } from '../../src/words/errors.ts';
import { textIn, type Terms, type Text } from '../../src/forms/terms.ts';

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

function operationTexts({ name, action, description, notes, requests, whenEmpty, advice, ...groups }: Operation): Texts {
	const fields = [groups.fields, groups.filters, groups.options].flatMap((group) => Object.values(group));
	return [name, action, description, notes, requests, whenEmpty, ...adviceTexts(advice), ...fields.flatMap(fieldTexts)];
}

const catalogueTexts = catalogue.flatMap((resource) =>
	resource.operations.flatMap((operation) =>
		operationTexts(operation).map((text) => [`${resource.id} ${operation.id}`, text] as const),
	),
);

const triggerTexts = [instantTrigger, pollingTrigger].flatMap(({ notices, filtersDescription, ...groups }: Trigger) => {
	const fields = [groups.fields, groups.filters, groups.options].flatMap((group) => Object.values(group));
	return [...notices.map(({ text }) => text), filtersDescription, ...fields.flatMap(fieldTexts)].map((text) => ['a trigger', text] as const);
});

const missing = (terms: Terms) =>
	(['keyPoints', 'feedback'] as const).map((kind) => ['a missing result', missingHint({ id: 'c1', kind }, terms)] as const);

const atRisk = { creditAtRisk: true, outcomeUnknown: true };
const limited = { status: 429, message: 'Slow down', ...atRisk } as const;
const resetAt = new Date(3_600_000);

/** At least one of each kind. A new kind does not compile until it is here. */
const problems: { readonly [K in Problem['kind']]: readonly Extract<Problem, { kind: K }>[] } = {
	api: [...Object.entries(errorStatus), ['of_tomorrow', 418] as const].map(([code, status]) => ({
		kind: 'api',
		status,
		code,
		message: 'It was refused',
		...atRisk,
	})),
	refused: [{ kind: 'refused', code: 'not_found', status: 404, message: 'It was refused' }],
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
		{ kind: 'requestsReserved', by: 'limit', made: 1, resetAt: null, allReserved: true, ...atRisk },
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

export const allProblems: readonly Problem[] = Object.values(problems).flat();

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
	return hints.messages({ limit: 100, remaining: 1, resetAt }, 'UTC').map((text) => ['a hint', text] as const);
}

export const renderedFor = (terms: Terms) =>
	[...catalogueTexts, ...triggerTexts, ...missing(terms), ['a credit at risk', AT_RISK] as const, ...errorTexts(terms), ...hintTexts(terms)].flatMap(([where, text]) =>
		text === undefined ? [] : [[where, textIn(text, terms)] as const],
	);

/** The literals of a file that are more than one word, where texts made while an operation runs are found too. */
export function literalsOf(path: string): string[] {
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
