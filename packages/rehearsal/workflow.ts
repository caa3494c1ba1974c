import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { INodeParameters, IPinData } from 'n8n-workflow';
import * as z from 'zod/v4';
import { isTimeZone } from '../../sandbox/clock.ts';
import type { WorkflowFile } from './engine/runWorkflow.ts';
import { UserError } from './terminal.ts';

/** A workflow as n8n exports it, with its ID and pinned data. */
export type PinnedWorkflow = WorkflowFile & { readonly id?: string; readonly pinData?: IPinData };

/** @throws UserError if there is no such file, or if it is not JSON */
function readJson(file: string): unknown {
	try {
		// Windows programs start files with a byte order mark.
		return JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
	} catch (error) {
		if (error instanceof SyntaxError) throw new UserError(`${file} is not JSON, or a part of it is missing.`);
		const code = error instanceof Error && 'code' in error ? error.code : undefined;
		throw new UserError(code === 'ENOENT' ? `There is no such file: ${file}` : code === 'EISDIR' ? `This is a folder, not a file: ${file}` : `This file cannot be read: ${file}`);
	}
}

const Items = z.array(z.looseObject({ json: z.record(z.string(), z.json()) }));
const PinData = z.record(z.string(), z.array(z.record(z.string(), z.json())));

/** Pinned data as people and n8n write it: items, or only what is in them. @throws UserError */
function pinDataOf(given: unknown): IPinData {
	const { data } = PinData.safeParse(given ?? {});
	if (!data) throw new UserError('Pinned data must be an object with a list of items for each node, such as {"Read Rows": []}.');
	return Object.fromEntries(
		Object.entries(data).map(([name, items]) => {
			const whole = Items.safeParse(items).data;
			return [name, whole ? whole.map(({ json }) => ({ json })) : items.map((json) => ({ json }))];
		}),
	);
}

/** The pinned data in a file. @throws UserError */
export const readPinData = (file: string): IPinData => pinDataOf(readJson(file));

const Node = z.looseObject({
	id: z.string().optional(),
	name: z.string().min(1),
	type: z.string().min(1),
	typeVersion: z.number().default(1),
	position: z.tuple([z.number(), z.number()]).default([0, 0]),
	parameters: z.custom<INodeParameters>((value) => value instanceof Object && !Array.isArray(value)).default({}),
});

const Connections = z.record(z.string(), z.record(z.string(), z.array(z.array(z.looseObject({ node: z.string() })).nullish())));

const Exported = z.looseObject({
	id: z.string().optional().catch(undefined),
	name: z.string().optional(),
	nodes: z.array(Node).min(1),
	connections: z.custom<WorkflowFile['connections']>((value) => Connections.safeParse(value).success),
	settings: z.custom<WorkflowFile['settings']>((value) => value === undefined || value instanceof Object).optional(),
	pinData: z.unknown(),
});

/** Connections to nodes that do not exist. The engine would fail at each run that comes to one. */
const danglingIn = ({ nodes, connections }: Pick<z.output<typeof Exported>, 'nodes' | 'connections'>): { readonly from: string; readonly to: string }[] => {
	const names = new Set(nodes.map(({ name }) => name));
	return Object.entries(connections).flatMap(([from, outputs]) =>
		Object.values(outputs).flatMap((lists) => lists.flatMap((list) => list ?? [])).flatMap(({ node: to }) => (names.has(from) && !names.has(to) ? [{ from, to }] : [])),
	);
};

/** A workflow read from JSON; `from` says where the JSON comes from. @throws UserError */
function workflowOf(given: unknown, from: string, pin?: unknown): PinnedWorkflow {
	const { data } = Exported.safeParse(given);
	if (!data) throw new UserError(`${from} is not a workflow with nodes, as n8n exports it.`);
	const { id, name = basename(from, '.json'), connections } = data;
	// n8n's word for its own time zone.
	const settings = data.settings?.timezone === 'DEFAULT' ? { ...data.settings, timezone: undefined } : data.settings;
	const zone = settings?.timezone;
	if (zone !== undefined && !isTimeZone(zone)) throw new UserError(`${from} has a time zone that does not exist: “${zone}”. Choose another in the workflow’s settings.`);
	const [target] = danglingIn(data);
	if (target) throw new UserError(`${from}: “${target.from}” is connected to “${target.to}”, which does not exist. Add it, or remove the connection.`);
	const nodes = data.nodes.map((node, index) => ({ ...node, id: node.id ?? `node-${index}` }));
	const pinData = { ...pinDataOf(data.pinData), ...pinDataOf(pin) };
	return { ...(id !== undefined && { id }), name, nodes, connections, ...(settings && { settings }), pinData };
}

/** A flow as Node-RED exports it: a list of nodes, with their tab or the wires between them. */
const NodeRed = z.array(z.looseObject({ type: z.string() })).refine((nodes) => nodes.some(({ type, wires }) => type === 'tab' || Array.isArray(wires)));

const Named = z.looseObject({ name: z.string() });

/** The given content, with a name for messages. */
const contentOf = (given: string | object): { readonly found: unknown; readonly from: string } =>
	typeof given === 'string' ? { found: readJson(given), from: given } : { found: given, from: 'This' };

/** A workflow as n8n exports it, or its file: alone, or as the only one in a list. `pin` replaces its pinned data. @throws UserError */
export function readWorkflow(given: string | object, pin?: unknown): PinnedWorkflow {
	const { found, from } = contentOf(given);
	if (NodeRed.safeParse(found).success) throw new UserError(`${from} is a Node-RED flow. A rehearsal replays workflows of n8n.`);
	const all: readonly unknown[] = Array.isArray(found) ? found : [found];
	const [only, ...more] = all;
	if (more.length === 0 || !all.every((one) => Exported.safeParse(one).success)) return workflowOf(only, from, pin);
	const names = all.map((one) => `“${Named.safeParse(one).data?.name ?? 'without a name'}”`);
	throw new UserError(`${from} has ${names.length} workflows: ${names.join(', ')}. Save the one you mean in a file of its own, for example with n8n export:workflow --separate.`);
}

/** Reads a workflow from the parameters of a node. @throws UserError */
export function readWorkflowText(text: string, from: string): PinnedWorkflow {
	return workflowOf(JSON.parse(text), from);
}

/** All workflows in a file or list. @throws UserError */
export function readWorkflows(given: string | object): PinnedWorkflow[] {
	const { found, from } = contentOf(given);
	return [found].flat().map((one) => workflowOf(one, from));
}

const MAX_NEIGHBOURS = 500;

/**
 * Sub-workflows that a workflow may call: all in the `named` files, which must be readable, and in the JSON files of the
 * folder of the workflow's own file, which may be anything.
 * @throws UserError
 */
export function readLibrary(workflow: string | object, named: readonly (string | object)[]): PinnedWorkflow[] {
	return [...named.flatMap(readWorkflows), ...neighboursOf(workflow).flatMap((file) => {
		try {
			return readWorkflows(file);
		} catch {
			return [];
		}
	})];
}

function neighboursOf(workflow: string | object): string[] {
	if (typeof workflow !== 'string') return [];
	const own = resolve(workflow);
	const files = readdirSync(dirname(own)).filter((name) => name.endsWith('.json')).map((name) => join(dirname(own), name));
	return files.filter((file) => file !== own).slice(0, MAX_NEIGHBOURS);
}
