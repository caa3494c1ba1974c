import fc from 'fast-check';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { type Sandbox, startSandbox } from '../../sandbox/index.ts';
import { prepareExample } from '../../scripts/n8n/examples.ts';
import { hostFolder, installPackageInto } from '../../scripts/n8n/install.ts';
import { openN8n } from '../../scripts/n8n/n8nApi.ts';
import type { Steps } from '../../scripts/steps.ts';
import { CREDENTIAL, freePorts, type RestartableN8n, startRestartableN8n } from '../support/startWorld.ts';
import type { Plan } from './arguments.ts';
import { type Arrivals, startSink } from './sink.ts';
import { workflowFor } from './workflows.ts';

/** Random moments within `withinMs`, in order, in milliseconds. The same seed gives the same moments. */
export function moments(count: number, withinMs: number, seed: number): readonly number[] {
	const anywhere = fc.noBias(fc.integer({ min: 0, max: withinMs }));
	return count === 0 ? [] : fc.sample(anywhere, { seed, numRuns: count }).sort((a, b) => a - b);
}

const MINUTE = 60_000;

/** Longer than it takes n8n to start, to poll for the first time, and to emit what that poll found. */
const QUIET_MS = 5.2 * MINUTE;
const MOST_MS = 15 * MINUTE;

export interface Outcome {
	readonly name: string;
	readonly arrivals: Arrivals;
	/** From the last conversation to the last arrival. */
	readonly secondsLate: number;
}

async function record(sandbox: Sandbox, userId: string, at: readonly number[], from: number): Promise<void> {
	for (const [index, moment] of at.entries()) {
		await wait(Math.max(0, from + moment - performance.now()));
		await sandbox.importMeeting(userId, { text: 'Ana: Shall we begin?\nBen: Yes.', filename: 'new.txt', title: `Meeting ${index}` });
	}
}

/** If n8n is still starting at one of the moments, it is killed once it runs. */
async function kill(n8n: RestartableN8n, at: readonly number[], from: number): Promise<void> {
	for (const moment of at) {
		await wait(Math.max(0, from + moment - performance.now()));
		await n8n.stop('SIGKILL');
		await n8n.start();
	}
}

/** Runs the workflows side by side according to the plan, in a separate n8n with its own service. */
export async function run(names: readonly string[], plan: Plan, steps: Steps): Promise<readonly Outcome[]> {
	const { conversations, kills, minutes, seed } = plan;
	const folder = mkdtempSync(join(tmpdir(), 'n8n-chaos-'));
	const [ports, userFolder] = [await freePorts(), join(folder, 'n8n')];
	await installPackageInto(userFolder);
	const sandbox = await startSandbox({ port: ports.sandbox, database: ':memory:', allowLoopbackHttp: true });
	const user = sandbox.createUser({ name: 'Nora Feld', email: 'nora.feld@example.com', plan: 'enterprise' });
	const mortal = await startRestartableN8n({ installed: hostFolder(), userFolder, ports, log: join(folder, 'n8n.log') });
	const sinks = await Promise.all(names.map(async (name) => ({ name, sink: await startSink() })));
	try {
		const n8n = openN8n(mortal.url);
		await n8n.signIn();
		const account = { apiKey: sandbox.createKey(user.id), baseUrl: sandbox.url };
		const credential = await n8n.createCredential('Meeting Assistant account', CREDENTIAL, account);
		const callable = new Set((await n8n.nodeTypes()).filter(({ webhooks }) => webhooks.length > 0).map(({ name }) => name));
		for (const { name, sink } of sinks) {
			const { id } = await n8n.createWorkflow(prepareExample(workflowFor(name, sink.url), { [CREDENTIAL]: credential }, callable));
			const problem = await n8n.publish(id);
			if (problem) throw new Error(`${name}: ${problem}`);
		}

		steps.show(`Recording ${conversations} conversations and killing n8n ${kills} times`);
		const from = performance.now();
		const [recorded] = await Promise.all([
			record(sandbox, user.id, moments(conversations, minutes * MINUTE, seed), from).then(() => Date.now()),
			kill(mortal, moments(kills, minutes * MINUTE, seed + 1), from),
		]);
		steps.show('Waiting until nothing more arrives');
		const quietFrom = Date.now();
		const quietFor = () => Date.now() - Math.max(quietFrom, ...sinks.map(({ sink }) => sink.lastArrival()));
		while (quietFor() < QUIET_MS && Date.now() - quietFrom < MOST_MS) await wait(1000);
		return sinks.map(({ name, sink }) => ({
			name,
			arrivals: sink.arrivals(conversations),
			secondsLate: Math.max(0, sink.lastArrival() - recorded) / 1000,
		}));
	} finally {
		await mortal.stop();
		await sandbox.stop();
		for (const { sink } of sinks) await sink.stop();
		rmSync(folder, { recursive: true, force: true });
	}
}
