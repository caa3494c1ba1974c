import { byId, jsonOf, type NodeOptions } from '../nodes/engine.ts';
import { againstScript } from '../nodes/recording.ts';

const profile = { data: { profile: { name: 'Nora', email: 'nora@acme.com' }, subscription: {}, apiUsage: {} } };
const run = async (script: readonly object[], parameters: NodeOptions['parameters']) => {
	const { outputs, asked, error } = await againstScript(script, { parameters });
	expect(error).toBeUndefined();
	return { items: jsonOf(outputs[0]), asked };
};

describe('Calendar Event', () => {
	const at = { dateTime: '2026-11-02T10:00:00Z', timeZone: 'UTC' };
	const google = {
		id: 'g',
		summary: 'Harbour / weekly',
		start: at,
		end: at,
		hangoutLink: 'https://meet.example/x',
		attendees: [
			{ email: 'NORA@acme.com', displayName: 'Nora', responseStatus: 'accepted' },
			{ email: 'tom@acme.com', responseStatus: 'needsAction' },
			{ email: 'priya@harbour.example', displayName: 'Priya', responseStatus: 'declined' },
		],
	};
	const microsoft = {
		id: 'm',
		subject: 'Harbour / weekly',
		start: at,
		end: at,
		attendees: [{ emailAddress: { address: 'priya@harbour.example', name: 'Priya' }, status: { response: 'none' } }],
	};
	const getMany = (extra: NodeOptions['parameters'] = {}) => ({ resource: 'calendarEvent', operation: 'getAll', ...extra });

	test('both providers in one shape, guests listed separately, the provider’s data kept', async () => {
		const { items, asked } = await run([{ data: [google, microsoft] }, profile], getMany());
		expect(asked).toEqual(['GET /calendar/events?maxResults=50', 'GET /user/profile']);
		expect(items.map(({ title, start, externalAttendees }) => [title, start, externalAttendees])).toEqual(
			['declined', 'needsAction'].map((response) => [
				'Harbour / weekly',
				'2026-11-02T10:00:00.000Z',
				[{ email: 'priya@harbour.example', name: 'Priya', response, internal: false }],
			]),
		);
		expect(items[0]).toMatchObject({ joinUrl: 'https://meet.example/x', raw: google });
		expect(items[0]?.internalAttendees).toHaveLength(2);
	});

	test('the profile is not read when the email address is given, not needed, or not wanted', async () => {
		const said = await run([{ data: [google] }], getMany({ options: { userEmail: 'x@harbour.example' } }));
		expect(said.asked).toHaveLength(1);
		expect(said.items[0]?.internalAttendees).toEqual([expect.objectContaining({ name: 'Priya' })]);
		expect((await run([{ data: [{ id: 'e', attendees: [] }] }], getMany())).asked).toHaveLength(1);
		const raw = await run([{ data: [google] }], getMany({ simplify: false }));
		expect(raw).toEqual({ items: [google], asked: ['GET /calendar/events?maxResults=50'] });
	});
});

test('a draft has its body as text and as HTML, and everything the service returned', async () => {
	const data = {
		id: 'c',
		subject: 'Next\r\nBcc: x',
		body: 'Hi Ben,\n\n- one <b>\n- two',
		keyPoints: ['k'],
		actionItems: [],
		generatedAt: '2026-11-02T10:00:00Z',
	};
	const { items } = await run([{ data }], { resource: 'conversation', operation: 'draftEmail', conversationId: byId('c') });
	expect(items).toEqual([
		{
			...data,
			subject: 'Next Bcc: x',
			text: 'Hi Ben,\n\n- one <b>\n- two',
			html: '<p>Hi Ben,</p>\n<ul>\n<li>one &lt;b&gt;</li>\n<li>two</li>\n</ul>\n',
			...{ to: null, recipients: [], recipientsFrom: null },
		},
	]);
});

describe('what the service may leave empty', () => {
	const emptyBriefing = {
		contact: { id: 'k', email: 'a@b.c', displayName: null, companyDomain: null, meetingCount: 0, firstSeenAt: null, lastSeenAt: null },
		summary: null,
		summaryGeneratedAt: null,
		recentMeetings: [{ sessionId: 's', title: null, date: '2026-11-02T10:00:00Z' }],
		openActionItems: [],
		recentDecisions: [],
	};
	const briefing = { resource: 'contact', operation: 'getBriefing', contactId: byId('k') };

	test('a briefing before there is a summary', async () => {
		const { items } = await run([{ data: emptyBriefing }], briefing);
		expect(items).toEqual([
			{
				contactId: 'k',
				name: 'a@b.c',
				email: 'a@b.c',
				company: null,
				meetingCount: 0,
				summary: null,
				topics: [],
				openQuestions: [],
				recentMeetings: emptyBriefing.recentMeetings,
				openActionItems: [],
				recentDecisions: [],
			},
		]);
		expect((await run([{ data: {} }], briefing)).items[0]).toMatchObject({ contactId: null, topics: [] });
	});

	test.each<[string, string, object]>([
		['contact', 'getAll', emptyBriefing.contact],
		['actionItem', 'getAll', { sessionId: 's', actionItem: 'x', hash: 'h', meetingTitle: null, createdAt: '2026-11-02T10:00:00Z', stalenessDays: 0, contactId: 'k', contactName: null, contactCompany: null }],
		['webhook', 'getAll', { id: 'w' }],
		['calendarEvent', 'getAll', {}],
	])('%s %s', async (resource, operation, element) => {
		const { items } = await run([{ data: [element], pagination: { total: 1, limit: 1, offset: 0 } }], { resource, operation });
		expect(items).toHaveLength(1);
	});

	test('feedback without a priority and statistics', async () => {
		const data = { id: 'c', overallScore: 7, userSpeakerName: 'Unknown', createdAt: '2026-11-02T10:00:00Z', feedback: { overallScore: 7, strengths: [], growthAreas: [], categoryScores: {}, talkListenRatio: 40, actionPlan: [] } };
		const get = { resource: 'feedback', operation: 'get', conversationId: byId('c') };
		expect((await run([{ data }], get)).items[0]).toMatchObject({ overallScore: 7, topPriorityFocus: null, strengthCount: 0, cached: true });
		expect((await run([{ data: {} }], get)).items[0]).toMatchObject({ overallScore: null });
	});
});
