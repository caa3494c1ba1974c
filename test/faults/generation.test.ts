import { z } from 'zod/v4';
import { dataOf } from '../sandbox/support/harness.ts';
import { LIST, startFaultySandbox } from './support/faultySandbox.ts';

let at: Awaited<ReturnType<typeof startFaultySandbox>>;
beforeEach(async () => void (at = await startFaultySandbox()));
afterEach(() => at.stop());

const FAULT = 'x-sandbox-fault';
const generate = (action = 'keypoints', body?: unknown) => at.user.call('POST', `${LIST}/${at.id}/${action}`, body);

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
