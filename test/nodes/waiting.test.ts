import { cancellableSleep } from '../../nodes/MeetingAssistant/stopping.ts';
import { inOrder } from '../../nodes/MeetingAssistant/execute.ts';

describe('cancellableSleep', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	test('waits the whole time', async () => {
		let isOver = false;
		const waiting = cancellableSleep(undefined)(2500).then(() => (isOver = true));
		await jest.advanceTimersByTimeAsync(2499);
		expect(isOver).toBe(false);
		await jest.advanceTimersByTimeAsync(1);
		await waiting;
	});

	test('ends within a second after the run is stopped', async () => {
		const run = new AbortController();
		const stopped = expect(cancellableSleep(run.signal)(60_000)).rejects.toMatchObject({
			name: 'ClientError',
			problem: { kind: 'noAnswer', reason: 'aborted', outcomeUnknown: false, creditAtRisk: false },
		});
		await jest.advanceTimersByTimeAsync(1500);
		run.abort();
		await jest.advanceTimersByTimeAsync(1000);
		await stopped;
		expect(jest.getTimerCount()).toBe(0);
	});
});

describe('inOrder', () => {
	test('runs all, never more at once than allowed', async () => {
		let now = 0;
		let most = 0;
		const results = await inOrder(20, 3, async (index) => {
			most = Math.max(most, ++now);
			await new Promise((resolve) => setImmediate(resolve));
			now--;
			return index % 2 ? [] : [index, index];
		});
		expect(most).toBe(3);
		expect(results).toEqual(Array.from({ length: 10 }, (_, half) => [half * 2, half * 2]).flat());
	});

	test('of two failures it throws the first in order, once everything under way has ended', async () => {
		const ended: number[] = [];
		const work = async (index: number): Promise<number[]> => {
			await new Promise((resolve) => setTimeout(resolve, index === 0 ? 20 : 1));
			ended.push(index);
			throw new Error(`failure of ${index}`);
		};
		await expect(inOrder(10, 2, work)).rejects.toThrow('failure of 0');
		expect(ended).toEqual([1, 0]);
	});
});
