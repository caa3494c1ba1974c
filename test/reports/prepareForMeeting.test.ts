import { createAccount } from '../../src/limits/index.ts';
import { Stopped } from '../../src/meetings/index.ts';
import { prepareForMeeting } from '../../src/reports/index.ts';
import { account, type Account } from './support/account.ts';
import { ann, bob, cyd, emails, history, item } from './support/acme.ts';
import { listReply, problem, service, stopServices } from './support/service.ts';
import { begin } from './support/task.ts';

let world: Account;
beforeEach(async () => void (world = await account()));
afterEach(() => world.stop());
afterEach(stopServices);

const refs = ({ alone, both }: Awaited<ReturnType<typeof history>>) => ({
	alone: { conversationId: alone, conversationTitle: 'Alone', conversationDate: '2026-03-02T09:00:00.000Z' },
	both: { conversationId: both, conversationTitle: 'Both', conversationDate: '2026-03-05T09:00:00.000Z' },
});

describe('a person', () => {
	test('by e-mail, ignoring case: 2 requests', async () => {
		const { alone, both } = refs(await history(world));
		const { sent, ...options } = world.connect();
		const result = await prepareForMeeting(begin(options), { person: ' ANN@acme.example' });
		expect(sent).toHaveLength(2);
		expect(result.people).toMatchObject([{ email: ann.email, displayName: 'Ann Acme', meetingCount: 2, summary: null }]);
		expect(result.pastMeetings).toEqual([both, alone].map((ref) => ({ ...ref, people: ['Ann Acme'], topics: [] })));
		expect(result.openActionItems).toMatchObject([{ item: 'new', ...both }, { item: 'old', ...alone }]);
		expect(result.recentDecisions.map(({ decision }) => decision)).toEqual(['Go on', 'Start']);
		expect(result).toMatchObject({ complete: true, memory: true, mayHaveMore: [], event: null });
	});

	test('what two meetings agreed alike is listed once', async () => {
		const { alone } = await history(world);
		await world.addMeeting({ title: 'Again', startTime: '2026-03-09T09:00:00.000Z', attendees: [ann], keyPoints: { decisions: [], actionItems: [item('Old.')] } });
		const { openActionItems } = await prepareForMeeting(begin(world.connect()), { person: ann.email });
		expect(openActionItems.map(({ item: task, meetings, conversationTitle }) => ({ task, meetings, conversationTitle }))).toEqual([
			{ task: 'Old.', meetings: 2, conversationTitle: 'Again' },
			{ task: 'new', meetings: 1, conversationTitle: 'Both' },
		]);
		expect(openActionItems.map(({ conversationId }) => conversationId)).not.toContain(alone);
	});

	test('by contact ID: 1 request; a resolved item is no longer open', async () => {
		const { alone } = await history(world);
		const before = await prepareForMeeting(begin(world.connect()), { person: ann.email });
		const old = before.openActionItems.find(({ conversationId }) => conversationId === alone);
		world.sandbox.setActionItem(alone, old?.hash ?? '', 'resolved');
		const { sent, ...options } = world.connect();
		const result = await prepareForMeeting(begin(options), { person: before.people[0]?.contactId ?? '' });
		expect(sent).toHaveLength(1);
		expect(result.openActionItems.map((open) => open.item)).toEqual(['new']);
	});

	test('by name, ignoring case: 2 requests; all who have it', async () => {
		await history(world);
		const { sent, ...options } = world.connect();
		const result = await prepareForMeeting(begin(options), { person: ' ann ACME' });
		expect(emails(result.people)).toEqual([ann.email]);
		expect(sent).toHaveLength(2);
		world.sandbox.addContact(world.userId, { email: 'joanna@other.example', name: 'Joanna Acme' });
		expect(emails((await prepareForMeeting(begin(world.connect()), { person: 'Ann' })).people)).toEqual([ann.email]);
		const stranger = await prepareForMeeting(begin(options), { person: 'No Body' });
		expect(stranger).toMatchObject({ madeOf: 'keyPoints', memory: true, people: [], unknownPeople: [{ email: null, displayName: 'No Body' }] });
		expect(sent.slice(2)).toEqual([expect.stringContaining('search=Body'), expect.stringContaining('/conversations?'), expect.any(String), expect.any(String)]);
	});

	test('by a single word: a name if anyone has it, otherwise an ID, otherwise somebody in past meetings', async () => {
		await history(world);
		const { sent, ...options } = world.connect();
		expect(emails((await prepareForMeeting(begin(options), { person: 'acme' })).people)).toContain(ann.email);
		const stranger = await prepareForMeeting(begin(options), { person: 'Nobody' });
		expect(stranger).toMatchObject({ people: [], complete: true, unknownPeople: [{ contactId: null, displayName: 'Nobody' }] });
		expect(sent.slice(3, 6)).toEqual([expect.stringContaining('search=Nobody'), expect.stringMatching(/Nobody$|Nobody\//), expect.stringContaining('/conversations?')]);
	});

	test('a person who is not a contact is looked for in past meetings, and reported as unknown; an ID is not: 1 request', async () => {
		const { sent, ...options } = world.connect();
		const stranger = await prepareForMeeting(begin(options), { person: 'who@else.example' });
		const noContact = await prepareForMeeting(begin(options), { person: 'ctc_none' });
		expect(stranger).toMatchObject({ complete: true, unknownPeople: [{ contactId: null, email: 'who@else.example' }] });
		expect(noContact).toMatchObject({ complete: true, unknownPeople: [{ contactId: 'ctc_none', email: null }] });
		expect(sent).toEqual([expect.stringContaining('search=who'), expect.stringContaining('/conversations?'), expect.stringContaining('ctc_none')]);
	});

	test('who spoke in a meeting without being a contact is found there, and so is their company', async () => {
		await world.addMeeting({ title: 'Yak call', startTime: '2026-03-05T09:00:00.000Z', attendees: [ann], keyPoints: { decisions: ['Start'], participants: ['Petra Vogel'] } });
		for (const target of [{ person: 'Petra Vogel' }, { company: 'yak.example' }]) {
			const { madeOf, memory, pastMeetings } = await prepareForMeeting(begin(world.connect()), target);
			expect({ madeOf, memory, titles: pastMeetings.map(({ conversationTitle }) => conversationTitle) }).toEqual({ madeOf: 'keyPoints', memory: true, titles: ['Yak call'] });
		}
	});

	test('with more than fits in a briefing is reported', async () => {
		const actionItems = Array.from({ length: 11 }, (_, index) => item(`task number ${index}`));
		const long = { title: 'Long', startTime: '2026-03-05T09:00:00Z', attendees: [ann] };
		await world.addMeeting({ ...long, keyPoints: { actionItems } });
		const result = await prepareForMeeting(begin(world.connect()), { person: ann.email });
		expect(result.openActionItems).toHaveLength(10);
		expect(emails(result.mayHaveMore)).toEqual([ann.email]);
	});
});

describe('a company', () => {
	test('its people, each meeting once: 1 request plus one per person', async () => {
		const { alone, both } = refs(await history(world));
		world.sandbox.addContact(world.userId, { email: 'eve@notacme.example' });
		world.sandbox.addContact(world.userId, { email: 'eve@acme.example.com' });
		const { sent, ...options } = world.connect();
		const result = await prepareForMeeting(begin(options), { company: '@Acme.example' });
		expect(sent).toHaveLength(3);
		expect(emails(result.people)).toEqual([ann.email, bob.email]);
		expect(result.pastMeetings).toEqual([
			{ ...both, people: ['Ann Acme', 'Bob Acme'], topics: [] },
			{ ...alone, people: ['Ann Acme'], topics: [] },
		]);
		expect(result.openActionItems).toHaveLength(2);
		expect(result.recentDecisions).toMatchObject([{ decision: 'Go on', people: ['Ann Acme', 'Bob Acme'] }, { decision: 'Start' }]);
	});

	test.each([
		[0, 1 + 1],
		[1, 2],
		[101, 1 + 10],
		[250, 2 + 10],
	])('with %i contacts takes %i requests, and reports who was left out', async (count, requests) => {
		for (let index = 0; index < count; index++) {
			world.sandbox.addContact(world.userId, { email: `p${index}@acme.example` });
		}
		const { sent, ...options } = world.connect();
		const result = await prepareForMeeting(begin(options), { company: 'acme.example' });
		expect(sent).toHaveLength(requests);
		expect(result.people).toHaveLength(Math.min(count, 10));
		expect(result.peopleLeftOut).toHaveLength(Math.max(0, count - 10));
	});
});

describe('from contacts only, without the memory feature', () => {
	test.each([
		['e-mail', { person: ann.email }],
		['company', { company: 'acme.example' }],
		['contact ID', { person: 'ctc_1' }],
		['event', { event: { attendees: [ann, cyd] } }],
	])('%s: it is reported after one request', async (_, target) => {
		world.sandbox.updateUser(world.userId, { memory: false });
		const { sent, ...options } = world.connect();
		const result = await prepareForMeeting(begin(options), target, { contactsOnly: true });
		expect(result).toMatchObject({ madeOf: 'briefings', memory: false, people: [], pastMeetings: [], unknownPeople: [] });
		expect(sent).toHaveLength(1);
	});
});

describe('incomplete or refused', () => {
	test('a budget of 2 briefs one person and reports the rest', async () => {
		await history(world);
		const { sent, ...options } = world.connect(createAccount().begin({ max: 2 }));
		const result = await prepareForMeeting(begin(options), { company: 'acme.example' });
		expect(sent).toHaveLength(2);
		expect(result.people).toHaveLength(1);
		expect(result).toMatchObject({ complete: false, stoppedBy: 'budget', left: { lookUps: [] } });
		expect(emails(result.left.people)).toEqual([bob.email]);
	});

	test.each([0, 1])('a budget of %i briefs nobody, which fails', async (max) => {
		await history(world);
		const { sent, ...options } = world.connect(createAccount().begin({ max }));
		await expect(prepareForMeeting(begin(options), { company: 'acme.example' })).rejects.toThrow(Stopped);
		expect(sent).toHaveLength(max);
	});

	test('a failed briefing is reported', async () => {
		const broken = await service((url) =>
			url.pathname.endsWith('/briefing') ? problem(500, 'internal_error') : listReply([{ id: 'x', ...ann }]),
		);
		const result = await prepareForMeeting(begin(broken), { person: ann.email });
		expect(result).toMatchObject({ complete: false, stoppedBy: null, failed: [{ contactId: 'x', email: ann.email }] });
	});

	test.each([
		[{ person: ' ' }, 'person'],
		[{ company: 'acme' }, 'company'],
		[{ topic: ' ' }, 'topic'],
	])(
		'%j is refused before anything is sent',
		async (target, field) => {
			const { sent, ...options } = world.connect();
			const problem = { kind: 'invalidInput', field };
			await expect(prepareForMeeting(begin(options), target)).rejects.toMatchObject({ problem });
			expect(sent).toEqual([]);
		},
	);
});
