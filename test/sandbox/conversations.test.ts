import { z } from 'zod/v4';
import { Conversation, Pagination, Segment } from '../../src/api/index.ts';
import { dataOf, errorOf, startTestSandbox, type Account } from './support/harness.ts';
import { firstLine, lineCount, vtt } from './support/meeting.ts';

const path = '/api/v1/conversations';
const Page = z.object({ data: z.array(Conversation), pagination: Pagination });
const Transcript = z.object({ id: z.string(), segments: z.array(Segment) });

let env: Awaited<ReturnType<typeof startTestSandbox>>;
let account: Account;
beforeEach(async () => {
	env = await startTestSandbox();
	account = env.account();
});
afterEach(() => env.sandbox.stop());

const day = (number: number) => `2026-02-${String(number).padStart(2, '0')}T10:00:00.000Z`;
const list = async (query = '') => Page.parse((await account.call('GET', `${path}${query}`)).body);
const titles = async (query: string) => (await list(query)).data.map(({ title }) => title);

describe('Conversations, list', () => {
	test('Resources: an item has every documented field', async () => {
		const id = await account.importMeeting({ startTime: day(1), calendarEventId: 'evt-1' });
		expect((await list()).data).toEqual([
			{
				id,
				title: 'Lisbon office',
				startTime: day(1),
				endTime: '2026-02-01T10:06:00.000Z',
				duration: 6,
				segmentCount: lineCount,
				linkedCalendarEventId: 'evt-1',
			},
		]);
	});

	test('limit is 20 by default, offset 0; newest first; pagination counts all', async () => {
		for (let number = 1; number <= 22; number += 1) {
			await account.importMeeting({ text: vtt(1), title: `Call ${number}`, startTime: day(number) });
		}
		const { data, pagination } = await list();
		expect(pagination).toEqual({ total: 22, limit: 20, offset: 0 });
		expect(data.map(({ title }) => title).slice(0, 2)).toEqual(['Call 22', 'Call 21']);
		expect(data).toHaveLength(20);
		expect(await titles('?limit=5&offset=20')).toEqual(['Call 2', 'Call 1']);
		expect((await list('?limit=5&offset=30')).pagination).toEqual({ total: 22, limit: 5, offset: 30 });
	});

	test('search matches titles in any case, and % and _ literally', async () => {
		for (const title of ['Äpfel & Birnen', '100% done', '1000 done', 'a_b', 'aXb'])
			await account.importMeeting({ title });
		expect(await titles('?search=%C3%A4PFEL')).toEqual(['Äpfel & Birnen']);
		expect(await titles('?search=0%25')).toEqual(['100% done']);
		expect(await titles('?search=A_B')).toEqual(['a_b']);
		expect((await list('?search=done&limit=1')).pagination.total).toBe(2);
	});

	test('search results are newest first, paged, and after `since`', async () => {
		for (const number of [2, 4, 1, 3]) await account.importMeeting({ title: `Call ${number}`, startTime: day(number) });
		await account.importMeeting({ title: 'Other', startTime: day(5) });
		expect(await titles('?search=call')).toEqual(['Call 4', 'Call 3', 'Call 2', 'Call 1']);
		expect(await titles('?search=call&limit=2')).toEqual(['Call 4', 'Call 3']);
		expect(await titles('?search=call&limit=1&offset=1')).toEqual(['Call 3']);
		expect((await list('?search=call&offset=9')).pagination).toEqual({ total: 4, limit: 20, offset: 9 });
		expect(await titles(`?search=call&since=${day(2)}`)).toEqual(['Call 4', 'Call 3']);
	});

	test('since returns conversations after this date, with any offset', async () => {
		await account.importMeeting({ title: 'old', startTime: day(1) });
		await account.importMeeting({ title: 'new', startTime: day(2) });
		expect(await titles(`?since=${day(1)}`)).toEqual(['new']);
		expect(await titles('?since=2026-02-01T11:59:59%2B02:00')).toEqual(['new', 'old']);
	});

	test('another account does not see it', async () => {
		await account.importMeeting();
		expect(dataOf(z.array(Conversation), await env.account().call('GET', path))).toEqual([]);
	});
});

describe('Conversations, transcript', () => {
	test('has every segment, with text, speaker and timestamp', async () => {
		const id = await account.importMeeting({ startTime: day(1) });
		const { segments } = dataOf(Transcript, await account.call('GET', `${path}/${id}/transcript`));
		expect(segments).toHaveLength(lineCount);
		expect(segments[0]).toEqual({ text: firstLine, speaker: 'local', timestamp: day(1) });
	});

	test('404 if the conversation belongs to someone else', async () => {
		const id = await account.importMeeting();
		expect(errorOf(await env.account().call('GET', `${path}/${id}/transcript`))).toBe('404 not_found');
	});
});

describe('Conversations, rename and delete', () => {
	test('rename changes the title, in the list and for the search', async () => {
		const id = await account.importMeeting();
		expect((await account.call('PATCH', `${path}/${id}`, { title: 'Porto' })).body).toEqual({
			data: { id, title: 'Porto' },
		});
		expect(await titles('?search=porto')).toEqual(['Porto']);
		expect(await titles('?search=lisbon')).toEqual([]);
	});

	test('States: delete is soft: the list leaves it out, every later read is 404', async () => {
		const id = await account.importMeeting();
		await account.call('POST', `${path}/${id}/keypoints`);
		expect((await account.call('DELETE', `${path}/${id}`)).body).toEqual({ data: { id, deleted: true } });
		expect((await list()).pagination.total).toBe(0);
		for (const read of ['transcript', 'keypoints', 'feedback']) {
			expect(errorOf(await account.call('GET', `${path}/${id}/${read}`))).toBe('404 not_found');
		}
		expect(errorOf(await account.call('DELETE', `${path}/${id}`))).toBe('404 not_found');
	});
});

describe('Conversations, share', () => {
	const share = async (id: string) =>
		dataOf(z.object({ shareUrl: z.string() }), await account.call('POST', `${path}/${id}/share`)).shareUrl;

	test('the link is the same each time and cannot be guessed', async () => {
		const id = await account.importMeeting();
		const link = await share(id);
		expect(link).toMatch(/\/share\/[0-9a-f]{64}$/);
		expect(await share(id)).toBe(link);
	});
});
