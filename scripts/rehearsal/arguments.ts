import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { INodeParameters, IPinData } from 'n8n-workflow';
import { z } from 'zod/v4';
import { isTimeZone } from '../../sandbox/clock.ts';
import type { WorkflowFile } from '../engine/index.ts';
import { UserError } from '../terminal.ts';

export const USAGE = `Usage: npm run rehearse -- workflow.json [sub-workflow.json …] [options]

Replays a month of meetings through a workflow in n8n's engine, on this machine only, and says what it would have done.
Sub-workflows are found in further files and in the workflow’s folder, by ID or name.

  --days N          days to replay, up to 92 (default 30)
  --db FILE         the month of a sandbox database, which is copied (default: the sample month)
  --user NAME       ID or email address, if the database has several users
  --until DATE      when the replay ends, such as 2026-11-20T17:00:00Z (default: now)
  --timezone ZONE   for workflows without one, such as Europe/Berlin (default: the account's)
  --pin FILE        data for nodes, as JSON: {"Node": [{"id": 1}]}, in place of what is pinned in the workflow
  --html FILE       where the page goes (default: rehearsal.html in the current folder)
  --json            prints the report as JSON, and writes no page

Exits with 1 if a limit breaks, something is sent, processed or paid for twice, or a run fails.`;

/** A workflow as n8n exports it, with its ID and pinned data. */
export type PinnedWorkflow = WorkflowFile & { readonly id?: string; readonly pinData?: IPinData };

/** What the words after the command say. */
export interface Wanted {
	readonly files: readonly string[];
	readonly days: number;
	readonly database: string | null;
	readonly user: string | null;
	/** Milliseconds since 1970. */
	readonly until: number;
	readonly timezone: string | undefined;
	readonly pin: string | undefined;
	readonly html: string | undefined;
	readonly isJson: boolean;
}

const text = { type: 'string' } as const;

const MAX_DAYS = 92;

/** Parses the words after `npm run rehearse --`; null asks for help. Paths are relative to `folder`. @throws UserError */
export function parseArguments(words: readonly string[], folder: string, now: number): Wanted | null {
	const { values, positionals } = (() => {
		try {
			const options = { days: text, db: text, user: text, until: text, timezone: text, pin: text, html: text, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;
			return parseArgs({ args: [...words], allowPositionals: true, options });
		} catch (error) {
			throw new UserError(`${error instanceof Error ? error.message.split('. ')[0] : error}. Try --help`);
		}
	})();
	if (values.help) return null;
	if (positionals.length === 0) throw new UserError('Which workflow? Pass the file that n8n exports, such as examples/weekly-digest.json. Try --help');
	const days = Number(values.days ?? 30);
	if (!Number.isInteger(days) || days < 1 || days > MAX_DAYS) throw new UserError(`--days takes a whole number from 1 to ${MAX_DAYS}, not “${values.days}”.`);
	const until = values.until === undefined ? now : Date.parse(values.until);
	if (Number.isNaN(until)) throw new UserError(`--until takes a date and time, such as 2026-11-20T17:00:00Z, not “${values.until}”.`);
	if (values.timezone !== undefined && !isTimeZone(values.timezone)) throw new UserError(`--timezone takes a name such as Europe/Berlin, not “${values.timezone}”.`);
	const path = (given: string | undefined) => (given === undefined ? undefined : resolve(folder, given));
	return {
		files: positionals.map((file) => resolve(folder, file)),
		...{ days, until, timezone: values.timezone, user: values.user ?? null, isJson: values.json ?? false },
		...{ database: path(values.db) ?? null, pin: path(values.pin), html: path(values.html) },
	};
}

function readJson(file: string): unknown {
	try {
		// Windows programs start files with a byte order mark.
		return JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
	} catch (error) {
		if (error instanceof SyntaxError) throw new UserError(`${file} is not JSON.`);
		throw new UserError(`This file cannot be read: ${file}`);
	}
}

const Items = z.array(z.looseObject({ json: z.record(z.string(), z.json()) }));
const PinData = z.record(z.string(), z.array(z.record(z.string(), z.json())));

/** Pinned data as people and n8n write it: items, or only what is in them. */
const pinDataOf = (given: unknown): IPinData =>
	Object.fromEntries(
		Object.entries(PinData.parse(given ?? {})).map(([name, items]) => {
			const whole = Items.safeParse(items).data;
			return [name, whole ? whole.map(({ json }) => ({ json })) : items.map((json) => ({ json }))];
		}),
	);

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

/** A workflow's JSON; `from` says where it stands. @throws UserError */
function workflowOf(given: unknown, from: string, pin?: string): PinnedWorkflow {
	const { data } = Exported.safeParse(given);
	if (!data) throw new UserError(`${from} is not a workflow with nodes, as n8n exports it.`);
	const { id, name = basename(from, '.json'), connections } = data;
	// n8n's word for its own time zone.
	const settings = data.settings?.timezone === 'DEFAULT' ? { ...data.settings, timezone: undefined } : data.settings;
	const zone = settings?.timezone;
	if (zone !== undefined && !isTimeZone(zone)) throw new UserError(`${from} has a time zone that does not exist: “${zone}”. Choose another in the workflow’s settings.`);
	const nodes = data.nodes.map((node, index) => ({ ...node, id: node.id ?? `node-${index}` }));
	try {
		const pinData = { ...pinDataOf(data.pinData), ...(pin !== undefined && pinDataOf(readJson(pin))) };
		return { ...(id !== undefined && { id }), name, nodes, connections, ...(settings && { settings }), pinData };
	} catch (error) {
		if (error instanceof UserError) throw error;
		throw new UserError('Pinned data must be an object with a list of items for each node, such as {"Read Rows": []}.');
	}
}

const Named = z.looseObject({ name: z.string() });

/** Reads a workflow as n8n exports it, alone or as the only one in a list. @throws UserError */
export function readWorkflow(file: string, pin?: string): PinnedWorkflow {
	const found = readJson(file);
	const [only, ...more] = Array.isArray(found) ? found : [found];
	if (more.length === 0) return workflowOf(only, file, pin);
	const names = [only, ...more].map((one) => `“${Named.safeParse(one).data?.name ?? 'without a name'}”`);
	throw new UserError(`${file} has ${names.length} workflows: ${names.join(', ')}. Save the one you mean in a file of its own, for example with n8n export:workflow --separate.`);
}

/** Reads a workflow from the parameters of a node. @throws UserError */
export function readWorkflowText(text: string, from: string): PinnedWorkflow {
	return workflowOf(JSON.parse(text), from);
}

const MAX_NEIGHBOURS = 500;

/**
 * Sub-workflows that a workflow may call: all in the `named` files, which must be readable, and in the JSON files of the
 * workflow's own folder, which may be anything.
 * @throws UserError
 */
export function readLibrary(file: string, named: readonly string[]): PinnedWorkflow[] {
	const all = (path: string) => [readJson(path)].flat().map((one) => workflowOf(one, path));
	const given = named.flatMap(all);
	const neighbours = readdirSync(dirname(file)).filter((name) => name.endsWith('.json') && resolve(dirname(file), name) !== file);
	const found = neighbours.slice(0, MAX_NEIGHBOURS).flatMap((name) => {
		try {
			return all(join(dirname(file), name));
		} catch {
			return [];
		}
	});
	return [...given, ...found];
}
