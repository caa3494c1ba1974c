import { Validator } from '@seriousme/openapi-schema-validator';
import { api, type Endpoint, errorStatus, eventNames } from '../../src/api/index.ts';
import { openApiDocument } from '../../sandbox/openapi/document.ts';

const document = openApiDocument('https://api.example.com');

test('the validator rejects a broken document', async () => {
	const broken = { ...JSON.parse(JSON.stringify(document)), paths: { nowhere: {} } };
	expect(await new Validator().validate(broken)).toMatchObject({ valid: false });
});

test('it has every endpoint of the table, with its retry and credit behavior', () => {
	for (const endpoint of Object.values(api).flatMap((resource) => Object.values<Endpoint>(resource))) {
		expect(document.paths?.[endpoint.path]).toHaveProperty(
			endpoint.method.toLowerCase(),
			expect.objectContaining({
				'x-ai-credit': endpoint.credit,
				'x-repeat-after-unknown-outcome': endpoint.repeat,
			}),
		);
	}
});

test('it has every event, with its signature, and the codes of all errors', () => {
	expect(Object.keys(document.webhooks ?? {})).toEqual(eventNames);
	expect(document.webhooks).toHaveProperty(['conversation.shared', 'post', 'parameters', 1], expect.objectContaining({ in: 'header', name: 'X-Svc-Signature', required: true }));
	expect(document).toHaveProperty('components.schemas.Error.properties.error.properties.code.examples', Object.keys(errorStatus));
});
