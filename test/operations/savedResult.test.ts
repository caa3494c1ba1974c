import { untilReady } from '../../src/operations/shared/savedResult.ts';
import { ClientError } from '../../src/client/index.ts';

const notFound = new ClientError({ kind: 'api', status: 404, code: 'not_found', message: 'x', outcomeUnknown: false, creditAtRisk: false });

/** Reads as scripted, on a clock that only sleeping moves. */
async function wait(seconds: number, script: readonly (string | Error)[], isAgent = false) {
	let time = 0;
	const asked: number[] = [];
	const read = async () => {
		asked.push(time / 1000);
		const answer = script[asked.length - 1] ?? notFound;
		if (typeof answer !== 'string') throw answer;
		return answer;
	};
	const sleep = async (ms: number) => void (time += ms);
	const outcome = await untilReady({ now: () => time, sleep, isAgent }, seconds, read, (text) => text !== 'empty').catch(
		(error: unknown) => error,
	);
	return { outcome, asked };
}

test('a result that is ready takes one request', async () => {
	expect(await wait(300, ['here'])).toEqual({ outcome: 'here', asked: [0] });
});

test('without a wait it is read once', async () => {
	expect(await wait(0, [])).toEqual({ outcome: notFound, asked: [0] });
	expect(await wait(0, ['empty'])).toEqual({ outcome: 'empty', asked: [0] });
});

test('it is read again after 5, 10, 20 and then every 30 seconds, and once more at the end', async () => {
	const { outcome, asked } = await wait(100, []);
	expect(asked).toEqual([0, 5, 15, 35, 65, 95, 100]);
	expect(outcome).toBe(notFound);
});

test('the wait ends when the result is ready', async () => {
	expect(await wait(60, [notFound, 'empty', 'here'])).toEqual({ outcome: 'here', asked: [0, 5, 15] });
});

test('a result that never becomes ready is returned as it is', async () => {
	expect(await wait(5, ['empty', 'empty'])).toEqual({ outcome: 'empty', asked: [0, 5] });
});

test('other failures end the wait, and an AI agent never waits', async () => {
	const broken = new Error('broken');
	expect(await wait(60, [broken])).toEqual({ outcome: broken, asked: [0] });
	expect(await wait(60, [notFound, 'here'], true)).toEqual({ outcome: notFound, asked: [0] });
});
