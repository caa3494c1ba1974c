import { z } from 'zod/v4';
import { commonErrors, errorStatus, rateLimitHeaders, type Endpoint, type ErrorCode, type Shape } from '../../src/api/index.ts';
import { schemas } from './schemas.ts';

const integerHeader = (description: string) => ({ description, schema: { type: 'integer' as const } });

const budgetHeaders = {
	[rateLimitHeaders.limit]: integerHeader('Requests allowed per hour'),
	[rateLimitHeaders.remaining]: integerHeader('Requests left'),
	[rateLimitHeaders.reset]: integerHeader('Unix time in seconds of the next full hour, UTC'),
};

/** All of them are left out when the AI model's provider is busy, and with `ai_limit_exceeded`. */
const refusalHeaders = {
	...budgetHeaders,
	[rateLimitHeaders.retryAfter]: integerHeader('Seconds until the next full hour'),
};

/** Every 200 carries them (Limits, 1). */
const requiredHeaders = Object.fromEntries(
	Object.entries(budgetHeaders).map(([name, header]) => [name, { ...header, required: true }]),
);

const json = (schema: z.ZodType) => ({ 'application/json': { schema } });

/** One answer per status: two codes that share a status share the answer. */
function errorResponses(endpoint: Endpoint) {
	const codes: readonly ErrorCode[] = [...commonErrors, ...endpoint.errors];
	const statuses = [...new Set(codes.map((code) => errorStatus[code]))].toSorted((a, b) => a - b);
	return Object.fromEntries(
		statuses.map((status) => [
			`${status}`,
			{
				description: codes.filter((code) => errorStatus[code] === status).join(' or '),
				...(status === errorStatus.rate_limited && { headers: refusalHeaders }),
				content: json(schemas.Error),
			},
		]),
	);
}

const isRequired = (shape: Shape) => Object.values(shape).some((field) => !field.safeParse(undefined).success);

/** An entry of the table as an OpenAPI operation, with what a caller must know before repeating it in `x-` fields. */
export const operationOf = (resource: string, name: string, endpoint: Endpoint) => ({
	operationId: `${resource}.${name}`,
	tags: [resource],
	summary: endpoint.summary,
	...(endpoint.notes && { description: endpoint.notes }),
	'x-repeat-after-unknown-outcome': endpoint.repeat,
	'x-ai-credit': endpoint.credit,
	requestParams: {
		...(endpoint.params && { path: z.object(endpoint.params) }),
		...(endpoint.query && { query: z.object(endpoint.query) }),
	},
	...(endpoint.body && {
		requestBody: { required: isRequired(endpoint.body), content: json(z.object(endpoint.body)) },
	}),
	responses: {
		'200': { description: endpoint.summary, headers: requiredHeaders, content: json(endpoint.response) },
		...errorResponses(endpoint),
	},
});
