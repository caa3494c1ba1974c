import { terms } from '../../nodes/shared/terms.ts';
import { createClient } from '../../src/client/index.ts';
import { readDetails } from '../../src/events/details.ts';

test('a silent service delays a delivery no longer than the limit', async () => {
	const waited: number[] = [];
	const client = createClient({
		baseUrl: 'https://api.example.com',
		transport: ({ url }) =>
			url.includes('keypoints')
				? Promise.resolve({ status: 404, headers: {}, body: '{"error":{"code":"not_found","message":"None"}}' })
				: new Promise(() => {}),
		sleep: async () => {},
	});
	const included = await readDetails(['transcript', 'keyPoints'], { conversationId: 'c', title: undefined }, {
		connect: async () => client,
		terms,
		sleep: async (ms) => {
			waited.push(ms);
			await new Promise((resolve) => setImmediate(resolve));
		},
	});
	expect(waited).toEqual([6000]);
	expect(included).toEqual({ ok: false, reason: expect.stringContaining('within 6 seconds'), keyPoints: null });
});
