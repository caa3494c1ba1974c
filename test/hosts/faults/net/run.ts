import { loadPackages } from '../../../../packages/rehearsal/engine/index.ts';
import { playClient } from './client.ts';
import { startGround } from './ground.ts';
import { nothingYet, type Happened } from './happened.ts';
import { playInstant } from './instant.ts';
import { judge, type Finding } from './invariants.ts';
import { playOperation, playWorkflow, type Stage } from './operations.ts';
import { dice, sceneOf, weatherOf, type Scene } from './plan.ts';
import { playPolling } from './polling.ts';
import { startHostileService, type Exchange } from './service.ts';
import { createTime } from '../../../../packages/rehearsal/time.ts';

/** The outcome of a seed. */
export interface Played {
	readonly seed: number;
	readonly scene: Scene;
	readonly findings: readonly Finding[];
	readonly happened: Happened;
	readonly exchanges: readonly Exchange[];
}

/** The middle of a month, a day and an hour, so that no count is reset by chance. */
const START = Date.UTC(2027, 2, 15, 10, 20);

/** How long the service may keep working on requests that a client has given up. */
const AFTERWARDS_MS = 10 * 60_000;

const scenes: Readonly<Record<Scene, (stage: Stage) => Promise<void>>> = {
	operation: playOperation,
	workflow: playWorkflow,
	client: playClient,
	polling: playPolling,
	instant: playInstant,
};

/** The built package in n8n's engine, and one service, for runs one after the other. */
export async function createPlays() {
	// A process of n8n begins when its nodes are loaded, which is how the polling trigger tells processes apart.
	const packages = await createTime(START, Math.random).inside(() => loadPackages());
	const ground = await startGround();

	/** Plays a seed and judges the outcome. */
	async function play(seed: number): Promise<Played> {
		const time = createTime(START, dice(seed, 'chance').next);
		const scene = sceneOf(seed);
		const happened = nothingYet();
		const die = dice(seed, 'scene and its size');
		const service = await startHostileService({ ground, seed, weather: weatherOf(seed), time, die, start: START });
		const listening = listen();
		try {
			await scenes[scene]({ die, time, service, packages, happened });
			await time.pass(service.settled(), AFTERWARDS_MS);
			happened.texts.push({ where: 'what was printed', text: listening.heard() });
			const { exchanges, key } = service;
			const counted = exchanges.reduce((sum, { credits }) => sum + credits, 0);
			const used = await service.creditsUsed();
			if (counted + service.creditsAside() !== used) throw new Error(`Seed ${seed}: ${counted} credits were seen, ${used} are used`);
			return { seed, scene, happened, exchanges, findings: judge(happened, { exchanges, key, strays: service.strays() }) };
		} finally {
			listening.stop();
			time.stop();
			await service.stop();
		}
	}

	return { play, stop: () => ground.sandbox.stop() };
}

/** Captures what is printed meanwhile, and passes it on. */
function listen() {
	const heard: string[] = [];
	const streams = [process.stdout, process.stderr].map((stream) => ({ stream, write: stream.write }));
	const put = (stream: object, write: unknown) => Object.defineProperty(stream, 'write', { value: write, writable: true, configurable: true });
	for (const { stream, write } of streams) {
		put(stream, (...args: unknown[]) => {
			heard.push(String(args[0]));
			return Reflect.apply(write, stream, args);
		});
	}
	return {
		heard: () => heard.join(''),
		stop: () => {
			for (const { stream, write } of streams) put(stream, write);
		},
	};
}
