import type { Tier } from '../../src/api/index.ts';
import { createPoller } from './poller.ts';
import { seeded } from '../statistics.ts';
import { simulatedService } from './simulatedService.ts';
import { simulatedTime } from './simulatedTime.ts';
import { quantiles } from '../statistics.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 0, 5);
const CALLS = 40;
const WORKING_HOURS = { from: 8, to: 18 } as const;

export interface PollingDay {
	readonly plan: Tier;
	readonly workflows: number;
	readonly everyMinutes: number;
	/** Whether each workflow polls at its own second, as in n8n, or all poll at the same one. */
	readonly ownSecond: boolean;
	/** Whether each slows down when all together are too fast. */
	readonly paced: boolean;
}

/** A day of workflows that poll for the same 40 new conversations, which end at random in working hours. */
export async function dayOfPolling({ plan, workflows, everyMinutes, ownSecond, paced }: PollingDay) {
	const random = seeded(workflows + everyMinutes);
	const time = simulatedTime(START);
	const service = simulatedService(time, plan);
	const end = START + DAY;
	const endedAt = new Map<string, number>();
	const waits: number[] = [];
	let deaf = 0;

	for (let index = 0; index < workflows; index += 1) {
		let told = 0;
		const poll = createPoller({
			time,
			service,
			random,
			paced,
			onTold: (id) => {
				told += 1;
				waits.push((time.now() - (endedAt.get(id) ?? 0)) / MINUTE);
			},
		});
		const offset = ownSecond ? Math.floor(random() * 60) * 1000 : 0;
		const every = everyMinutes * MINUTE;
		const tick = (): void => {
			void time.untilDone(poll());
			time.plan(time.now() + every, tick);
		};
		time.plan(START + offset, tick);
		time.plan(end, () => (deaf += told === 0 ? 1 : 0));
	}
	const { from, to } = WORKING_HOURS;
	for (let call = 0; call < CALLS; call += 1) {
		const at = START + Math.floor((from + random() * (to - from)) * HOUR);
		time.plan(at, () => endedAt.set(service.call(), time.now()));
	}
	await time.run(end);
	service.close();
	return { ...service.counts, ...quantiles(waits), told: waits.length / (CALLS * workflows), deaf };
}
