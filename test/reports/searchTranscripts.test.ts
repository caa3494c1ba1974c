import { searchTranscripts } from '../../src/reports/index.ts';
import { transcriptMemory } from '../../src/meetings/index.ts';
import { account, NOW, type Account } from './support/account.ts';
import { listReply, meetings, problem, service, stopServices } from './support/service.ts';
import { begin } from './support/task.ts';

const since = '2026-03-01T00:00:00.000Z';
const at = (day: number) => `2026-03-${String(day).padStart(2, '0')}T09:00:00.000Z`;

let world: Account;
beforeEach(async () => void (world = await account()));
afterEach(async () => {
	await world.stop();
	await stopServices();
});

const fill = async (count: number): Promise<void> => {
	for (let day = 1; day <= count; day++) {
		const text = 'Uma: Good morning.\nBen: The budget is too high.\nUma: Then lower it.\nBen: Fine.\nUma: And the second budget?\n';
		await world.addMeeting({ title: day % 2 === 0 ? `Even ${day}` : `Odd ${day}`, startTime: at(day), text });
	}
};

test('passages come newest first, with who said them, when, and what was said around them: one request per meeting', async () => {
	await fill(3);
	const { sent, ...options } = world.connect();
	const result = await searchTranscripts(begin(options), { since, query: 'budget high' });
	expect(sent).toHaveLength(1 + 3);
	expect(result).toMatchObject({ complete: true, searched: 3, cursor: null, left: { meetings: [], unlisted: 0 }, failed: [] });
	expect(result.passages.map(({ conversationTitle }) => conversationTitle)).toEqual(['Odd 3', 'Even 2', 'Odd 1']);
	expect(result.passages[0]).toMatchObject({ text: 'The budget is too high.', time: expect.stringMatching(/^00:00:0\d$/), index: 1, conversationDate: at(3) });
	expect(result.passages[0]?.before).toMatch(/: Good morning\.$/);
	expect(result.passages[0]?.after).toMatch(/: Then lower it\.$/);
	expect(Date.parse(result.passages[0]?.timestamp ?? '')).toBeGreaterThanOrEqual(Date.parse(at(3)));
});

test('a passage of two speakers is cut around the words too', async () => {
	const long = 'This is about many other things. '.repeat(30);
	await world.addMeeting({ title: 'Long', startTime: at(1), text: `Uma: ${long}Here is the pilot.\nBen: The budget is fine. ${long}\n` });
	const { passages } = await searchTranscripts(begin(world.connect()), { since, query: 'pilot budget' });
	expect(passages).toMatchObject([{ speaker: null, text: expect.stringMatching(/^….*pilot\.\n.*: The budget is fine\..*…$/s) }]);
});

test('meetings with another title take no request, and only the speaker’s own words count', async () => {
	await fill(4);
	const { sent, ...options } = world.connect();
	const result = await searchTranscripts(begin(options), { since, query: 'budget', title: 'EVEN', speaker: 'me', userName: 'Uma Own', neighbors: 0 });
	expect(sent).toHaveLength(1 + 2);
	expect(result.passages.map(({ text, before, after }) => [text, before, after])).toEqual([
		['And the second budget?', '', ''],
		['And the second budget?', '', ''],
	]);
});

test('a limit stops reading, and its cursor continues without repeating or losing a passage', async () => {
	await fill(7);
	const all = await searchTranscripts(begin(world.connect()), { since, query: 'budget' });
	expect(all.passages).toHaveLength(14);
	const pages: string[][] = [];
	let cursor: string | undefined;
	let requests = 0;
	do {
		const { sent, ...options } = world.connect();
		const page = await searchTranscripts(begin({ ...options, concurrency: 1 }), { since, query: 'budget', limit: 3, cursor });
		requests += sent.length;
		pages.push(page.passages.map((one) => one.cursor));
		expect(page.complete).toBe(page.cursor === null);
		cursor = page.cursor ?? undefined;
	} while (cursor !== undefined);
	expect(pages.map(({ length }) => length)).toEqual([3, 3, 3, 3, 2]);
	expect(pages.flat()).toEqual(all.passages.map((one) => one.cursor));
	// Each time, one list and two meetings: three passages end either in the middle of a meeting or at its end.
	expect(requests).toBeLessThanOrEqual(5 * 3);
});

