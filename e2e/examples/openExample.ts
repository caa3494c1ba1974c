import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { connect } from '../../packages/client/index.ts';
import { z } from 'zod/v4';
import { controls } from '../../sandbox/control/index.ts';
import { startSandbox } from '../../sandbox/index.ts';
import type { AvailableCredentials, Workflow } from '../../scripts/n8n/examples.ts';
import type { Execution } from '../../scripts/n8n/n8nApi.ts';
import { fillService } from '../../scripts/n8n/service.ts';
import { CREDENTIAL, importable } from '../support/startWorld.ts';
import { until } from '../support/until.ts';
import { world } from '../support/world.ts';

const { n8n } = world;

interface Options {
	/** Credentials in addition to those of the service and the mail server. */
	readonly available?: AvailableCredentials;
	/** Where to reach the service, if not at its own address. */
	readonly through?: (url: string) => Promise<string>;
}

/**
 * An example with its own filled service, so that no other test shares its clock, limits, credits and meetings.
 */
export async function openExample(key: string, { available = {}, through = async (url) => url }: Options = {}) {
	const sandbox = await startSandbox({ port: 0, database: ':memory:', allowLoopbackHttp: true });
	const apiKey = await fillService(sandbox);
	const baseUrl = await through(sandbox.url);
	const credential = await n8n.createCredential(`Account for ${key}`, CREDENTIAL, { apiKey, baseUrl });
	const { example } = await importable({ ...world, credential }, available);
	/** Changes the key in the workflow's credential. */
	async function changeKey(newKey: string): Promise<void> {
		await n8n.updateCredential(credential.id, credential.name, CREDENTIAL, { apiKey: newKey, baseUrl });
	}
	return {
		sandbox,
		/** Another client with the same key. */
		client: connect({ baseUrl: sandbox.url, apiKey }),
		workflow: example(key),
		changeKey,
		/** Switches to a new, empty account. */
		async startEmpty(): Promise<void> {
			await sandbox.perform(controls.everything.reset, {});
			await sandbox.perform(controls.users.create, { name: 'Ida Moss', email: 'ida.moss@example.com', plan: 'professional' });
			await changeKey((await sandbox.perform(controls.keys.create, {})).key);
		},
	};
}

/** The workflow with one node changed. */
export function withNode(workflow: Workflow, name: string, changes: object): Workflow {
	const found = workflow.nodes.find((node) => node.name === name);
	if (!found) throw new Error(`“${workflow.name}” has no node “${name}”`);
	return { ...workflow, nodes: workflow.nodes.map((node) => (node === found ? { ...found, ...changes } : node)) };
}

/** The workflow with some fields of a node filled in. */
export const withFields = (workflow: Workflow, name: string, fields: object): Workflow =>
	withNode(workflow, name, { parameters: { ...workflow.nodes.find((node) => node.name === name)?.parameters, ...fields } });

/**
 * The workflow after n8n's “Replace” of its first node by the polling trigger: the new node has another name, which expressions
 * do not follow, none of the old values, and no pinned data. `parameters`: the values that the note asks for.
 */
export function withPollingTrigger({ pinData: _, ...workflow }: Workflow, replaced: string, parameters: object) {
	const trigger = 'Meeting Assistant Polling Trigger';
	const changed = withNode(workflow, replaced, { name: trigger, type: 'n8n-nodes-meeting-assistant.meetingAssistantPollingTrigger', typeVersion: 1, parameters });
	const { [replaced]: targets, ...others } = workflow.connections;
	return { trigger, workflow: { ...changed, connections: { ...others, [trigger]: targets } } };
}

const RUNNING = new Set(['new', 'running', 'waiting']);

/** A workflow's executions, newest first, once there are at least this many and all have ended. */
export const executionsOf = (workflowId: string, count = 1): Promise<readonly Execution[]> =>
	until(`${count} executions`, async () => {
		const found = await world.n8n.executions(workflowId);
		return found.length >= count && !found.some(({ status }) => RUNNING.has(status)) && found;
	});

const Stored = z.object({ data: z.string() });
const Fields = z.record(z.string(), z.unknown()).catch({});

/**
 * Runs a workflow. Resolves with the node where it stops, and the reason. n8n stores an execution as a list in which
 * objects refer to their values by index.
 */
export async function runToEnd(workflowId: string, trigger: string) {
	const { id, status } = await n8n.run(workflowId, trigger);
	const { data } = await n8n.rest('GET', `/rest/executions/${id}`, Stored);
	const values = z.array(z.unknown()).parse(JSON.parse(data));
	const valueOf = (object: unknown, name: string): unknown => values[Number(Fields.parse(object)[name])];
	const result = valueOf(values[0], 'resultData');
	const message = valueOf(valueOf(result, 'error'), 'message');
	return { status, lastNode: valueOf(result, 'lastNodeExecuted'), message: String(message ?? '') };
}

/** Ends the wait of an execution now. n8n checks once a minute. */
export function endWait(executionId: string): void {
	const database = new DatabaseSync(join(world.userFolder, '.n8n/database.sqlite'), { timeout: 10_000 });
	try {
		const now = new Date().toISOString().replace('T', ' ').replace('Z', '');
		database.prepare(`UPDATE execution_entity SET waitTill = ? WHERE id = ? AND status = 'waiting'`).run(now, executionId);
	} finally {
		database.close();
	}
}
