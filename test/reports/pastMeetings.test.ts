import { createAccount } from '../../src/limits/index.ts';
import { prepareForMeeting, type MeetingTarget } from '../../src/reports/index.ts';
import { account, NOW, type Account } from './support/account.ts';
import { item } from './support/acme.ts';
import { begin } from './support/task.ts';

let world: Account;
beforeEach(async () => void (world = await account({ plan: 'starter', memory: false })));
afterEach(() => world.stop());

const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.parse(NOW) - hours * HOUR_MS).toISOString();

interface Past {
	readonly title: string;
	readonly task?: string;
	readonly participants?: string[];
	readonly headings?: string[];
	readonly decisions?: string[];
}

/** Meetings an hour apart, newest first. */
async function past(...meetings: Past[]): Promise<void> {
	for (const [index, { title, task = `Follow up on ${title}`, participants = [], headings = [], decisions = [] }] of meetings.entries()) {
		const sections = headings.map((heading) => ({ heading, points: [`About ${heading}`] }));
		const keyPoints = { participants, sections, decisions, actionItems: [item(task)] };
		await world.addMeeting({ title, startTime: hoursAgo(index + 1), keyPoints });
	}
}

const titlesOf = ({ pastMeetings }: Awaited<ReturnType<typeof prepareForMeeting>>) =>
	pastMeetings.map(({ conversationTitle }) => conversationTitle);

test('a person is found by name in past meetings, with what was decided and agreed there', async () => {
	await past(
		{ title: 'Pilot', participants: ['Uma Own', 'Ann Lee'], headings: ['Rollout'], decisions: ['Start in May'] },
		{ title: 'Hiring', participants: ['Uma Own', 'Ben'], decisions: ['Hire two'] },
		{ title: '1:1 Ann Lee / Uma' },
	);
	const result = await prepareForMeeting(begin(world.connect()), { person: 'Ann.Lee@acme.example' });
	expect(result).toMatchObject({
		madeOf: 'keyPoints',
		memory: false,
		complete: true,
		people: [{ contactId: null, email: 'ann.lee@acme.example', displayName: 'Ann Lee', meetingCount: 2, lastSeenAt: hoursAgo(1) }],
		recentDecisions: [{ decision: 'Start in May', conversationTitle: 'Pilot', people: ['Uma Own', 'Ann Lee'] }],
		unknownPeople: [],
		searched: { meetings: 3, read: 3, withoutKeyPoints: 0, beyondMax: 0, notRead: 0 },
	});
	expect(result.pastMeetings).toMatchObject([{ conversationTitle: 'Pilot', topics: ['Rollout'] }, { conversationTitle: '1:1 Ann Lee / Uma' }]);
	expect(result.openActionItems.map((task) => task.item)).toEqual(['Follow up on Pilot', 'Follow up on 1:1 Ann Lee / Uma']);
});

test('a task that a weekly meeting says again is listed once, as in the newest, and says in how many it was', async () => {
	const weekly = { title: 'Acme weekly', participants: ['Ann Lee'] };
	await past({ ...weekly, task: 'Send the offer.' }, { ...weekly, task: 'Call Bob' }, { ...weekly, task: 'send the Offer', participants: ['Ann Lee', 'Cyd'] });
	const { openActionItems } = await prepareForMeeting(begin(world.connect()), { person: 'Ann Lee' });
	expect(openActionItems).toMatchObject([
		{ item: 'Send the offer.', meetings: 2, conversationDate: hoursAgo(1), people: ['Ann Lee', 'Cyd'] },
		{ item: 'Call Bob', meetings: 1, conversationDate: hoursAgo(2), people: ['Ann Lee'] },
	]);
});

test('a task of a meeting that says it twice is of one meeting, and of somebody without a name it is another person’s in each', async () => {
	const participants = ['Ann Lee'];
	const twice = [item('Send the offer'), item('send the offer.')];
	const unnamed = { ...item('Check the contract'), owner: 'Other participant' };
	await world.addMeeting({ title: 'Acme', startTime: hoursAgo(1), keyPoints: { participants, actionItems: [...twice, unnamed] } });
	await world.addMeeting({ title: 'Acme', startTime: hoursAgo(2), keyPoints: { participants, actionItems: [unnamed] } });
	const { openActionItems } = await prepareForMeeting(begin(world.connect()), { person: 'Ann Lee' });
	expect(openActionItems.map(({ item: task, meetings }) => [task, meetings])).toEqual([['Send the offer', 1], ['Check the contract', 1], ['Check the contract', 1]]);
});

