import { sampleItems } from '../../../src/triggers/poll/sample.ts';
import { noFilters } from '../../../src/triggers/items/filters.ts';
import type { Wanted } from '../../../src/triggers/poll/poll.ts';
import { Refusal } from '../../../src/words/index.ts';
import { textIn } from '../../../src/forms/index.ts';
import { terms } from '../../../nodes/shared/terms.ts';
import { happeningIn, wantedOf } from './poller.ts';
import { createService } from './service.ts';

const NOW = Date.parse('2026-11-02T10:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** As many segments as feedback needs. */
const LONG = 10;

const created = wantedOf(['created']);
const all = wantedOf(['created', 'keyPoints', 'feedback']);
const meetings = { ...created, events: ['meeting.starting_soon'] };

function begin() {
	const model = createService('oldest');
	const sample = async (wanted: Wanted) => {
		model.requests.length = 0;
		return (await sampleItems(wanted, model.host(NOW))).map(({ dedupeKey }) => happeningIn(dedupeKey));
	};
	const refused = async (wanted: Wanted) => await sample(wanted).then(
		() => null,
		(error: unknown) => error instanceof Refusal && `${error.message}. ${textIn(error.next, terms)}`,
	);
	const asked = (part: string) => model.requests.filter((url) => url.includes(part)).length;
	return { model, sample, refused, asked };
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
	for (let hour = 1; hour <= 12; hour += 1) model.add(`h${hour}`, NOW - hour * HOUR, undefined, LONG);
	model.finish('keypoints', 'h2');
	model.finish('keypoints', 'h3');
	model.finish('feedback', 'h11');
	expect(await sample(wantedOf(['keyPoints', 'feedback']))).toEqual(['keyPoints:h2']);
	expect([asked('keypoints'), asked('feedback')]).toEqual([2, 10]);
	model.finish('feedback', 'h10');
	expect(await sample(all)).toEqual(['created:h1', 'keyPoints:h2', 'feedback:h10']);
});

test('does not ask for feedback on meetings that are too short for it, so that it looks further', async () => {
	const { model, sample, asked } = begin();
	for (let hour = 1; hour <= 30; hour += 1) model.add(`h${hour}`, NOW - hour * HOUR, undefined, LONG - 1);
	model.add('long', NOW - 31 * HOUR, undefined, LONG);
	model.finish('feedback', 'long');
	expect(await sample(wantedOf(['feedback']))).toEqual(['feedback:long']);
	expect(asked('feedback')).toBe(1);
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

test('is found by its title among all recent meetings, and asks only for the results of those', async () => {
	const { model, sample, asked } = begin();
	for (let hour = 1; hour <= 30; hour += 1) model.add(`h${hour}`, NOW - hour * HOUR);
	for (const id of ['h1', 'h25', 'h26']) model.finish('keypoints', id);
	expect(await sample({ ...all, filters: { ...noFilters, titleContains: 'of h2*' } })).toEqual(['created:h2', 'keyPoints:h25']);
	expect(asked('keypoints')).toBe(7);
	model.add('old', NOW - 30 * DAY);
	expect(await sample({ ...created, filters: { ...noFilters, titleContains: 'old' } })).toEqual(['created:old']);
});

describe('where the filters exclude everything, it says so', () => {
	const NEXT = 'If the filters are right, leave them: the workflow starts with the first meeting that passes. To see an example now, remove some';
	const filtered = (wanted: Wanted, filters: Partial<Wanted['filters']>): Wanted => ({ ...wanted, filters: { ...noFilters, ...filters } });

	test('at no cost by the title', async () => {
		const { model, sample, refused, asked } = begin();
		for (let hour = 1; hour <= 30; hour += 1) model.add(`h${hour}`, NOW - hour * HOUR);
		expect(await refused(filtered(all, { titleContains: 'Pilot' }))).toBe(`Your filters exclude the newest 30 meetings. ${NEXT}`);
		expect([asked('keypoints'), asked('feedback')]).toEqual([0, 0]);
		model.conversations.clear();
		expect(await sample(filtered(all, { titleContains: 'Pilot' }))).toEqual([]);
		model.add('only', NOW - HOUR);
		await expect(sample(filtered(created, { minimumSegments: 2 }))).rejects.toMatchObject({ message: 'Your filters exclude the newest meeting' });
	});

	test('by a result, of which it reads ten', async () => {
		const { model, sample, refused, asked } = begin();
		for (let hour = 1; hour <= 12; hour += 1) model.add(`h${hour}`, NOW - hour * HOUR, undefined, LONG);
		expect(await sample(filtered(wantedOf(['feedback']), { minimumScore: 6 }))).toEqual([]);
		for (const id of ['h2', 'h3', 'h12']) model.finish('feedback', id);
		const refusal = `Your filters exclude 2 of the newest 10 meetings. The others have nothing to show yet. Older meetings were not looked at. ${NEXT}`;
		expect(await refused(filtered(wantedOf(['feedback']), { minimumScore: 6 }))).toBe(refusal);
		expect(asked('feedback')).toBe(10);
		expect(await refused(filtered(wantedOf(['feedback']), { maximumScore: 4 }))).toBe(refusal);
		expect(await sample(filtered(wantedOf(['feedback']), { maximumScore: 5 }))).toEqual(['feedback:h2']);
	});

	test('unless a meeting that starts soon passes', async () => {
		const { model, sample } = begin();
		const at = (ms: number) => ({ dateTime: new Date(ms).toISOString() });
		model.connectCalendar(['one', 'two'].map((id) => ({ id, summary: id, start: at(NOW + HOUR), end: at(NOW + 2 * HOUR) })));
		model.add('h1', NOW - HOUR);
		const both = { ...meetings, events: [...created.events, ...meetings.events] };
		expect(await sample(filtered(both, { titleContains: 'two' }))).toEqual([expect.stringContaining('two')]);
		await expect(sample(filtered(both, { titleContains: 'three' }))).rejects.toMatchObject({ message: 'Your filters exclude the newest meeting' });
		await expect(sample(filtered(meetings, { titleContains: 'three' }))).rejects.toMatchObject({ message: 'Your filters exclude the next 2 meetings' });
	});
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
