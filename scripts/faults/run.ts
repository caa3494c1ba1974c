import { loadPackages, type Packages } from '../engine/index.ts';
import { playClient } from './client.ts';
import { nothingYet, type Happened } from './happened.ts';
import { playPolling } from './polling.ts';
import { judge, type Finding } from './invariants.ts';
import { playOperation, playWorkflow, type Stage } from './operations.ts';
import { dice, sceneOf, weatherOf, type Scene } from './plan.ts';
import { startHostileService, type Exchange } from './service.ts';
import { createTime } from './time.ts';

export interface Played {
	readonly seed: number;
	readonly scene: Scene;
	readonly findings: readonly Finding[];
	readonly happened: Happened;
	readonly exchanges: readonly Exchange[];
}

/** The middle of a month, a day and an hour, so that no count begins anew by chance. */
const START = Date.UTC(2027, 2, 15, 10, 20);

/** How long the service may go on with what a client has given up. */
const AFTERWARDS_MS = 10 * 60_000;

const scenes: Readonly<Record<Scene, (stage: Stage) => Promise<void>>> = {
	operation: playOperation,
	workflow: playWorkflow,
	client: playClient,
	polling: playPolling,
	instant: playOperation,
};

let loaded: Promise<Packages> | undefined;

/** Plays what a seed means, and judges it. */
export async function play(seed: number): Promise<Played> {
	const time = createTime(START);
	// A process of n8n begins when its nodes are loaded, and the polling trigger goes by that.
	const packages = await time.inside(() => (loaded ??= loadPackages()));
	const scene = sceneOf(seed);
	const die = dice(seed, 'scene and its size');
	const happened = nothingYet();
	const service = await startHostileService({ seed, weather: weatherOf(seed), time, die, start: START });
	try {
		const before = await service.creditsUsed();
		await scenes[scene]({ die, time, service, packages, happened });
		await time.pass(service.settled(), AFTERWARDS_MS);
		const { exchanges, key } = service;
		const findings = judge(happened, { exchanges, key, strays: service.strays() });
		const counted = exchanges.reduce((sum, { credits }) => sum + credits, 0);
		const used = (await service.creditsUsed()) - before;
		if (counted > used) throw new Error(`Seed ${seed}: the net counts ${counted} credits, the service ${used}`);
		return { seed, scene, findings, happened, exchanges };
	} finally {
		time.stop();
		await service.stop();
	}
}
