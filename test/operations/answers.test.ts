import { ClientError } from '../../src/client/index.ts';
import { Answers } from '../../src/operations/index.ts';

const passing = new ClientError({ kind: 'noAnswer', reason: 'aborted', outcomeUnknown: false, creditAtRisk: false });
const risked = new ClientError({ kind: 'noAnswer', reason: 'aborted', outcomeUnknown: true, creditAtRisk: true });

/** Asks four times at once. Returns each answer, and how often the service was asked. */
async function four(failures: readonly Error[]) {
	const answers = new Answers<{ readonly json: unknown }>();
	let asked = 0;
	async function* ask() {
		const failure = failures[asked];
		asked += 1;
		await new Promise(setImmediate);
		if (failure) throw failure;
		yield { json: { asked } };
		yield { json: {} };
	}
	const one = async () => {
		const got: unknown[] = [];
		for await (const { json } of answers.share('same', ask)) got.push(json);
		return got;
	};
	const settled = await Promise.allSettled([one(), one(), one(), one()]);
	return { got: settled.map((each) => (each.status === 'fulfilled' ? each.value : each.reason)), asked, shared: answers.shared };
}

const whole = (asked: number) => [{ asked }, {}];

test('simultaneous calls with the same question wait for one answer', async () => {
	expect(await four([])).toEqual({ got: Array(4).fill(whole(1)), asked: 1, shared: 3 });
});

test('the next asks again after a failure that cost nothing', async () => {
	expect(await four([passing, passing])).toEqual({ got: [passing, passing, whole(3), whole(3)], asked: 3, shared: 1 });
});

test('nobody asks again after a failure that may have cost a credit', async () => {
	expect(await four([risked])).toEqual({ got: Array(4).fill(risked), asked: 1, shared: 0 });
});

test('the next asks again if the previous one stopped reading', async () => {
	const answers = new Answers<{ readonly json: unknown }>();
	async function* ask() {
		yield { json: 1 };
		yield { json: 2 };
	}
	for await (const { json } of answers.share('same', ask)) if (json === 1) break;
	const got: unknown[] = [];
	for await (const { json } of answers.share('same', ask)) got.push(json);
	expect(got).toEqual([1, 2]);
});
