import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData, Workflow } from 'n8n-workflow';
import type IsolatedVm from 'isolated-vm';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as z from 'zod/v4';
import { counted } from '../../../../src/words/index.ts';
import { requireN8n } from '../n8nModules.ts';
import type { Time } from '../../time.ts';

/** Max real time for one call of code, in case it does not stop by itself. */
const MAX_SECONDS = 10;
/** Code that had to be stopped this often is not called again: in a month, that could take hours. */
const MAX_STOPPED = 3;
/** Time of the rehearsal that code may wait: n8n's own limit. */
const MAX_WAIT_MS = 300_000;
const MEMORY_MB = 256;

/** What n8n offers to code, and this realm does not. Some of it reaches the network, some depends on the settings of an n8n. */
const ABSENT = ['require', 'helpers', 'Buffer', 'FormData', 'TextDecoder', 'TextDecoderStream', 'TextEncoder', 'TextEncoderStream', '$evaluateExpression', '$getPairedItem', '$secrets', '$ai', '$fromAI', '$tool'];

/** The functions among what `$('Node')` returns. */
const CALLS: ReadonlySet<string> = new Set(['first', 'last', 'all', 'itemMatching', 'pairedItem']);

/** Code used something that a rehearsal does not provide. */
export class NotHere extends Error {
	override readonly name = 'NotHere';
	readonly what: string;
	constructor(what: string) {
		super(`A rehearsal has no ${what} for code`);
		this.what = what;
	}
}

/** An error of the code, in n8n's words. `index`: the item, if the code runs for each item. */
class CodeError extends Error {
	constructor(message: string, line: number, index: number | null) {
		const where = [...(line > 0 ? [`line ${line}`] : []), ...(index === null ? [] : [`for item ${index}`])].join(', ');
		super(where ? `${message} [${where}]` : message);
	}
}

const Settings = z.object({
	code: z.string(),
	nodeMode: z.enum(['runOnceForAllItems', 'runOnceForEachItem', 'runCode']),
	continueOnFail: z.boolean().catch(false),
	chunk: z.object({ startIndex: z.int(), count: z.int() }).optional(),
});

const Question = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('$'), name: z.string(), field: z.string(), given: z.array(z.unknown()).default([]), index: z.int() }),
	z.object({ kind: z.literal('$node'), name: z.string(), field: z.string(), index: z.int() }),
	z.object({ kind: z.literal('$items'), given: z.array(z.unknown()), index: z.int() }),
	z.object({ kind: z.literal('jmespath'), data: z.unknown(), expression: z.string(), index: z.int() }),
	z.object({ kind: z.literal('static'), type: z.string() }),
	z.object({ kind: z.enum(['atob', 'btoa']), text: z.string() }),
	z.object({ kind: z.literal('absent'), name: z.string() }),
]);

const State = z.discriminatedUnion('status', [
	z.object({ status: z.literal('running') }),
	z.object({ status: z.literal('waiting'), until: z.number() }),
	z.object({ status: z.literal('done'), value: z.unknown(), statics: z.record(z.string(), z.record(z.string(), z.json())) }),
	z.object({ status: z.literal('failed'), message: z.string(), line: z.number() }),
]);

const IsolateModule = z.custom<typeof IsolatedVm>((value) => value !== null && typeof value === 'object' && 'Isolate' in value);

interface Isolates {
	readonly ivm: typeof IsolatedVm;
	/** A realm with luxon loaded. */
	readonly snapshot: IsolatedVm.ExternalCopy<ArrayBuffer>;
	readonly realm: string;
}

let isolates: Isolates | null | undefined;

/** n8n's own isolates; null on a machine for which they were not built. */
function openIsolates(): Isolates | null {
	if (isolates !== undefined) return isolates;
	try {
		const require = createRequire(requireN8n.resolve('n8n-workflow'));
		const ivm = IsolateModule.parse(require('isolated-vm'));
		const luxon = readFileSync(join(dirname(require.resolve('luxon/package.json')), 'build/global/luxon.min.js'), 'utf8');
		isolates = { ivm, snapshot: ivm.Isolate.createSnapshot([{ code: luxon }]), realm: readFileSync(join(import.meta.dirname, 'realm.js'), 'utf8') };
	} catch {
		isolates = null;
	}
	return isolates;
}

