import { createDocument } from 'zod-openapi';
import { api } from '../../src/api/index.ts';
import { operationOf } from './operation.ts';
import { schemas } from './schemas.ts';

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

/** The service as an OpenAPI 3.1 document, made from the table. `serverUrl` without a path. */
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
		components: {
			schemas,
			securitySchemes: {
				apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `svc_` and 32 hexadecimal characters' },
			},
		},
	});
}
