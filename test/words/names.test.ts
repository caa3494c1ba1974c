import { globSync } from 'node:fs';
import { z } from 'zod/v4';
import { MeetingAssistantApi } from '../../credentials/MeetingAssistantApi.credentials.ts';
import { MeetingAssistant } from '../../nodes/MeetingAssistant/MeetingAssistant.node.ts';
import { MeetingAssistantPollingTrigger } from '../../nodes/MeetingAssistantPollingTrigger/MeetingAssistantPollingTrigger.node.ts';
import { MeetingAssistantTrigger } from '../../nodes/MeetingAssistantTrigger/MeetingAssistantTrigger.node.ts';
import { terms as n8n } from '../../nodes/shared/terms.ts';
import { operations as clientOperations } from '../../packages/client/operations.ts';
import { terms as client } from '../../packages/client/terms.ts';
import manifest from '../../packages/mcp/manifest.json' with { type: 'json' };
import { reader as mcpReader, tools } from '../../src/agents/index.ts';
import { terms as mcp } from '../../packages/mcp/terms.ts';
import { forms, help } from '../../packages/node-red/form.ts';
import { terms as nodeRed } from '../../packages/node-red/terms.ts';
import { creates, searches } from '../../packages/zapier/actions.ts';
import { offered } from '../../packages/zapier/form.ts';
import { app } from '../../packages/zapier/index.ts';
import { terms as zapier } from '../../packages/zapier/terms.ts';
import { events } from '../../src/triggers/items/catalogue.ts';
import { withNames } from '../../src/forms/jsonSchema.ts';
import { allFields, catalogue } from '../../src/operations/index.ts';
import type { Fields } from '../../src/forms/field.ts';
import type { Reader } from '../../src/forms/jsonSchema.ts';
import { textIn, type Terms } from '../../src/forms/terms.ts';
import { literalsOf, renderedFor } from './rendered.ts';

/**
 * Checks that every name of an operation, field, choice or button in any text exists in that host under that name. Names
 * are in quotation marks, or “Resource > Operation”.
 */

type Found = readonly (readonly [where: string, text: string])[];

/** All texts in a value, with the key of each. */
function textsIn(value: unknown, key = ''): [key: string, text: string][] {
	if (typeof value === 'string') return [[key, value]];
	if (Array.isArray(value)) return value.flatMap((one) => textsIn(one, key));
	return value instanceof Object ? Object.entries(value).flatMap(([name, one]) => textsIn(one, name)) : [];
}

const labelKeys = new Set(['displayName', 'label', 'name', 'title', 'action']);
const labelsIn = (value: unknown): string[] => textsIn(value).flatMap(([key, text]) => (labelKeys.has(key) ? [text] : []));