/** Whether code can run on this machine. */
export const canRunCode = (): boolean => openIsolates() !== null;

/** Reads a property of n8n's data for code, which are proxies. */
const read = (from: unknown, name: string): unknown => (from instanceof Object ? Reflect.get(from, name) : undefined);
const call = (work: unknown, given: readonly unknown[]): unknown => (typeof work === 'function' ? Reflect.apply(work, undefined, [...given]) : undefined);

/** Makes static data what code left of it. */
function keepStatic(kept: IDataObject, left: Readonly<Record<string, z.core.util.JSONType>>): void {
	for (const name of Object.keys(kept)) if (!(name in left)) delete kept[name];
	Object.assign(kept, left);
}

/** The value that code returned for an item, in the form in which n8n's task runner passes it on. */
function itemOf(result: unknown, index: number): unknown {
	if (!(result instanceof Object)) return { json: result, pairedItem: { item: index } };
	const isItem = 'json' in result || 'binary' in result;
	const binary = read(result, 'binary');
	return { json: isItem ? (read(result, 'json') ?? {}) : result, pairedItem: { item: index }, ...(binary ? { binary } : {}) };
}

export interface CodeTask {
	readonly settings: unknown;
	readonly functions: IExecuteFunctions;
	readonly node: INode;
	readonly workflow: Workflow;
	readonly items: readonly INodeExecutionData[];
	readonly time: Pick<Time, 'sleep' | 'wall'>;
	/** How often the code of each node had to be stopped, by workflow and node. */
	readonly stopped: Map<string, number>;
}

/** The answer of n8n's task runner. */
type Ended = { readonly ok: true; readonly result: unknown } | { readonly ok: false; readonly error: Error };

/** Values that code may read without asking. */
function valuesOf(functions: IExecuteFunctions): Record<string, unknown> {
	const proxy = functions.getWorkflowDataProxy(0);
	const names = ['$execution', '$workflow', '$prevNode', '$vars', '$parameter', '$runIndex', '$mode', '$nodeId', '$nodeVersion', '$webhookId'];
	const values: Record<string, unknown> = { $env: {} };
	for (const name of names) {
		const value = read(proxy, name);
		values[name] = value instanceof Object ? Object.fromEntries(Reflect.ownKeys(value).flatMap((key) => (typeof key === 'string' && key !== 'customData' ? [[key, read(value, key)]] : []))) : value;
	}
	values['$input'] = { params: read(read(proxy, '$input'), 'params'), context: {} };
	return values;
}

/**
 * Runs the code of a Code or Sort node as n8n's task runner does, in an isolate of its own that can only compute, by the
 * rehearsal's clock. An error of the code is a result.
 * @throws NotHere if the code used anything else, whatever it did with the answer
 */
