import { createDocument } from 'zod-openapi';
import { z } from 'zod/v4';
import {
	api,
	commonErrors,
	Delivery,
	deliveryHeaders,
	type Endpoint,
	type ErrorCode,
	errorStatus,
	eventData,
	rateLimitHeaders,
	type Shape,
} from '../../src/api/index.ts';
import type { App } from '../http/router.ts';
import { schemas } from './schemas.ts';

const integerHeader = (description: string) => ({ description, schema: { type: 'integer' as const } });

const budgetHeaders = {
	[rateLimitHeaders.limit]: integerHeader('Requests allowed per hour'),
	[rateLimitHeaders.remaining]: integerHeader('Requests left'),
	[rateLimitHeaders.reset]: integerHeader('Unix time in seconds of the next full hour, UTC'),
};

/** Missing if the AI model's provider is busy, and with `ai_limit_exceeded`. */
const refusalHeaders = {
	...budgetHeaders,
	[rateLimitHeaders.retryAfter]: integerHeader('Seconds until the next full hour'),
};

/** Every 200 has these headers (Limits, 1). */
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

/** An endpoint as an OpenAPI operation. `x-` fields say whether it may be retried and whether it uses a credit. */
const operationOf = (resource: string, name: string, endpoint: Endpoint) => ({
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

const operations = Object.entries(api).flatMap(([resource, endpoints]) =>
	Object.entries(endpoints).map(([name, endpoint]) => ({
		path: endpoint.path,
		method: endpoint.method.toLowerCase(),
		operation: operationOf(resource, name, endpoint),
	})),
);

const pathItem = (path: string) =>
	Object.fromEntries(
		operations.filter((entry) => entry.path === path).map(({ method, operation }) => [method, operation]),
	);

const names = deliveryHeaders();
const Signature = z.string().meta({ description: 'HMAC-SHA256 of the body as it was sent, with the webhook’s secret as the key, in lower-case hex' });

/** What a webhook sends for each event (Events). No delivery is sent again. */
const webhooks = Object.fromEntries(
	Object.entries(eventData).map(([event, data]) => [
		event,
		{
			post: {
				operationId: `webhooks.${event}`,
				requestParams: { header: z.object({ [names.event]: z.literal(event), [names.signature]: Signature }) },
				requestBody: { required: true, content: json(Delivery.extend({ event: z.literal(event), data })) },
				responses: { '200': { description: 'Received' } },
				security: [],
			},
		},
	]),
);

/** The service as an OpenAPI 3.1 document, generated from the tables of endpoints and events. `serverUrl` without a path. */
export function openApiDocument(serverUrl: string): ReturnType<typeof createDocument> {
	return createDocument({
		openapi: '3.1.0',
		info: {
			title: 'Meeting Assistant Data API',
			version: 'v1',
			description: 'A user’s conversations, transcripts, key points, feedback, contacts, calendar and webhooks.',
			license: { name: 'MIT', identifier: 'MIT' },
		},
		servers: [{ url: serverUrl }],
		security: [{ apiKey: [] }],
		tags: Object.keys(api).map((name) => ({ name })),
		paths: Object.fromEntries(operations.map(({ path }) => [path, pathItem(path)])),
		webhooks,
		components: {
			schemas,
			securitySchemes: {
				apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `svc_` and 32 hexadecimal characters' },
			},
		},
	});
}

/** Adds the document at `/openapi.json`, which needs no key. Its server is the address at which the caller reached the sandbox. */
export function openApiRoutes(app: App): void {
	let document: ReturnType<typeof openApiDocument> | undefined;
	app.get('/openapi.json', (context) => {
		const { origin } = new URL(context.req.url);
		document ??= openApiDocument(origin);
		return context.json({ ...document, servers: [{ url: origin }] });
	});
}