/** Names of fields in results, which texts quote as they are. */
function dataNames(): string[] {
	const named = (schema: unknown): string[] =>
		schema instanceof Object ? Object.entries(schema).flatMap(([key, inner]) => [...(key === 'properties' ? Object.keys(Object(inner)) : []), ...named(inner)]) : [];
	return catalogue.flatMap(({ operations }) => operations.flatMap(({ output }) => named(z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' }))));
}

const data = new Set([...dataNames(), 'text', 'blocks', 'hash', 'before', 'dedupeKey', 'actionItem', 'title', 'startTime', 'next', 'complete', 'syncedNow']);

/** The labels of fields that a host offers, by which the core's texts refer to them. */
const labelsOffered = (offers: (fields: Fields) => Fields): string[] =>
	catalogue.flatMap(({ operations }) =>
		operations.flatMap((operation) =>
			Object.values(offers(allFields(operation))).flatMap((field) => [field.label, ...('choices' in field ? field.choices.map(({ label }) => label) : [])]),
		),
	);

const forAgents = (fields: Fields): Fields => Object.fromEntries(Object.entries(fields).filter(([, { audience }]) => audience !== 'people'));
const everything = (fields: Fields): Fields => fields;

interface Host {
	readonly terms: Terms;
	readonly files: string;
	/** Names on screen. */
	readonly names: readonly string[];
	/** Everything that its forms, tools or types say. */
	readonly shown: Found;
	/** Names that the platform itself shows. */
	readonly ofPlatform: readonly string[];
	readonly reader?: Reader;
	readonly offers: (fields: Fields) => Fields;
	/** Its names for operations, if these are paths. */
	readonly paths: readonly string[];
}

const n8nForms = [MeetingAssistant, MeetingAssistantTrigger, MeetingAssistantPollingTrigger].map((Node) => new Node().description);
const n8nCredential = new MeetingAssistantApi().properties;
const pathsFor = (terms: Terms): string[] => catalogue.flatMap(({ name, operations }) => operations.map((one) => `${name} > ${textIn(one.name, terms)}`));
const clientReader: Reader = { terms: client, isAgent: false, nameOf: (input) => input };
const zapierNames = [app.authentication, app.triggers, creates, searches].flatMap(labelsIn);
const zapierFields = labelsOffered((fields) => Object.fromEntries(offered(fields)));
const toolNames = [...tools.values()].flatMap(({ tool }) => [tool.name, ...Object.keys(Object(tool.inputSchema.properties))]);

const hosts: Readonly<Record<string, Host>> = {
	n8n: {
		...{ terms: n8n, files: 'nodes/**/*.ts', paths: pathsFor(n8n), offers: (fields) => fields },
		names: [...labelsIn(n8nForms), ...labelsIn(n8nCredential)],
		shown: textsIn([n8nForms, n8nCredential]),
		ofPlatform: ['Continue (using error output)', 'Execute Once', 'Fetch Test Event', 'details.retryAfterSeconds', 'Never miss a meeting'],
	},
	'Node-RED': {
		...{ terms: nodeRed, files: 'packages/node-red/*.ts', paths: pathsFor(nodeRed), offers: (fields) => Object.fromEntries(Object.entries(fields).filter(([, { audience }]) => audience !== 'agents')) },
		names: [...labelsIn(forms), 'Allow HTTP on a Private Network'],
		shown: [...textsIn(forms), ...textsIn(help)],
		ofPlatform: ['Override delay with msg.delay', 'msg.parts', 'msg.dedupeKey', 'httpNodeRoot'],
	},
	Zapier: {
		...{ terms: zapier, files: 'packages/zapier/*.ts', paths: [], offers: (fields) => Object.fromEntries(offered(fields)) },
		// Zapier's name for “blocks”, which only some formats have.
		names: [...zapierNames, ...zapierFields, 'Blocks'],
		shown: textsIn([app.authentication, app.triggers, creates, searches]),
		ofPlatform: [],
	},
	MCP: {
		...{ terms: mcp, files: '{packages/mcp,src/agents}/*.ts', paths: [], offers: forAgents, reader: mcpReader },
		names: [...toolNames, ...Object.values(manifest.user_config).map(({ title }) => title), '--reserve-credits', 'MEETING_ASSISTANT_ALLOW_HTTP'],
		shown: [...tools.values()].flatMap(({ tool }) => textsIn(tool)),
		ofPlatform: ['notes'],
	},
	'the client': {
		...{ terms: client, files: 'packages/client/*.ts', paths: [], offers: everything, reader: clientReader },
		names: [...clientOperations.map(({ name }) => name), ...labelsOffered(everything), ...catalogue.flatMap(({ operations }) => operations.flatMap((one) => Object.keys(allFields(one)))), 'reserveCredits', 'allowHttp'],
		shown: textsIn(clientOperations),
		ofPlatform: [],
	},
};

/** Quoted texts that are not names: values, examples and what people say. */
const values = new Set(['e.g. …', 'no limit', 'conv_none', 'Title']);
const titles = Object.values(events).map(({ label }) => label);
const isValue = (name: string): boolean => values.has(name) || titles.includes(name) || data.has(name);

const valuesOf = catalogue.flatMap(({ operations }) => operations.flatMap((one) => Object.values(allFields(one)).flatMap((field) => ('choices' in field ? field.choices.map(({ value }) => String(value)) : []))));

const IN_DESKTOP_APP = 'Settings > API Keys';

function unknownNames({ names, ofPlatform, paths, reader }: Host, texts: Found): string[] {
	const known = new Set([...names, ...ofPlatform, ...(reader ? valuesOf : [])]);
	return texts.flatMap(([where, text]) => {
		const quoted = [...text.matchAll(/“([^”]+)”/g)].map(([, name = '']) => name).filter((name) => !known.has(name) && !isValue(name));
		const unknownPath = [...paths, IN_DESKTOP_APP].reduce((rest, path) => rest.replaceAll(path, ''), text);
		const pathLike = [...unknownPath.matchAll(/[\w ]+ > [\w ]+/g)].map(([path]) => path);
		return [...quoted, ...pathLike].map((name) => `${name}   <- ${where}: ${text.slice(0, 120)}`);
	});
}

/** What running operations say, in the host's words: advice, hints and reasons. */
function saidIn({ terms, reader }: Host): Found {
	const renamed = (fields: Fields, text: string): string => (reader ? withNames(text, fields, reader) : text);
	return [
		...renderedFor(terms).filter(([where]) => !where.includes(' ') || where.startsWith('{') || where === 'a credit at risk'),
		...catalogue.flatMap(({ id, operations }) =>
			operations.flatMap((operation) =>
				[operation.whenEmpty, ...Object.values(operation.advice ?? {})].flatMap((text) =>
					text === undefined ? [] : [[`${id} ${operation.id}`, renamed(allFields(operation), textIn(text, terms))] as const],
				),
			),
		),
	];
}

test.each(Object.entries(hosts))('%s: every name in a form or description exists there', (_, host) => {
	expect(host.shown.length).toBeGreaterThan(100);
	expect([...new Set(unknownNames(host, host.shown))]).toEqual([]);
});

test.each(Object.entries(hosts))('%s: every name in advice and errors exists there', (_, host) => {
	expect(unknownNames(host, saidIn(host))).toEqual([]);
});

/** Texts that are made while an operation runs are found in the code. */
const coreLiterals = globSync('src/{meetings,operations,reports,words}/**/*.ts').flatMap((path) => literalsOf(path).map((text) => [path, text] as const));

/** Labels that a text names only for agents, only for people, or only where there are triggers. */
const conditional: Readonly<Record<string, readonly string[]>> = { MCP: ['Minimum Transcript Lines', 'Max Meetings', 'Days to Look Back', 'draftedBefore'], 'the client': ['Minimum Transcript Lines'], 'Node-RED': ['Confirmation'], Zapier: ['Confirmation', 'draftedBefore'] };

test.each(Object.entries(hosts))('%s: every name in what operations say while they run exists there', (name, host) => {
	const labels = new Set([...labelsOffered(host.offers), ...host.names, ...(conditional[name] ?? [])]);
	const unknown = coreLiterals.flatMap(([path, text]) =>
		[...text.matchAll(/“([^”]+)”/g)].flatMap(([, label = '']) => (labels.has(label) || isValue(label) || valuesOf.includes(label) ? [] : [`${label}   <- ${path}`])),
	);
	expect([...new Set(unknown)]).toEqual([]);
});

test.each(Object.entries(hosts))('%s: every name in its own code exists there', (_, host) => {
	const literals = globSync(host.files).flatMap((path) => literalsOf(path).map((text) => [path, text] as const));
	expect(unknownNames(host, literals)).toEqual([]);
});

test('the check finds names that do not exist', () => {
	const { n8n: host, Zapier } = hosts;
	if (!host || !Zapier) throw new Error('A host is missing');
	expect(unknownNames(host, [['x', 'Key Points > Generate can do it']])).toHaveLength(1);
	expect(unknownNames(host, [['x', 'Key Points > Get or Generate can do it']])).toEqual([]);
	expect(unknownNames(Zapier, [['x', 'Key Points > Get Saved, or “Return All”']])).toHaveLength(2);
});
