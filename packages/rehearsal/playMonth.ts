import { join } from 'node:path';
import { copyFileSync } from 'node:fs';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { DAY_MS } from '../../sandbox/clock.ts';
import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import { countCredits } from '../../sandbox/db/usage.ts';
import type { Service } from '../../sandbox/service.ts';
import { credentialsHelper } from './engine/credentials.ts';
import { coreModule, workflowModule } from './engine/n8nModules.ts';
import { eventLabels, loadPackages, type Packages } from './engine/index.ts';
import { createTime } from './time.ts';
import type { PinnedWorkflow } from './workflow.ts';
import { createDataTables } from './engine/dataTables.ts';
import { createExecutions, type ExecutionsOptions } from './engine/executions.ts';
import { createLibrary, type Library } from './engine/library.ts';
import type { Month } from './account/month.ts';
import { rehearsedNodes } from './engine/nodes.ts';
import { createProcessed } from './engine/processed.ts';
import { MAX_STARTS_PER_DAY, nothingSeen, type Cut, type Seen } from './record.ts';
import { turnBack } from './account/replay.ts';
import { closeNetwork } from './account/traffic.ts';
import { createTriggers } from './engine/triggers.ts';
import { unwatched, type Watch } from './watch.ts';
import { startWebhookServer } from './engine/webhooks.ts';

/** How long executions may continue after the last day, for example to wait for the next hour. */
const AFTERWARDS_MS = 3 * DAY_MS;

export interface PlayOptions {
	readonly file: PinnedWorkflow;
	/** Workflows that it may call. */
	readonly others?: readonly PinnedWorkflow[];
	readonly month: Month;
	/** When the replay begins and ends, in milliseconds since 1970. */
	readonly from: number;
	readonly until: number;
	/** IANA name, for workflows without a time zone of their own. Default: the account's. */
	readonly timezone?: string | undefined;
	/** Makes a watch, given what tells the rehearsal's time. */
	readonly watchBy?: (now: () => number) => Watch;
}

export interface Rehearsed {
	readonly seen: Seen;
	readonly timezone: string;
	/** Empty required fields, by node. */
	readonly missing: ReadonlyMap<string, readonly string[]>;
	/** The workflow, and those that it has called. */
	readonly files: readonly PinnedWorkflow[];
	readonly library: Library;
}

/** The sandbox's running parts, some of which its own tools cannot reach. */
const serviceOf = ({ perform }: Sandbox): Promise<Service> => perform({ perform: async (service) => service }, {});

let packages: Promise<Packages> | undefined;

/**
 * Runs the workflow's month in n8n's engine. Only one at a time per process, because the network and n8n's own memory are shared
 * by the process.
 */
