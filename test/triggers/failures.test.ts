import { ClientError } from '../../src/client/index.ts';
import { explainFailure, reasonFor } from '../../src/triggers/failures.ts';
import { Refusal } from '../../src/words/refusal.ts';
import { terms as n8nTerms } from '../../nodes/shared/terms.ts';
import { terms as nodeRedTerms } from '../../packages/node-red/terms.ts';
import { otherTerms as terms } from './hosts.ts';

const risk = { outcomeUnknown: false, creditAtRisk: false };
const notFound = new ClientError({ kind: 'api', status: 404, code: 'not_found', message: 'No such webhook', ...risk });
const unread = new ClientError({ kind: 'noAnswer', reason: 'reset', ...risk });
const invalid = new ClientError({ kind: 'invalidInput', field: 'url', reason: 'it must start with https://' });

test('the reason for a missing detail is one sentence', () => {
	expect(reasonFor(notFound, terms)).toBe('No such webhook.');
	expect(reasonFor(new TypeError('x is not a function'), terms)).toBe('The details could not be read.');
});

describe('a failure of a trigger', () => {
	test('says what was done, what happened and what to do, in this order', () => {
		const advice = { not_found: 'Register it again' };
		const explained = explainFailure(notFound, terms, { before: 'The webhook could not be deleted', advice });
		expect(explained?.message).toMatch(/^The webhook could not be deleted\. .*No such webhook.*\. Register it again\.$/);
		expect(explained).toMatchObject({ httpCode: '404', isRefusal: false, failure: { cause: 'configuration-invalid' } });
		expect(explainFailure(notFound, terms)?.message).not.toMatch(/^\W|Register it again/);
	});

	test('has no status if there was no answer', () => {
		const explained = explainFailure(unread, terms);
		expect(explained).not.toHaveProperty('httpCode');
		expect(explained).toMatchObject({ isRefusal: false });
	});

	test('is a refusal if nothing was sent', () => {
		const refusal = new Refusal('There is no public address', ({ platform }) => `Give ${platform} one`, { code: 'no_address' }, { cause: 'configuration-invalid' });
		expect(explainFailure(refusal, terms)).toMatchObject({ message: 'There is no public address. Give Acme Flows one.', isRefusal: true });
		expect(explainFailure(refusal, terms)?.failure).toEqual({ cause: 'configuration-invalid' });
		const explained = explainFailure(invalid, terms);
		expect(explained).toMatchObject({ message: expect.stringContaining('it must start with https://'), isRefusal: true });
		expect(explained).not.toHaveProperty('httpCode');
	});

	test.each([n8nTerms, nodeRedTerms])('at the hourly limit advises nothing that a trigger does not have in $platform', (host) => {
		const limited = new ClientError({ kind: 'rateLimited', status: 429, message: 'x', retryAfterMs: 600_000, resetAt: null, limit: 100, ...risk });
		expect(explainFailure(limited, host)?.message).toBe('All 100 requests for this hour are used up. Try again in 10 minutes.');
	});

	test('is nothing that the trigger can explain, if it was not expected', () => {
		expect(explainFailure(new TypeError('x is not a function'), terms)).toBeNull();
	});
});