test('the cursor of another search is refused', async () => {
	await fill(2);
	const first = await searchTranscripts(begin(world.connect()), { since, query: 'budget', limit: 1 });
	for (const other of [{ query: 'price' }, { query: 'budget', speaker: 'Ada' }, { query: 'budget', title: 'Call' }]) {
		await expect(searchTranscripts(begin(world.connect()), { since, cursor: first.cursor ?? '', ...other })).rejects.toThrow('Invalid cursor: it belongs to another search');
	}
});

test('a new meeting and a deleted one do not move the place of a cursor', async () => {
	await fill(4);
	const first = await searchTranscripts(begin({ ...world.connect(), concurrency: 1 }), { since, query: 'budget', limit: 3 });
	const [, middle] = first.passages.map(({ conversationId }) => conversationId).slice(1);
	await world.addMeeting({ title: 'New', startTime: at(10), text: 'Uma: A new budget.\n' });
	const { client } = world.connect();
	await client.conversations.delete({ id: middle ?? '' });
	const rest = await searchTranscripts(begin(world.connect()), { since, query: 'budget', cursor: first.cursor ?? '' });
	expect(rest.passages.map(({ conversationTitle }) => conversationTitle)).toEqual(['Even 2', 'Even 2', 'Odd 1', 'Odd 1']);
});

test('a read transcript is kept until it grows', async () => {
	await fill(2);
	const transcripts = transcriptMemory();
	const asked = { since, query: 'budget' };
	const first = await searchTranscripts(begin({ ...world.connect(), transcripts }), asked);
	const { sent, ...options } = world.connect();
	expect(await searchTranscripts(begin({ ...options, transcripts }), asked)).toEqual(first);
	expect(sent).toHaveLength(1);
	const small = transcriptMemory(100);
	await searchTranscripts(begin({ ...world.connect(), transcripts: small }), asked);
	const { sent: again, ...more } = world.connect();
	await searchTranscripts(begin({ ...more, transcripts: small }), asked);
	expect(again).toHaveLength(1 + 1);
});

test('a failure affects only its meeting, and too many stop the search; the cursor continues at the first unread one', async () => {
	const listed = meetings(10);
	const { sent, ...options } = await service((url) => {
		if (!url.pathname.endsWith('/transcript')) return listReply(listed);
		const id = url.pathname.split('/').at(-2);
		if (id === 'c0') return { body: { data: { id, segments: [{ text: 'the budget', speaker: null, timestamp: NOW }, null, {}] } } };
		return id === 'c1' ? problem(404, 'not_found') : problem(500, 'internal_error');
	});
	const result = await searchTranscripts(begin({ ...options, concurrency: 1 }), { since, query: 'budget' });
	expect(result).toMatchObject({ complete: false, stoppedBy: 'failures', searched: 1, passages: [{ speaker: null, text: 'the budget' }] });
	expect(result.withoutTranscript).toMatchObject([{ conversationId: 'c1' }]);
	expect(result.failed).toHaveLength(5);
	expect(result.left.meetings.map(({ conversationId }) => conversationId)).toEqual(['c7', 'c8', 'c9']);
	expect(result.cursor).toMatch(/\.c6$/);
	expect(sent.filter((url) => url.includes('/c7/'))).toEqual([]);
});

test.each([[{ query: '?!' }], [{ query: 'x', cursor: 'nonsense' }], [{ query: 'x', until: '2020-01-01T00:00:00Z' }]])('%j is refused before anything is sent', async (asked) => {
	const { sent, ...options } = world.connect();
	await expect(searchTranscripts(begin(options), { since, ...asked })).rejects.toMatchObject({ problem: { kind: 'invalidInput' } });
	expect(sent).toEqual([]);
});
