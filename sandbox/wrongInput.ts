import type { z } from 'zod/v4';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

const TYPES: Readonly<Record<string, string>> = {
	string: 'a text',
	number: 'a number',
	int: 'a whole number',
	boolean: 'true or false',
	array: 'a list',
	object: 'a JSON object',
};

const FORMATS: Readonly<Record<string, string>> = {
	url: 'a URL, such as https://example.com/hook',
	email: 'an e-mail address',
	datetime: 'a date and time, such as 2026-03-02T09:15:00Z',
};

/** What is wrong with an input, in words for people; undefined leaves it to zod. Goes with `safeParse`. */
export function wordsFor(issue: Issue): string | undefined {
	switch (issue.code) {
		case 'invalid_type':
			return issue.input === undefined ? 'is missing' : mustBe(TYPES[issue.expected]);
		case 'invalid_format':
			return mustBe(FORMATS[issue.format]);
		case 'invalid_value':
			return mustBe(`one of ${issue.values.join(', ')}`);
		case 'too_small':
			if (issue.origin !== 'number') return 'must not be empty';
			return mustBe(`${issue.inclusive === false ? 'above' : 'at least'} ${issue.minimum}`);
		case 'too_big':
			if (issue.origin === 'number') return mustBe(`at most ${issue.maximum}`);
			return `must have at most ${issue.maximum} ${issue.origin === 'array' ? 'entries' : 'characters'}`;
		case 'unrecognized_keys':
			return `there is no field ${issue.keys.join(', ')}`;
		default:
			return undefined;
	}
}

const mustBe = (what: string | undefined): string | undefined => (what === undefined ? undefined : `must be ${what}`);

/** The first problem of an input: its place, empty for the whole, and what is wrong. */
export function firstProblem({ issues: [issue] }: z.ZodError): { readonly field: string; readonly problem: string } {
	return { field: issue?.path.join('.') ?? '', problem: issue?.message ?? 'is not valid' };
}
