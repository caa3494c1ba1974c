import { createReader, Stopped } from '../../src/meetings/index.ts';
import { keyPointsReply, listReply, meetings, problem, service, stopServices, type Reply } from '../reports/support/service.ts';

afterEach(stopServices);

const DAY = { since: 0, until: Infinity };
const isKeyPoints = ({ pathname }: URL): boolean => pathname.endsWith('/keypoints');

/** A reader of three meetings. Their key points are answered with `replies` in order, and then always with the last one. */
async function readerOf(...replies: readonly Reply[]) {
	let asked = 0;
	const world = await service((url) => (isKeyPoints(url) ? (replies[asked++] ?? replies.at(-1) ?? problem(404, 'not_found')) : listReply(meetings(3))));
	return { ...createReader({ ...world, concurrency: 1 }), sent: world.sent };
}

const saved = keyPointsReply({ decisions: ['D'] });

test('what a task has read takes no request in another task of the run, until it is written to', async () => {
	const { begin, forget, sent } = await readerOf(saved);
	for (const task of [begin(), begin()]) {
		expect((await task.meetings(DAY)).meetings).toHaveLength(3);
		expect(await task.saved('keyPoints', 'c1')).toMatchObject({ keypoints: { decisions: ['D'] } });
	}
	expect(sent).toHaveLength(2);
	forget('c1', false);
	await begin().saved('keyPoints', 'c1');
	await begin().meetings(DAY);
	expect(sent).toHaveLength(3);
	forget('c1', true);
	await begin().saved('keyPoints', 'c1');
	await begin().meetings(DAY);
	expect(sent).toHaveLength(5);
});

test('two tasks that read the same at once share the request', async () => {
	const { begin, sent } = await readerOf(saved);
	await Promise.all([begin(), begin()].map((task) => task.saved('keyPoints', 'c1')));
	expect(sent).toHaveLength(1);
});

test('neither a null nor a failure is kept', async () => {
	const { begin, sent } = await readerOf(problem(404, 'not_found'), problem(500, 'internal_error'), saved);
	expect(await begin().saved('keyPoints', 'c1')).toBeNull();
	await expect(begin().saved('keyPoints', 'c1')).rejects.toMatchObject({ problem: { status: 500 } });
	expect(await begin().saved('keyPoints', 'c1')).not.toBeNull();
	expect(sent).toHaveLength(3);
});

test('a later period is part of one that was listed, an earlier one is not', async () => {
	const { begin, sent } = await readerOf();
	await begin().meetings({ since: 1000, until: Infinity });
	expect((await begin().meetings({ since: Date.parse('2026-03-13T11:58:30Z'), until: Infinity })).meetings).toMatchObject([{ conversationId: 'c0' }]);
	expect(sent).toHaveLength(1);
	await begin().meetings({ since: 999, until: Infinity });
	expect(sent).toHaveLength(2);
});

test('a task stops alone, after five failures in all of its readings', async () => {
	const { begin, sent } = await readerOf(problem(500, 'internal_error'));
	const task = begin();
	const read = (ids: readonly string[]) => task.each(ids, (conversationId) => task.keyPoints({ conversationId }));
	expect((await read(['a', 'b', 'c'])).map(({ is }) => is)).toEqual(['failed', 'failed', 'failed']);
	expect(task.stopped).toBeNull();
	expect((await read(['d', 'e', 'f'])).map(({ is }) => is)).toEqual(['failed', 'failed', 'left']);
	expect(task.stopped).toEqual({ stoppedBy: 'failures', resumeAt: null });
	await expect(task.find('c1')).rejects.toThrow(Stopped);
	expect(sent).toHaveLength(5);
	expect(await begin().find('c1')).toMatchObject({ is: 'found', pages: 1 });
});

test('a conversation that is not among the first pages may still be there', async () => {
	const { begin, sent } = await readerOf();
	const task = begin();
	expect(await task.find('c2', { maxPages: 1 })).toMatchObject({ is: 'found', conversation: { title: 'Meeting 2' } });
	expect(await task.find('other', { maxPages: 1 })).toEqual({ is: 'none' });
	expect(await task.find('other', { maxPages: 0 })).toEqual({ is: 'maybe' });
	expect(sent).toHaveLength(1);
});
