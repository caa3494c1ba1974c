import { matchesPattern } from '../../src/events/filters.ts';

test.each([
	['Weekly call with Acme', 'acme', true],
	['Weekly call with Acme', 'weekly*acme', true],
	['Weekly call with Acme', 'acme*weekly', false],
	['Weekly (internal)', '(intern', true],
	['anything', '', true],
	['anything', '*', true],
])('%s and the pattern %s', (title, pattern, matching) => {
	expect(matchesPattern(title, pattern)).toBe(matching);
});
