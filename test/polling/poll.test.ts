import { newState, poll, type PollOptions } from '../../src/polling/index.ts';
import { createModel } from './model.ts';

const START = Date.parse('2026-11-02T10:00:00Z');
const MINUTE = 60_000;

const options: PollOptions = {
	conversations: {
		...{ created: true, results: [], recentMs: null, room: null },
		itemsOf: ({ id }) => [{ dedupeKey: id }],
	},
	meetings: null,
};

test('a service that fails again and again is asked less and less often, and nothing is lost', async () => {
	const model = createModel('newest');
	let { state } = await poll(newState('s'), options, model.round(START));
	let isDown = true;
	model.intervene(() => (isDown ? 'fail' : 'answer'));
	model.add('during', START + MINUTE);
	const asked: number[] = [];
	for (let minute = 1; minute <= 20; minute += 1) {
		const before = model.requests.length;
		({ state } = await poll(state, options, model.round(START + minute * MINUTE)));
		if (model.requests.length > before) asked.push(minute);
	}
	expect(asked).toEqual([1, 2, 3, 5, 9, 17]);
	isDown = false;
	const early = await poll(state, options, model.round(START + 32 * MINUTE));
	expect(early).toEqual({ state, items: [], givenUp: [], error: null });
	const { items } = await poll(state, options, model.round(START + 33 * MINUTE));
	expect(items).toEqual([{ dedupeKey: 'during' }]);
});

test('what nobody chose is not asked for', async () => {
	const model = createModel('newest');
	const { state } = await poll(newState('s'), { conversations: null, meetings: null }, model.round(START));
	expect(model.requests).toEqual([]);
	expect(state).toEqual(newState('s'));
});
