import { sampleItems } from '../../../src/triggers/poll/sample.ts';
import { noFilters } from '../../../src/triggers/items/filters.ts';
import type { Wanted } from '../../../src/triggers/poll/poll.ts';
import { happeningIn, wantedOf } from './poller.ts';
import { createService } from './service.ts';

const NOW = Date.parse('2026-11-02T10:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const created = wantedOf(['created']);
const all = wantedOf(['created', 'keyPoints', 'feedback']);
const meetings = { ...created, events: ['meeting.starting_soon'] };

function begin() {
	const model = createService('oldest');
	const sample = async (wanted: Wanted) => {
		model.requests.length = 0;
		return (await sampleItems(wanted, model.host(NOW))).map(({ dedupeKey }) => happeningIn(dedupeKey));
	};
	const asked = (part: string) => model.requests.filter((url) => url.includes(part)).length;
	return { model, sample, asked };
}

test('is the newest conversation, however the service sorts them, as it would be reported now', async () => {
	const { model, asked } = begin();
	for (let day = 1; day <= 6; day += 1) model.add(`d${day}`, NOW - day * DAY);
	const items = await sampleItems(created, model.host(NOW));
	expect(items).toMatchObject([{ conversationId: 'd1', title: 'Title of d1', timestamp: new Date(NOW).toISOString() }]);
	expect(asked('/conversations?')).toBe(1);
	expect(new URL(model.requests[0] ?? '').searchParams.get('since')).toBe(new Date(NOW - 7 * DAY).toISOString());
});

test('is found behind a full page', async () => {
	const { model, sample, asked } = begin();
	for (let count = 0; count < 250; count += 1) model.add(`c${count}`, NOW - 6 * DAY + count * 60_000);
	expect(await sample(created)).toEqual(['created:c249']);
	expect(asked('/conversations?')).toBe(3);
	for (let count = 250; count < 298; count += 1) model.add(`c${count}`, NOW - 6 * DAY + count * 60_000);
	expect(await sample(created)).toEqual(['created:c297']);
	expect(asked('/conversations?')).toBe(3);
});

test('is an older one where there is none of the last week, and nothing where there is none at all', async () => {
	const { model, sample, asked } = begin();
	expect(await sample(all)).toEqual([]);
	expect(model.requests).toHaveLength(2);
	model.add('old', NOW - 30 * DAY);
	expect(await sample(created)).toEqual(['created:old']);
	expect(asked('since')).toBe(1);
});

test('has the newest saved result of each kind, among ten conversations', async () => {
	const { model, sample, asked } = begin();
	for (let hour = 1; hour <= 12; hour += 1) model.add(`h${hour}`, NOW - hour * HOUR);
	model.finish('keypoints', 'h2');
	model.finish('keypoints', 'h3');
	model.finish('feedback', 'h11');
	expect(await sample(wantedOf(['keyPoints', 'feedback']))).toEqual(['keyPoints:h2']);
	expect([asked('keypoints'), asked('feedback')]).toEqual([2, 10]);
	model.finish('feedback', 'h10');
	expect(await sample(all)).toEqual(['created:h1', 'keyPoints:h2', 'feedback:h10']);
});

test('fails if the list cannot be read', async () => {
	const { model, sample } = begin();
	model.intervene(() => 'fail');
	await expect(sample(created)).rejects.toMatchObject({ problem: { kind: 'noAnswer' } });
});

test('is the newest that passes the filters', async () => {
	const { model, sample } = begin();
	for (let hour = 1; hour <= 3; hour += 1) model.add(`h${hour}`, NOW - hour * HOUR);
	for (const id of ['h1', 'h3']) model.finish('keypoints', id);
	expect(await sample({ ...all, filters: { ...noFilters, titleContains: 'h3' } })).toEqual(['created:h3', 'keyPoints:h3']);
});

test('is the next meeting of two weeks, besides what happened to conversations', async () => {
	const { model, sample } = begin();
	const event = (id: string, inMs: number) => ({ id, summary: id, start: { dateTime: new Date(NOW + inMs).toISOString() }, end: { dateTime: new Date(NOW + inMs + HOUR).toISOString() } });
	model.connectCalendar([event('next', HOUR), event('later', DAY)]);
	model.add('c1', NOW - HOUR);
	expect(await sample(meetings)).toEqual([expect.stringContaining('next')]);
	const { searchParams } = new URL(model.requests[0] ?? '');
	expect([searchParams.get('timeMin'), searchParams.get('timeMax')]).toEqual([new Date(NOW).toISOString(), new Date(NOW + 14 * DAY).toISOString()]);
	expect(await sample({ ...meetings, events: [...created.events, ...meetings.events] })).toEqual(['created:c1', expect.stringContaining('next')]);
	expect(await sample({ ...meetings, filters: { ...noFilters, titleContains: 'later' } })).toEqual([expect.stringContaining('later')]);
	model.connectCalendar([]);
	expect(await sample(meetings)).toEqual([]);
});
