import type { IDataObject } from 'n8n-workflow';
import { api } from '../../../../src/api/index.ts';
import { startLife } from '../../../support/pollingLife.ts';
import type { Happened } from './happened.ts';
import type { Stage } from './operations.ts';

const MINUTE = 60_000;
const CREATED = 'conversation.created';
const KEY_POINTS = 'conversation.keypoints.ready';
const FEEDBACK = 'conversation.feedback.ready';

/** A poll starts no request after 35 seconds, and gives each one 10. */
const MOST_MS = 45_000;

/**
 * Polls after the last fault: a few, and more while something is missing. Results are requested at growing intervals, a few
 * with each poll.
 */
const AFTERWARDS = { least: 16, most: 150, close: 12, closeMs: 2 * MINUTE, apartMs: 15 * MINUTE };

/**
 * The polling trigger over an hour or two, while meetings are recorded, results are generated and n8n is killed. After that,
 * it finds what n8n has saved, but nothing that was only in memory.
 */
export async function playPolling({ die, time, service, happened, packages }: Stage): Promise<void> {
	const oneByOne = die.chance(0.35);
	const parameters = {
		events: [CREATED, ...(die.chance(0.6) ? [KEY_POINTS] : []), ...(die.chance(0.3) ? [FEEDBACK] : [])],
		options: { repeatAfterRestart: oneByOne, maxRequests: die.pick([5, 10, 20]), ...(die.chance(0.3) && { leaveMinutes: 2 }) },
	};
	const kills = die.chance(0.5);
	service.sandbox.updateUser(service.userId, { plan: 'enterprise' });
	const credential = { baseUrl: service.baseUrl, apiKey: service.key };
	happened.steps.push(JSON.stringify({ ...parameters, kills }));

	await service.addMeeting('Meeting before', time.wall() - 5 * 60 * MINUTE);
	const told = (item: IDataObject): void => {
		const key = service.named(String(item.dedupeKey));
		happened.came.push(key);
		happened.steps.push(`${at()}: told ${key}`);
		happened.texts.push({ where: 'an item of the polling trigger', text: JSON.stringify(item) });
	};
	const at = () => `${Math.round(time.elapsed() / 1000)} s`;
	const begin = (saved: string) => time.inside(() => startLife({ packages, credential, parameters, saved, onItems: (items) => items.forEach(told) }));
	let life = begin('{}');
	let mayComeAgain = false;

	const look = async (options?: { isActivation: boolean }): Promise<void> => {
		const began = time.elapsed();
		const asked = life;
		const call = { what: `the poll at ${at()}`, tookMs: 0, mostMs: MOST_MS };
		happened.calls.push(call);
		const work = time.inside(async () => {
			try {
				await asked.poll(options);
			} catch (error) {
				noteFailure(happened, error, service.named);
			}
		});
		const ended = work.then(() => void (call.tookMs = time.elapsed() - began));
		// n8n starts the next poll whether or not this one has ended.
		if (!(await time.pass(ended, 2 * MINUTE))) call.tookMs = 2 * MINUTE;
	};
	/** Executions end, or a worker dies with them; the next ones begin at once. */
	const endExecutions = async (mayFail: boolean): Promise<void> => {
		while (life.executions.length > 0) {
			for (const execution of life.executions.splice(0)) {
				const isLost = mayFail && die.chance(0.1);
				mayComeAgain ||= isLost;
				if (isLost) execution.reject(new Error('The worker went down'));
				else execution.resolve(undefined);
			}
			await time.pass(time.sleep(1), 2);
		}
	};
	const rest = async (ms: number): Promise<void> => void (await time.pass(time.sleep(ms), ms + 1));

	await look({ isActivation: true });
	service.setCalm(false);
	const ids: string[] = [];
	const rounds = die.whole(8, 25);
	for (let round = 0; round < rounds; round += 1) {
		const isBurst = die.chance(0.05);
		for (let more = isBurst ? 12 : die.whole(0, 2); more > 0; more -= 1) {
			const name = `Meeting ${ids.length}`;
			ids.push(await service.addMeeting(name, service.now() - die.whole(1, 20) * MINUTE + ids.length));
			happened.due.push({ key: `${CREATED}:${name}`, least: 1, most: 1 });
		}
		for (const [event, end] of [[KEY_POINTS, 'keypoints'], [FEEDBACK, 'feedback']] as const) {
			const index = die.whole(0, Math.max(0, ids.length - 1));
			const key = `${event}:Meeting ${index}`;
			if (!parameters.events.includes(event) || ids.length === 0 || !die.chance(0.4) || happened.due.some((due) => due.key === key)) continue;
			const { status } = await service.ask('POST', `${api.conversations.list.path}/${ids[index]}/${end}`);
			if (status === 200) happened.due.push({ key, least: 1, most: 1 });
		}
		await look();
		if (!die.chance(0.2)) await endExecutions(true);
		await rest(die.pick([1, 1, 1, 5]) * MINUTE);
		if (kills && die.chance(0.15)) {
			happened.steps.push(`${at()}: n8n is killed, and starts again`);
			mayComeAgain = true;
			life.kill();
			life = begin(life.saved().replaceAll(/"session":"[^"]*"/g, '"session":"another"'));
			await look({ isActivation: true });
		}
		happened.texts.push({ where: 'what n8n stores', text: life.saved() });
	}
	service.setCalm(true);
	happened.steps.push('From here on nothing goes wrong');
	const isMissing = () => happened.due.some(({ key, least }) => least > 0 && !happened.came.includes(key));
	for (let polls = 0; polls < AFTERWARDS.least || (polls < AFTERWARDS.most && isMissing()); polls += 1) {
		await rest(polls < AFTERWARDS.close ? AFTERWARDS.closeMs : AFTERWARDS.apartMs);
		await look();
		await endExecutions(false);
	}
	// If each item has its own execution, items that were lost with a worker or a killed n8n are emitted again, and recognized
	// by their key.
	if (oneByOne && mayComeAgain) happened.due.splice(0, Infinity, ...happened.due.map((due) => ({ ...due, most: Infinity })));
}

function noteFailure(happened: Happened, error: unknown, named: (text: string) => string): void {
	const { name, message, description, stack } = error instanceof Error ? { description: '', ...error, name: error.name, message: error.message, stack: error.stack } : { name: '', message: String(error), description: '', stack: '' };
	happened.steps.push(`The poll fails: ${named(message)}`);
	// An unexpected error is wrapped, without advice.
	happened.failures.push({ what: `poll: ${named(message)}`, isForeseen: name === 'NodeApiError' && /\. |\.$/.test(message) });
	happened.texts.push({ where: 'the error of a poll', text: `${message} ${String(description)} ${stack}` });
}
