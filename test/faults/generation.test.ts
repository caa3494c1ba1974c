import { z } from 'zod/v4';
import { extractiveAi, type Ai } from '../../sandbox/index.ts';
import { dataOf } from '../sandbox/support/harness.ts';
import { LIST, startFaultySandbox } from './support/faultySandbox.ts';

let at: Awaited<ReturnType<typeof startFaultySandbox>>;
/** How many generations begin before the first of them ends. */
let together: number;
const begun: (() => void)[] = [];
const others = () =>
	new Promise<void>((resolve) => {
		begun.push(resolve);
		if (begun.length >= together) for (const go of begun.splice(0)) go();
	});
const ai: Ai = {
	...extractiveAi,
	keyPoints: (meeting) => others().then(() => extractiveAi.keyPoints(meeting)),
	feedback: (meeting) => others().then(() => extractiveAi.feedback(meeting)),
};
beforeEach(async () => {
	together = 1;
	at = await startFaultySandbox({ ai });
});
afterEach(() => at.stop());

const FAULT = 'x-sandbox-fault';
const Made = z.looseObject({ cached: z.boolean() });
const generate = (action = 'keypoints', body?: unknown) => at.user.call('POST', `${LIST}/${at.id}/${action}`, body);
const creditsUsed = async () => (await at.client.user.profile()).data.apiUsage.aiGenerations.used;

describe('parallel-generations', () => {
	test.each(['keypoints', 'feedback'])('concurrent requests for %s each generate them, for a credit each', async (action) => {
		at.fault({ kind: 'parallel-generations' });
		together = 3;
		const replies = await Promise.all([1, 2, 3].map(() => generate(action)));
		expect(replies.map((reply) => dataOf(Made, reply).cached)).toEqual([false, false, false]);
		expect(replies.map(({ headers }) => headers.get(FAULT))).toEqual(Array(3).fill('parallel-generations'));
		expect(await creditsUsed()).toBe(3);
	});

	test('saved results still cost nothing', async () => {
		at.fault({ kind: 'parallel-generations' });
		await generate();
		expect(dataOf(Made, await generate()).cached).toBe(true);
		expect(await creditsUsed()).toBe(1);
	});

	test('combines with a fault that loses the answer, whichever was added first', async () => {
		at.fault({ kind: 'parallel-generations' });
		at.fault({ kind: 'internal-error', afterProcessing: true, method: 'POST', count: 1 });
		together = 2;
		const replies = await Promise.all([generate(), generate()]);
		expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 500]);
		expect(await creditsUsed()).toBe(2);
		expect(at.injected()).toEqual([2, 1]);
	});

	test('both faults are named if both changed the answer', async () => {
		at.fault({ kind: 'wrong-content-type' });
		at.fault({ kind: 'parallel-generations' });
		expect((await generate()).headers.get(FAULT)).toBe('parallel-generations, wrong-content-type');
	});

	test('applies to generations only, as many times as its count', async () => {
		at.fault({ kind: 'parallel-generations', path: '/api/v1/*', count: 2 });
		expect((await at.get()).headers.has(FAULT)).toBe(false);
		expect((await at.user.call('GET', `${LIST}/${at.id}/keypoints`)).headers.has(FAULT)).toBe(false);
		together = 2;
		await Promise.all([generate(), generate(), generate('email')]);
		together = 1;
		expect(dataOf(Made, await generate()).cached).toBe(true);
		expect(await creditsUsed()).toBe(3);
		expect(at.injected()).toEqual([2]);
	});
});

describe('incomplete-key-points', () => {
	const Incomplete = z.looseObject({ keypoints: z.looseObject({ actionItems: z.array(z.looseObject({ item: z.string() })) }) });

	test.each(['GET', 'POST'])('%s answers without decisions, owners and priorities; the saved key points are complete', async (method) => {
		await generate();
		at.fault({ kind: 'incomplete-key-points', count: 1 });
		const reply = await at.user.call(method, `${LIST}/${at.id}/keypoints`);
		expect(reply.headers.get(FAULT)).toBe('incomplete-key-points');
		const { keypoints } = dataOf(Incomplete, reply);
		expect(Object.keys(keypoints)).not.toContain('decisions');
		expect(keypoints).toMatchObject({ title: 'Lisbon office', participants: expect.any(Array) });
		expect(keypoints.actionItems).not.toEqual([]);
		for (const item of keypoints.actionItems) expect(Object.keys(item).toSorted()).toEqual(['confidence', 'item']);
		const whole = (await at.client.keyPoints.get({ id: at.id })).data.keypoints;
		expect(whole.decisions).toEqual(expect.any(Array));
		expect(whole.actionItems[0]).toMatchObject({ owner: 'Tom Berg', priority: expect.any(String) });
	});

	test('applies to key points only, and leaves errors unchanged', async () => {
		at.fault({ kind: 'incomplete-key-points' });
		expect((await at.get()).headers.has(FAULT)).toBe(false);
		expect((await generate('feedback')).headers.has(FAULT)).toBe(false);
		const reply = await at.user.call('GET', `${LIST}/none/keypoints`);
		expect(reply).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
	});
});
