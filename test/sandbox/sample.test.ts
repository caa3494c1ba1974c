import { firstRun } from '../../sandbox/cli/firstRun.ts';
import { controls } from '../../sandbox/control/index.ts';
import { extractiveAi, settableClock, startSandbox, type Sandbox } from '../../sandbox/index.ts';
import { sampleAccount } from '../../sandbox/sample/sampleFiles.ts';
import { createClient } from '../../src/client/index.ts';
import { digest, findActionItems, prepareForMeeting } from '../../src/reports/index.ts';
import { axiosTransport } from '../../src/transport/axios.ts';
import { begin } from '../reports/support/task.ts';

const DAY_MS = 86_400_000;
const { people } = sampleAccount();
const started: Sandbox[] = [];
afterEach(async () => {
	for (const sandbox of started.splice(0)) await sandbox.stop();
});

/** A sandbox after its first start at this time. */
async function sampleAt(time: string) {
	const clock = settableClock(time);
	const sandbox = await startSandbox({ port: 0, database: ':memory:', ai: extractiveAi, now: clock.now });
	started.push(sandbox);
	const { key } = await firstRun(sandbox);
	const client = createClient({ baseUrl: sandbox.url, transport: axiosTransport({ apiKey: key }), sleep: async () => {} });
	const { data: conversations } = await client.conversations.list({ limit: 100 });
	return { sandbox, client, conversations, insights: { client, now: clock.now } };
}

/** Monday 00:00 UTC of the week before. */
function lastWeek(time: string) {
	const today = Date.parse(time.slice(0, 10));
	const monday = today - ((new Date(today).getUTCDay() + 6) % 7) * DAY_MS;
	return { since: new Date(monday - 7 * DAY_MS).toISOString(), until: new Date(monday).toISOString() };
}

const local = (time: string) => {
	const parts = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', weekday: 'short', hour: '2-digit' }).formatToParts(new Date(time));
	const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? '';
	return { weekday: part('weekday'), hour: Number(part('hour')) };
};

// The end of a day, a weekend, the day after a change to summer time, and the start of a year.
describe.each([
	'2026-03-24T23:59:00Z',
	'2026-03-28T12:00:00Z',
	'2026-03-30T04:00:00Z',
	'2027-01-01T08:00:00Z',
])('first started at %s', (time) => {
	test('the month lies within working hours of the last five weeks', async () => {
		const { conversations } = await sampleAt(time);
		expect(conversations).toHaveLength(16);
		for (const { startTime } of conversations) {
			const { weekday, hour } = local(startTime);
			expect(['Mon', 'Tue', 'Wed', 'Thu', 'Fri']).toContain(weekday);
			expect(hour >= 8 && hour < 18).toBe(true);
			const age = Date.parse(time) - Date.parse(startTime);
			expect(age > 0 && age < 36 * DAY_MS).toBe(true);
		}
	});

	test('last week has a digest worth reading', async () => {
		const { insights } = await sampleAt(time);
		const { meetings, decisions, actionItems, importantDates } = await digest(begin(insights), lastWeek(time));
		expect(meetings.length).toBeGreaterThanOrEqual(3);
		expect(decisions.length).toBeGreaterThanOrEqual(2);
		expect(importantDates.length).toBeGreaterThanOrEqual(1);
		expect(actionItems.map(({ owner }) => owner)).toEqual(expect.arrayContaining(['Nora Feld', 'Other participant']));
		expect(actionItems.flatMap(({ items }) => items).length).toBeGreaterThanOrEqual(8);
	});

	test('the last seven days have action items of each priority', async () => {
		const { insights } = await sampleAt(time);
		const since = new Date(Date.parse(time) - 7 * DAY_MS).toISOString();
		const { items } = await findActionItems(begin(insights), { since });
		expect(new Set(items.map(({ priority }) => priority))).toEqual(new Set(['high', 'medium', 'low']));
		expect(items.length).toBeGreaterThan(8);
	});

	test('the next event is with somebody met before, with something still open', async () => {
		const { client, insights } = await sampleAt(time);
		const { data: events } = await client.calendar.events({ maxResults: 50 });
		expect(events).toHaveLength(9);
		const found = await prepareForMeeting(begin(insights), { event: events[0] ?? {} }, { maxPeople: 5, ownEmail: 'nora.feld@quillbrook.example' });
		expect(found.unknownPeople).toEqual([]);
		expect(found.people.map(({ summary }) => typeof summary?.prose)).toContain('string');
		expect(found.openActionItems.length).toBeGreaterThan(0);
		expect(found.pastMeetings.length).toBeGreaterThan(0);
	});
});