export async function playMonth({ file, others = [], month, from, until, watchBy, ...options }: PlayOptions): Promise<Rehearsed> {
	// The same chances each time.
	const generator = xoroshiro128plus(1);
	const time = createTime(from, () => uniformFloat64(generator));
	const loaded = await time.inside(() => (packages ??= loadPackages()));
	const database = join(month.folder, `stage-${process.hrtime.bigint()}.sqlite`);
	copyFileSync(month.file, database);
	const stops: (() => Promise<void> | void)[] = [];
	try {
		const sandbox = await startSandbox({ database, now: time.wall, allowLoopbackHttp: true });
		stops.push(sandbox.stop);
		const service = await serviceOf(sandbox);
		const webhooks = await time.inside(startWebhookServer);
		stops.push(webhooks.stop);
		const seen = nothingSeen(eventLabels(loaded));
		const steps = turnBack(service, month, { from, until }, seen);
		const creditsUsed = () => countCredits(service.db, month.user.id, from) - seen.applicationCredits.length;
		const traffic = closeNetwork({ service: Number(new URL(sandbox.url).port), webhooks: webhooks.port, seen, now: time.wall, creditsUsed });
		stops.push(traffic.release);

		const timezone = file.settings?.timezone ?? options.timezone ?? month.user.timezone;
		const apiKey = sandbox.createKey(month.user.id);
		const credentials = credentialsHelper(loaded, { rehearsal: { apiKey, baseUrl: sandbox.url } });
		const library = createLibrary([file, ...others]);
		const watch = watchBy?.(time.wall) ?? unwatched;
		stops.push(watchExpressions(() => watch.step(traffic.sender()?.node)));
		const nodesOf: ExecutionsOptions['nodesOf'] = (one, label) => rehearsedNodes({ packages: loaded, file: one, label, library, traffic, watch, seen, now: time.wall, runOf: Number });
		const dataTables = createDataTables((_node, table, rows) => noteRows(seen, { at: time.wall(), run: traffic.sender()?.run ?? 0, node: traffic.sender()?.node ?? '', table, rows }));
		const maxStarts = Math.ceil(((until - from) / DAY_MS) * MAX_STARTS_PER_DAY);
		let end = () => {};
		const cut = new Promise<void>((resolve) => void (end = resolve));
		const onCut = (why: Cut): undefined => {
			seen.cut ??= why;
			end();
		};
		const executions = createExecutions({ file, library, nodesOf, credentials, dataTables, timezone, time, seen, maxRuns: maxStarts, onCut });
		const titles = new Map<string, string>();
		const titleOf = (id: string) => titles.get(id) ?? seen.happened.find(({ conversationId }) => conversationId === id)?.title;
		const triggers = time.inside(() => createTriggers({ file, executions, webhooks, traffic, watch, time, seen, timezone, until, titleOf, maxPolls: maxStarts, onCut }));
		startAfresh();

		const whole = time.inside(async () => {
			await triggers.publish();
			for (const { at, play } of [...steps, { at: until, play: () => undefined }]) {
				if (at > time.wall()) await time.sleep(at - time.wall());
				play();
				await time.sleep(1);
			}
			await triggers.lastPolls();
			await triggers.startByHand();
			await executions.settled();
		});
		const isOver = await time.pass(Promise.race([whole, cut]), until - from + AFTERWARDS_MS);
		time.stop();
		if (isOver && !seen.cut) await whole;
		return { seen, timezone, missing: executions.missing(), files: executions.files(), library };
	} finally {
		for (const stop of stops.reverse()) await stop();
	}
}

/** Calls `note` before each expression. Returns a function that undoes this. */
function watchExpressions(note: () => void): () => void {
	const { prototype } = workflowModule.Expression;
	const { resolveSimpleParameterValue } = prototype;
	prototype.resolveSimpleParameterValue = function (...given) {
		note();
		return resolveSimpleParameterValue.apply(this, given);
	};
	return () => void (prototype.resolveSimpleParameterValue = resolveSimpleParameterValue);
}

interface Rows {
	readonly at: number;
	readonly run: number;
	readonly node: string;
	readonly table: string;
	readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** Stands in for n8n's database of Remove Duplicates. Empty at the start of each rehearsal. */
let processed = createProcessed();
let isProcessedShared = false;
function startAfresh(): void {
	processed = createProcessed();
	if (isProcessedShared) return;
	isProcessedShared = true;
	void coreModule.DataDeduplicationService.init({
		checkProcessedAndRecord: (...given) => processed.checkProcessedAndRecord(...given),
		removeProcessed: (...given) => processed.removeProcessed(...given),
		clearAllProcessedItems: (...given) => processed.clearAllProcessedItems(...given),
		getProcessedDataCount: (...given) => processed.getProcessedDataCount(...given),
	});
}

/** Rows written to a data table count as results, too. */
function noteRows(seen: Seen, { at, run, node, table, rows }: Rows): void {
	for (const row of rows) {
		const { id: _id, createdAt: _created, updatedAt: _updated, ...parameters } = row;
		seen.effects.push({ at, run, node, type: 'dataTable', parameters: { table, ...parameters }, isComputed: true, conversationId: null, isPinned: false, unknown: [], blank: [], isHollow: false });
	}
}
