import { createClient } from '../../src/client/index.ts';
import { searchPicks } from '../../src/operations/picks.ts';
import { axiosTransport } from '../../src/transport/axios.ts';
import { scriptedServer } from '../support/scriptedServer.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const whole = { id: 'a', title: 'Pilot', startTime: '2026-11-20T09:00:00Z', displayName: 'Ada', summary: 'Pilot', url: 'https://ada.example/hook', events: [] };
const broken = [null, 5, 'x', [], {}, { id: null }, { id: 7 }, { id: ' ' }];

test.each(['calendarEvent', 'contact', 'conversation', 'webhook'] as const)('a list to choose a %s from opens without elements that cannot be chosen', async (picks) => {
	const data = [...broken, whole];
	const server = await scriptedServer(Array(2).fill({ status: 200, body: { data, pagination: { total: data.length, limit: 100, offset: 0 } } }));
	const client = createClient({ baseUrl: server.url, transport: axiosTransport({ apiKey: 'svc_test' }), sleep: async () => {}, patienceMs: 0 });
	const found = await searchPicks(client, picks, { now, timezone: 'UTC' });
	expect(found.picks.filter(({ id }) => id === 'a')).toHaveLength(1);
	expect(found.picks.every(({ id, label }) => typeof id === 'string' && typeof label === 'string')).toBe(true);
	await server.stop();
});