export async function runCode({ settings, functions, node, workflow, items, time, stopped }: CodeTask): Promise<Ended> {
	const made = openIsolates();
	if (!made) throw new NotHere('isolate');
	const { code, nodeMode, continueOnFail, chunk } = Settings.parse(settings);
	const { ivm, snapshot, realm } = made;
	const isolate = new ivm.Isolate({ snapshot, memoryLimit: MEMORY_MB });
	const limit = { timeout: MAX_SECONDS * 1000 };
	let asked: string | null = null;
	const key = `${workflow.name} ${node.name}`;
	const endless = (index: number | null) => new CodeError(`The code did not end within ${counted(MAX_SECONDS, 'second')}`, 0, index);

	const answer = (question: z.output<typeof Question>): unknown => {
		switch (question.kind) {
			case '$': {
				const found = read(call(read(functions.getWorkflowDataProxy(question.index), '$'), [question.name]), question.field);
				return CALLS.has(question.field) ? call(found, question.given) : found;
			}
			case '$node':
				return read(read(read(functions.getWorkflowDataProxy(question.index), '$node'), question.name), question.field);
			case '$items':
				return call(read(functions.getWorkflowDataProxy(question.index), '$items'), question.given);
			case 'jmespath':
				return call(read(functions.getWorkflowDataProxy(question.index), '$jmespath'), [question.data, question.expression]);
			case 'static':
				return workflow.getStaticData(question.type, node);
			case 'atob':
				return atob(question.text);
			case 'btoa':
				return btoa(question.text);
			case 'absent':
				asked ??= question.name;
				throw new NotHere(question.name);
		}
	};
	const ask = (text: string): string => {
		try {
			return JSON.stringify({ found: answer(Question.parse(JSON.parse(text))) });
		} catch (error) {
			return JSON.stringify({ missing: error instanceof Error ? error.message : String(error) });
		}
	};

	/** An error that V8 reports of the code as a whole. */
	const errorOf = (error: unknown, index: number | null): Error => {
		if (error instanceof CodeError) return error;
		const message = error instanceof Error ? error.message : String(error);
		if (message === 'Script execution timed out.') {
			stopped.set(key, (stopped.get(key) ?? 0) + 1);
			return endless(index);
		}
		if (isolate.isDisposed) return new CodeError(`The code used more than ${MEMORY_MB} MB of memory`, 0, index);
		const [, text = message, line = '0'] = /^(.*) \[code\.js:(\d+):\d+\]$/s.exec(message) ?? [];
		return new CodeError(text, Number(line), index);
	};

	const open = () => {
		const context = isolate.createContextSync();
		const setup = { items: items.map(({ json, binary, pairedItem }) => ({ json, binary, pairedItem })), random: Math.floor(Math.random() * 2 ** 32), timezone: functions.getTimezone(), values: nodeMode === 'runCode' ? {} : valuesOf(functions), absent: ABSENT };
		const make = context.evalSync(realm, { reference: true });
		const host = make.applySync(undefined, [new ivm.Callback(ask), JSON.stringify(setup)], { result: { reference: true } });
		const main = context.evalSync(`(async function VmCodeWrapper() {${code}\n})`, { filename: 'code.js', reference: true, ...limit });
		return { main, act: (name: 'start' | 'tick' | 'state', ...given: (number | IsolatedVm.Dereference<unknown>)[]) => host.applySync(undefined, [name, ...given], limit) };
	};
	let opened: ReturnType<typeof open> | undefined;

	/** One call of the code. */
	async function once(index: number | null): Promise<unknown> {
		const { main, act } = (opened ??= open());
		const began = time.wall();
		act('start', main.derefInto(), index ?? 0, began);
		for (;;) {
			const now = State.parse(JSON.parse(String(act('state'))));
			if (now.status === 'done') {
				for (const [type, data] of Object.entries(now.statics)) keepStatic(workflow.getStaticData(type, node), data);
				return now.value;
			}
			if (now.status === 'failed') throw new CodeError(now.message, now.line, index);
			if (now.status === 'running') throw new CodeError('The code waits for something that never happens', 0, index);
			if (now.until - began > MAX_WAIT_MS) throw new CodeError(`Task execution timed out after ${counted(MAX_WAIT_MS / 1000, 'second')}`, 0, index);
			await time.sleep(now.until - time.wall());
			act('tick', time.wall());
		}
	}

	async function attempt(index: number | null): Promise<unknown> {
		try {
			if ((stopped.get(key) ?? 0) >= MAX_STOPPED) throw endless(index);
			return await once(index);
		} catch (error) {
			const failure = errorOf(error, index);
			if (!continueOnFail || asked !== null) throw failure;
			return { json: { error: failure.message } };
		}
	}

	async function all(): Promise<unknown> {
		if (nodeMode !== 'runOnceForEachItem') {
			const result = await attempt(null);
			return result === null ? [] : result;
		}
		const first = chunk?.startIndex ?? 0;
		const results: unknown[] = [];
		for (let index = first; index < first + (chunk?.count ?? items.length); index += 1) {
			const result = await attempt(index);
			if (result) results.push(itemOf(result, index));
		}
		return results;
	}

	const ended = await all().then(
		(result): Ended => ({ ok: true, result }),
		(error: unknown): Ended => ({ ok: false, error: errorOf(error, null) }),
	);
	if (!isolate.isDisposed) isolate.dispose();
	// Code that catches the refusal would compute something else than in n8n.
	if (asked !== null) throw new NotHere(asked);
	return ended;
}
