import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod/v4';
import { api, type Endpoint } from '../../src/api/index.ts';

const Schema = z.looseObject({
	type: z.string().optional(),
	format: z.string().optional(),
	enum: z.array(z.unknown()).optional(),
	const: z.unknown(),
	anyOf: z.array(z.unknown()).optional(),
	required: z.array(z.string()).default([]),
	properties: z.record(z.string(), z.unknown()).default({}),
	items: z.unknown(),
});

const TIME = '2026-11-02T10:00:00Z';

/** The minimum that the description allows: null wherever possible, optional fields left out. */
function least(json: unknown): unknown {
	const schema = Schema.parse(json);
	if (schema.anyOf) {
		const isNull = schema.anyOf.some((one) => Schema.parse(one).type === 'null');
		return isNull ? null : least(schema.anyOf[0]);
	}
	if (schema.const !== undefined || schema.enum) return schema.const ?? schema.enum?.[0];
	switch (schema.type) {
		case 'object':
			return Object.fromEntries(schema.required.map((name) => [name, least(schema.properties[name])]));
		case 'array':
			return [least(schema.items ?? {})];
		case 'string':
			return schema.format === 'date-time' ? TIME : 'x';
		case 'integer':
		case 'number':
			return 1;
		case 'boolean':
			return true;
		default:
			return {};
	}
}

/** Null in place of everything but objects and lists, which the description does not allow. */
const nothing = (value: unknown): unknown => {
	if (Array.isArray(value)) return value.map(nothing);
	if (!(value instanceof Object)) return null;
	return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, nothing(inner)]));
};

/** An answer after an unannounced change: its fields have another content. */
const another = (instead: unknown) => (answer: unknown): unknown => {
	const { data } = z.object({ data: z.unknown() }).parse(answer);
	const changed = data instanceof Object ? Object.fromEntries(Object.keys(data).map((name) => [name, instead])) : instead;
	return { data: Array.isArray(data) ? [instead, 7, null, {}] : changed };
};

/** Objects in place of texts, numbers and so on. */
const deeper = (value: unknown): unknown => {
	if (Array.isArray(value)) return value.map(deeper);
	if (!(value instanceof Object)) return { toString: 1 };
	return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, deeper(inner)]));
};

const same = (answer: unknown): unknown => answer;

const kinds = { least: same, nulls: nothing, texts: another('changed'), lists: another([['changed'], 7, {}]), objects: deeper };

const table: readonly Endpoint[] = Object.values(api).flatMap((resource): Endpoint[] => Object.values(resource));

const answers = table.map(({ method, path, response }) => ({
	method,
	path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
	answer: least(z.toJSONSchema(response, { io: 'input', unrepresentable: 'any' })),
}));

/** A service that answers each request with the minimum its description allows, or with something it does not. */
export async function leanService(kind: keyof typeof kinds) {
	const server = createServer((request, response) => {
		const path = new URL(request.url ?? '/', 'http://localhost').pathname;
		// A path without placeholders comes before one that would read part of it as an ID.
		const fitting = answers.filter((one) => one.method === request.method && one.path.test(path));
		const found = fitting.find((one) => !one.path.source.includes('[^/]+')) ?? fitting[0];
		const body = found ? kinds[kind](found.answer) : {};
		response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		credential: { baseUrl: `http://127.0.0.1:${port}`, apiKey: 'svc_test' },
		stop: () => new Promise<void>((resolve) => void server.close(() => resolve())),
	};
}
