import { api } from '../../src/api/index.ts';
import { ClientError } from '../../src/client/index.ts';
import { quantiles } from '../statistics.ts';
import { seeded } from '../statistics.ts';
import { simulatedService, type SimulatedService } from './simulatedService.ts';
import { simulatedTime } from './simulatedTime.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 0, 5, 8);
const DAY = 24 * HOUR;

/** What a workflow does when the hourly limit is reached. */
export type WhenLimited = 'stop' | 'wait' | 'wait and spread';

export interface RunsDay {
	readonly workflows: number;
	/** Requests that each one sends, one after the other. */
	readonly requests: number;
	readonly patienceMs: number;
	readonly whenLimited: WhenLimited;
	/** Period in which the workflows start; 0: all at the same moment. */
	readonly withinMs: number;
}

/** Sends the requests and resolves to whether all succeeded. After waiting, it resumes where it stopped. */
async function run(service: SimulatedService, time: ReturnType<typeof simulatedTime>, options: RunsDay, random: () => number) {
	const client = service.slowClient({ patienceMs: options.patienceMs, random });
	for (let done = 0; done < options.requests; ) {
		try {
			await client.call(api.conversations.list, { limit: 1 });
			done += 1;
		} catch (error) {
			const problem = error instanceof ClientError ? error.problem : null;
			if (problem?.kind !== 'rateLimited' || problem.retryAfterMs === null) throw error;
			if (options.whenLimited === 'stop') return false;
			await time.sleep(problem.retryAfterMs + (options.whenLimited === 'wait' ? 0 : random() * HOUR));
		}
	}
	return true;
}

/** A day of workflows with one Professional key that all start in the morning. Times in minutes. */
export async function dayOfRuns(options: RunsDay) {
	const random = seeded(options.workflows);
	const time = simulatedTime(START);
	const service = simulatedService(time, 'professional');
	const took: number[] = [];
	for (let index = 0; index < options.workflows; index += 1) {
		const at = START + Math.floor(random() * options.withinMs);
		time.plan(at, () => {
			void run(service, time, options, random).then((isDone) => {
				if (isDone) took.push((time.now() - at) / 60_000);
			});
		});
	}
	await time.run(START + DAY);
	service.close();
	return { ...service.counts, ...quantiles(took), done: took.length / options.workflows };
}