test.each<[string, string, boolean]>([
	['ann.lee@acme.example', 'Ann Lee', true],
	['ann.lee@acme.example', 'Lee, Ann', true],
	['lee.ann@acme.example', 'ANN LÉE', true],
	['alee@acme.example', 'Ann Lee', true],
	['a.lee@acme.example', 'Ann Lee', true],
	['ann@acme.example', 'Ann Lee', false],
	['ann.lee7@acme.example', 'Ann Lee', true],
	['x@acme.example', 'Ann <x@acme.example>', true],
	['Ann Lee', 'Ann Lee (Acme)', true],
	['Ann', 'Ann Lee', true],
	['ann.lee@acme.example', 'Ann', false],
	['ann.lee@acme.example', 'Ann Leeds', false],
	['bob.lee@acme.example', 'Ann Lee', false],
	['a@acme.example', 'Ann Lee', false],
	['Ann Lee', 'Joann Lee', false],
])('%s and the participant “%s”: %s', async (person, participant, isFound) => {
	await past({ title: 'Weekly', participants: [participant] });
	const result = await prepareForMeeting(begin(world.connect()), { person });
	expect(titlesOf(result)).toEqual(isFound ? ['Weekly'] : []);
	expect(result.unknownPeople).toHaveLength(isFound ? 0 : 1);
});

test('a first name alone counts in a meeting with their company', async () => {
	await past({ title: 'Acme: kick-off', participants: ['Ann'] }, { title: 'Team lunch', participants: ['Ann'] }, { title: 'Acme: review', participants: ['Ann Lee'] });
	const found = async (person: string) => titlesOf(await prepareForMeeting(begin(world.connect()), { person }));
	expect(await found('ann.lee@acme.example')).toEqual(['Acme: kick-off', 'Acme: review']);
	expect(await found('ann@acme.example')).toEqual(['Acme: review']);
});

test.each<[MeetingTarget, string[]]>([
	[{ company: 'acme.co.uk' }, ['Acme: kick-off', 'Review', 'Mail']],
	[{ company: 'sales@mail.acme.com' }, ['Acme: kick-off', 'Review', 'Mail']],
	[{ company: 'acmeworks.com' }, ['Acmeworks']],
	[{ topic: 'PRICING' }, ['Review', 'Offer']],
	[{ topic: 'review pricing' }, ['Review']],
	[{ topic: 'nothing like it' }, []],
])('%j is found in titles, headings, participants and decisions', async (target, expected) => {
	await past(
		{ title: 'Acme: kick-off' },
		{ title: 'Review', headings: ['Acme', 'Prîcing'], decisions: ['Move on'] },
		{ title: 'Acmeworks' },
		{ title: 'Mail', participants: ['bo@acme.co.uk'] },
		{ title: 'Offer', decisions: ['Lower the pricing', 'Lunch at noon'] },
	);
	const result = await prepareForMeeting(begin(world.connect()), target);
	expect(titlesOf(result)).toEqual(expected);
	expect(result.memory).toBe('topic' in target);
});

test('a topic takes only related items from a meeting about something else', async () => {
	await past({ title: 'Offer', headings: ['Lunch'], decisions: ['Lower the pricing', 'Lunch at noon'] });
	const result = await prepareForMeeting(begin(world.connect()), { topic: 'pricing' });
	expect(result.recentDecisions.map(({ decision }) => decision)).toEqual(['Lower the pricing']);
	expect(result).toMatchObject({ openActionItems: [], pastMeetings: [{ topics: [] }] });
});

