import { againstScript, type CoreOptions, type Parameters } from './core.ts';

const profile = { data: { profile: { name: 'Nora', email: 'nora@acme.com' }, subscription: {}, apiUsage: {} } };
const run = async (script: readonly object[], parameters: CoreOptions['parameters']) => {
	const { results, failures, asked } = await againstScript(script, { parameters });
	expect(failures).toEqual([]);
	return { results, asked };
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
	const getMany = (extra: Parameters = {}) => ({ resource: 'calendarEvent', operation: 'getAll', ...extra });

	test('both providers in one shape, guests listed separately, the provider’s data kept', async () => {
		const { results, asked } = await run([{ data: [google, microsoft] }, profile], getMany());
		expect(asked).toEqual(['GET /calendar/events?maxResults=50', 'GET /user/profile']);
		expect(results.map(({ title, start, externalAttendees }) => [title, start, externalAttendees])).toEqual(
			['declined', 'needsAction'].map((response) => [
				'Harbour / weekly',
				'2026-11-02T10:00:00.000Z',
				[{ email: 'priya@harbour.example', name: 'Priya', response, internal: false }],
			]),
		);
		expect(results[0]).toMatchObject({ joinUrl: 'https://meet.example/x', raw: google });
		expect(results[0]?.internalAttendees).toHaveLength(2);
	});

	test('only those with a guest from outside who has not declined, or only the others', async () => {
		const internal = { ...google, id: 'i', attendees: google.attendees.slice(0, 2) };
		const events = { data: [google, microsoft, internal] };
		const found = async (external: boolean) => await run([profile, events], getMany({ filters: { external } }));
		expect(await found(true)).toMatchObject({ results: [{ id: 'm' }], asked: ['GET /user/profile', 'GET /calendar/events?maxResults=50'] });
		expect((await found(false)).results.map(({ id }) => id)).toEqual(['g', 'i']);
		expect((await run([profile, events], getMany({ filters: { external: false }, returnAll: false, limit: 1 }))).results.map(({ id }) => id)).toEqual(['g']);
	});

	test('the profile is not read when the email address is given, not needed, or not wanted', async () => {
		const said = await run([{ data: [google] }], getMany({ options: { userEmail: 'x@harbour.example' } }));
		expect(said.asked).toHaveLength(1);
		expect(said.results[0]?.internalAttendees).toEqual([expect.objectContaining({ name: 'Priya' })]);
		expect((await run([{ data: [{ id: 'e', attendees: [] }] }], getMany())).asked).toHaveLength(1);
		const raw = await run([{ data: [google] }], getMany({ simplify: false }));
		expect(raw).toEqual({ results: [google], asked: ['GET /calendar/events?maxResults=50'] });
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
	const { results } = await run([{ data: [], pagination: { total: 0, hasMore: false } }, { data }], { resource: 'conversation', operation: 'draftEmail', conversationId: 'c' });
	expect(Object.keys(results[0] ?? {}).slice(0, 4)).toEqual(['to', 'subject', 'text', 'html']);
	expect(results).toEqual([
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
	const briefing = { resource: 'contact', operation: 'getBriefing', contactId: 'contact_1' };

	test('a briefing before there is a summary', async () => {
		const { results } = await run([{ data: emptyBriefing }], briefing);
		expect(results).toEqual([
			{
				contactId: 'k',
				name: 'a@b.c',
				email: 'a@b.c',
				company: null,
				meetingCount: 0,
				summary: null,
				topics: [],
				openQuestions: [],
				recentMeetings: [{ conversationTitle: null, conversationDate: '2026-11-02T10:00:00Z', conversationId: 's' }],
				openActionItems: [],
				recentDecisions: [],
			},
		]);
		expect((await run([{ data: {} }], briefing)).results[0]).toMatchObject({ contactId: null, topics: [] });
	});

	test.each<[string, string, object]>([
		['contact', 'getAll', emptyBriefing.contact],
		['actionItem', 'getOpen', { sessionId: 's', actionItem: 'x', hash: 'h', meetingTitle: null, createdAt: '2026-11-02T10:00:00Z', stalenessDays: 0, contactId: 'k', contactName: null, contactCompany: null }],
		['webhook', 'getAll', { id: 'w' }],
		['calendarEvent', 'getAll', {}],
	])('%s %s', async (resource, operation, element) => {
		const { results } = await run([{ data: [element], pagination: { total: 1, limit: 1, offset: 0 } }], { resource, operation });
		expect(results).toHaveLength(1);
	});

	test('feedback without a priority and statistics', async () => {
		const data = { id: 'c', overallScore: 7, userSpeakerName: 'Unknown', createdAt: '2026-11-02T10:00:00Z', feedback: { overallScore: 7, strengths: [], growthAreas: [], categoryScores: {}, talkListenRatio: 40, actionPlan: [] } };
		const get = { resource: 'feedback', operation: 'get', conversationId: 'c' };
		expect((await run([{ data }], get)).results[0]).toMatchObject({ overallScore: 7, topPriorityFocus: null, strengthCount: 0, cached: true });
		expect((await run([{ data: {} }], get)).results[0]).toMatchObject({ overallScore: null });
	});
});

test('texts and data of key points begin with the texts', async () => {
	const keyPoints = { id: 'c', title: 'M', createdAt: '2026-11-02T10:00:00Z', keypoints: { decisions: ['Go'] } };
	const { results } = await run([{ data: keyPoints }], { resource: 'keyPoints', operation: 'get', conversationId: 'c', format: 'object' });
	expect(Object.keys(results[0] ?? {}).slice(0, 7)).toEqual(['subject', 'text', 'html', 'markdown', 'slack', 'blocks', 'id']);
});