describe('The sample month', () => {
	const time = '2026-11-23T10:00:00Z';

	test('has key points for every meeting with a transcript, and feedback for most, with no placeholder left for a day', async () => {
		const { client, conversations } = await sampleAt(time);
		const transcribed = conversations.filter(({ segmentCount }) => segmentCount > 0);
		expect(transcribed).toHaveLength(15);
		const scores: number[] = [];
		for (const { id, segmentCount, linkedCalendarEventId } of transcribed) {
			const { data: { keypoints } } = await client.keyPoints.get({ id });
			expect(keypoints.sections.length).toBeGreaterThan(0);
			expect(keypoints.actionItems.length).toBeGreaterThan(0);
			expect(segmentCount).toBeGreaterThanOrEqual(10);
			expect(linkedCalendarEventId).toMatch(/^evt_/);
			const { data: { segments } } = await client.transcript.get({ id });
			const saved = await client.feedback.get({ id }).catch(() => null);
			// Placeholders for days must have been replaced.
			expect(JSON.stringify([keypoints, segments, saved])).not.toMatch(/\{(date)?\+/);
			if (saved === null) continue;
			scores.push(saved.data.overallScore);
			const own = segments.filter(({ speaker }) => speaker === saved.data.userSpeakerName);
			for (const { quote, timestamp } of [...saved.data.feedback.strengths, ...saved.data.feedback.growthAreas]) {
				expect(own.find((segment) => segment.timestamp === timestamp)?.text).toContain(quote);
			}
		}
		expect(scores).toHaveLength(13);
		const average = (some: readonly number[]) => some.reduce((sum, score) => sum + score, 0) / some.length;
		// Newest first.
		expect(average(scores.slice(0, 6))).toBeGreaterThan(average(scores.slice(-6)) + 0.5);
	});

	test('names the speakers as the service does: the user is local, and others rarely have a name', async () => {
		const { client, conversations } = await sampleAt(time);
		const names = new Map<string, number>();
		for (const { id } of conversations) {
			const { data: { segments } } = await client.transcript.get({ id });
			for (const speaker of new Set(segments.map((segment) => segment.speaker))) names.set(speaker ?? '', (names.get(speaker ?? '') ?? 0) + 1);
		}
		expect(Object.fromEntries(names)).toEqual({ local: 15, remote: 14, 'Tomasz Wilk': 1, 'Lea Brandt': 1 });
	});

	test('names nobody in key points or feedback who is not the user, a speaker or spoken of', async () => {
		const { client, conversations } = await sampleAt(time);
		const names = Object.values(people).flatMap(({ name }) => name.split(' '));
		const unheard: string[] = [];
		for (const { id, title, segmentCount } of conversations.filter((each) => each.segmentCount > 0)) {
			expect(segmentCount).toBeGreaterThan(0);
			const { data: { segments } } = await client.transcript.get({ id });
			const heard = JSON.stringify([title, segments, people['nora']?.name]);
			const [keyPoints, feedback] = [await client.keyPoints.get({ id }), await client.feedback.get({ id }).catch(() => null)];
			const told = JSON.stringify([keyPoints.data.keypoints, feedback?.data.feedback]);
			const has = (text: string, name: string) => new RegExp(`\\b${name}\\b`).test(text);
			unheard.push(...names.filter((name) => has(told, name) && !has(heard, name)).map((name) => `${title}: ${name}`));
		}
		expect(unheard).toEqual([]);
	});

	test('says who has to do what by the names that are known', async () => {
		const { insights } = await sampleAt(time);
		const { items } = await findActionItems(begin(insights), { since: '2026-10-01T00:00:00Z' });
		const owners = new Map<string, number>();
		for (const { owner } of items) owners.set(owner ?? '', (owners.get(owner ?? '') ?? 0) + 1);
		expect(Object.fromEntries(owners)).toEqual({
			'Nora Feld': 25, 'Other participant': 21, 'Tomasz Wilk': 2, 'Lea Brandt': 2, Ingrid: 2, Henrik: 1, Marcus: 1, Olivia: 1,
		});
		expect((await findActionItems(begin(insights), { since: '2026-10-01T00:00:00Z', owner: 'nora' })).items).toHaveLength(owners.get('Nora Feld') ?? 0);
	});

	test('is the same every time', async () => {
		const texts = async () => {
			const { client, conversations } = await sampleAt(time);
			const all = await Promise.all(
				conversations.map(async ({ id, title, startTime }) => {
					const { data } = await client.transcript.get({ id });
					return [title, startTime, data.segments];
				}),
			);
			return all;
		};
		expect(await texts()).toEqual(await texts());
	});

	test('has contacts with email addresses, open threads, and some that are settled', async () => {
		const { sandbox, client } = await sampleAt(time);
		const { data: contacts } = await client.contacts.list({ limit: 200 });
		expect(contacts.length).toBeGreaterThan(8);
		expect(contacts.every(({ email, meetingCount }) => email.endsWith('.example') || email.endsWith('@example.org') || meetingCount === 0)).toBe(true);
		expect((await client.contacts.unresolvedThreads({ limit: 100 })).total).toBeGreaterThan(10);
		const states = (await sandbox.perform(controls.actionItems.list, {})).map(({ state }) => state);
		for (const state of ['open', 'resolved', 'dismissed']) expect(states).toContain(state);
	});

	test('counts the credits that its results took, and leaves enough for a first try', async () => {
		const { client } = await sampleAt(time);
		const { used, remaining } = (await client.user.profile()).data.apiUsage.aiGenerations;
		expect(used).toBeGreaterThan(0);
		expect(remaining).toBeGreaterThan(60);
	});

	test('is added once; what was deleted stays deleted', async () => {
		const { sandbox, client, conversations } = await sampleAt(time);
		await client.conversations.delete({ id: conversations[0]?.id ?? '' });
		expect(await sandbox.perform(controls.everything.addSample, {})).toEqual({ user: 'nora.feld@quillbrook.example', meetings: 0 });
		expect((await client.conversations.list()).pagination.total).toBe(15);
	});

	test('leaves an account with the same address alone', async () => {
		const sandbox = await startSandbox({ port: 0, database: ':memory:' });
		started.push(sandbox);
		sandbox.createUser({ name: 'Nora Feld', email: 'nora.feld@quillbrook.example', plan: 'starter' });
		await sandbox.perform(controls.everything.addSample, {});
		expect(await sandbox.perform(controls.users.list, {})).toMatchObject([{ plan: 'starter', creditsUsed: 0 }]);
	});
});