test('an event: its guests by the names it gives, and meetings of the same series or title', async () => {
	await past(
		{ title: 'Coffee', participants: ['Priya Raman'] },
		{ title: 'Pilot follow-up', participants: ['Ben'] },
		{ title: 'Weekly', participants: ['Ben'] },
		{ title: 'Others', participants: ['Paul Raman', 'Priya Nair'] },
	);
	await world.addMeeting({ title: 'Moved', startTime: hoursAgo(9), calendarEventId: 'abc_20260301T090000Z', keyPoints: {} });
	const attendees = [{ email: 'p.raman@quill.example', displayName: 'Priya Raman' }, { email: 'priya@quill.example', displayName: 'Priya Sharma' }, { email: 'new@quill.example' }];
	const named = (summary: string) => ({ event: { id: 'abc_20260320T090000Z', summary, attendees } });
	const result = await prepareForMeeting(begin(world.connect()), named('Pilot: follow-up'));
	expect(titlesOf(result)).toEqual(['Coffee', 'Pilot follow-up', 'Moved']);
	expect(result).toMatchObject({
		event: { title: 'Pilot: follow-up' },
		people: [{ displayName: 'Priya Raman', meetingCount: 1 }],
		unknownPeople: [{ email: 'priya@quill.example' }, { email: 'new@quill.example' }],
	});
	expect(titlesOf(await prepareForMeeting(begin(world.connect()), named('Weekly')))).toEqual(['Coffee', 'Moved']);
});

test('a contact’s ID is in no meeting, so none is read', async () => {
	await past({ title: 'Weekly', participants: ['Ann'] });
	const { sent, ...options } = world.connect();
	const result = await prepareForMeeting(begin(options), { person: 'ctc_1' });
	expect(result).toMatchObject({ memory: false, searched: null, pastMeetings: [], unknownPeople: [{ displayName: 'ctc_1' }] });
	expect(sent).toHaveLength(1);
});

describe('requests', () => {
	const fill = async (count: number) => {
		for (let index = 0; index < count; index++) {
			await world.addMeeting({ title: `Meeting ${index}`, startTime: hoursAgo(index + 1), keyPoints: {} });
		}
	};

	test.each([
		[0, 2, 0],
		[1, 3, 0],
		[101, 3 + 25, 76],
		[250, 4 + 25, 225],
	])('%i meetings take %i; the key points of %i are not read', async (count, requests, beyondMax) => {
		await fill(count);
		const { sent, ...options } = world.connect();
		const result = await prepareForMeeting(begin(options), { company: 'acme.example' });
		expect(sent).toHaveLength(requests);
		expect(result).toMatchObject({ complete: true, searched: { meetings: count, beyondMax } });
	});

	test('meetings with matching titles are read first; the others are found by title even beyond the maximum', async () => {
		await past({ title: 'A' }, { title: 'B' }, { title: 'Acme old', decisions: ['Yes'] }, { title: 'Acme older', decisions: ['No'] });
		const { sent, ...options } = world.connect();
		const result = await prepareForMeeting(begin(options), { company: 'acme.example' }, { maxMeetings: 1 });
		expect(sent).toHaveLength(3);
		expect(titlesOf(result)).toEqual(['Acme old', 'Acme older']);
		expect(result.recentDecisions.map(({ decision }) => decision)).toEqual(['Yes']);
	});

	test('meetings from before the look-back period are not read', async () => {
		await world.addMeeting({ title: 'Acme', startTime: hoursAgo(49), keyPoints: {} });
		const target = { company: 'acme.example' };
		expect(titlesOf(await prepareForMeeting(begin(world.connect()), target, { days: 2 }))).toEqual([]);
		expect(titlesOf(await prepareForMeeting(begin(world.connect()), target, { days: 3 }))).toEqual(['Acme']);
	});

	test.each([
		[2, 0, 4],
		[4, 2, 2],
	])('a budget of %i reads %i of 4 and says what is left', async (max, read, notRead) => {
		await fill(4);
		const { sent, ...options } = world.connect(createAccount().begin({ max }));
		const result = await prepareForMeeting(begin({ ...options, concurrency: 1 }), { person: 'ann.lee@acme.example' });
		expect(sent).toHaveLength(max);
		expect(result).toMatchObject({ complete: false, stoppedBy: 'budget', searched: { read, notRead } });
		// Whether she was in the meetings not read is unknown.
		expect(result.unknownPeople).toEqual([]);
		expect(result.left.people).toMatchObject([{ email: 'ann.lee@acme.example' }]);
	});

	test('no credit is used and nothing is generated for meetings without key points', async () => {
		await world.addMeeting({ title: 'Acme', startTime: hoursAgo(1) });
		const options = world.connect();
		const result = await prepareForMeeting(begin(options), { company: 'acme.example' });
		expect(result).toMatchObject({ complete: true, searched: { read: 0, withoutKeyPoints: 1 }, pastMeetings: [{ conversationTitle: 'Acme' }] });
		expect((await options.client.user.profile()).data.apiUsage.aiGenerations.used).toBe(0);
	});
});

const marcus = { email: 'marcus.bell@fairway.example', displayName: 'Marcus Bell', responseStatus: 'accepted' };
const uma = { email: 'uma@own.example', self: true, responseStatus: 'accepted' };

/** A meeting on each of the last days, each with its calendar event. */
async function withGuests(...meetings: { title: string; guests: object[]; keyPoints?: { participants: string[] } }[]): Promise<void> {
	world.sandbox.connectCalendar(world.userId, 'google');
	for (const [index, { title, guests, ...meeting }] of meetings.entries()) {
		const startTime = hoursAgo(24 * (index + 1));
		const end = new Date(Date.parse(startTime) + HOUR_MS).toISOString();
		world.sandbox.addCalendarEvent(world.userId, { id: `event${index}`, summary: title, start: { dateTime: startTime }, end: { dateTime: end }, attendees: [uma, ...guests] });
		await world.addMeeting({ title, startTime, calendarEventId: `event${index}`, ...meeting });
	}
}

test.each<MeetingTarget>([
	{ person: 'marcus.bell+work@fairway.example' },
	{ person: 'Marcus Bell' },
	{ person: 'Mr. Marcus Bell' },
	{ person: '"Bell, Marcus" <marcus.bell@fairway.example>' },
	{ company: 'Marcus <marcus.bell@fairway.example>' },
	{ company: 'fairway.example' },
])('%j is found among the guests of calendar events, who need not be named anywhere else', async (target) => {
	await withGuests(
		{ title: 'Renewal', guests: [marcus] },
		{ title: 'Budget', guests: [{ ...marcus, responseStatus: 'declined' }, { email: 'bo@acme.example' }] },
		{ title: 'Kick-off', guests: [{ email: marcus.email }], keyPoints: { participants: ['Speaker 1'] } },
		{ title: 'Hiring', guests: [{ email: 'joe.marcus.bell@fairways.example', displayName: 'Joe' }] },
	);
	const { sent, ...options } = world.connect();
	const result = await prepareForMeeting(begin(options), target);
	expect(titlesOf(result)).toEqual(['Renewal', 'Kick-off']);
	if ('person' in target) expect(result.people).toMatchObject([{ displayName: 'Marcus Bell', meetingCount: 2, lastSeenAt: hoursAgo(24) }]);
	expect(result.searched).toMatchObject({ unknown: 0, withoutKeyPoints: 1, calendar: true });
	expect(sent.filter((path) => path.includes('/calendar/'))).toHaveLength(4);
});

test('no more days are asked for their guests than meetings may be read; of the rest it is not known who took part', async () => {
	await withGuests({ title: 'Renewal', guests: [marcus] }, { title: 'Budget', guests: [marcus] }, { title: 'Plan', guests: [marcus] });
	const { sent, ...options } = world.connect();
	const result = await prepareForMeeting(begin(options), { person: marcus.email }, { maxMeetings: 2 });
	expect(sent.filter((path) => path.includes('/calendar/'))).toHaveLength(2);
	expect(result).toMatchObject({ people: [{ meetingCount: 2 }], searched: { unknown: 1, beyondMax: 1 } });
});

test('key points are read first of meetings with the person, then of those whose guests are not known', async () => {
	const named = { participants: ['Uma Own', 'Marcus Bell'] };
	await withGuests({ title: 'Hiring', guests: [{ email: 'joe@acme.example' }] }, { title: 'Renewal', guests: [marcus], keyPoints: named });
	await world.addMeeting({ title: 'On the phone', startTime: hoursAgo(100), keyPoints: named });
	const result = await prepareForMeeting(begin(world.connect()), { person: marcus.email }, { maxMeetings: 2 });
	expect(titlesOf(result)).toEqual(['Renewal', 'On the phone']);
	expect(result.searched).toMatchObject({ read: 2, unknown: 0, beyondMax: 0 });
});

test('without a calendar, who took part is known only from key points that name people', async () => {
	await past({ title: 'Pilot', participants: ['Uma Own', 'Marcus Bell'] }, { title: 'Plan', participants: ['Speaker 1'] }, { title: 'Hiring', participants: ['Cyd'] });
	const result = await prepareForMeeting(begin(world.connect()), { person: marcus.email });
	expect(result).toMatchObject({ people: [{ meetingCount: 1 }], searched: { unknown: 1 } });
});
