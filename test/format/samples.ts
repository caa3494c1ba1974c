import type { Email, Feedback, KeyPoints, Segment } from '../../src/api/index.ts';

export const segments: Segment[] = [
	{ speaker: 'local', text: 'Hello & welcome.', timestamp: '2026-03-02T09:00:05.000Z' },
	{ speaker: 'local', text: 'Shall we start?', timestamp: '2026-03-02T09:00:08.500Z' },
	{ speaker: 'remote', text: 'Yes, <please>.', timestamp: '2026-03-02T09:00:11.000Z' },
	{ speaker: null, text: 'Me too.', timestamp: '2026-03-02T09:01:00.000Z' },
	{ speaker: 'Ana', text: 'a --> b', timestamp: '2026-03-02T10:15:00.000Z' },
];

export const keyPoints: KeyPoints = {
	id: 'kp1',
	title: 'Launch & <plan>',
	keypoints: {
		title: 'Generated title',
		sections: [
			{ heading: 'Budget', points: ['*40k* for snake_case tools', '1. is no list'] },
			{ heading: 'Nothing said', points: [] },
		],
		decisions: ['Ship on Friday'],
		actionItems: [
			{ item: 'Send the deck', owner: 'Ana', confidence: 0.9, priority: 'high' },
			{ item: 'Book a room', owner: '', confidence: 0.4, priority: 'low' },
		],
		participants: ['Ana', 'Ben'],
		importantDates: [{ date: '2026-03-06', context: 'Launch' }],
	},
	createdAt: '2026-03-02T10:20:00.000Z',
};

const area = {
	category: 'Clarity',
	description: 'Clear goals',
	timestamp: '00:01:00',
	quote: 'We ship',
	reason: 'Short',
};

export const feedback: Feedback = {
	id: 'f1',
	feedback: {
		overallScore: 7.5,
		topPriority: { focus: 'Ask more', quote: '=SUM(A1)', reason: 'Too few', alternative: 'What do you think?' },
		strengths: [area, { ...area, category: 'Pace', description: 'Calm' }],
		growthAreas: [
			{ ...area, category: 'Listening', description: 'Interrupts', suggestion: 'Wait', alternative: 'Go on' },
		],
		categoryScores: { clarity: 8, listening: 6, timeManagement: 7, collaboration: 8, decisionMaking: 9 },
		talkListenRatio: 61,
		actionPlan: ['Pause', 'Summarize'],
		stats: { talkListenRatio: 61, totalMinutes: 75 },
	},
	overallScore: 7.5,
	userSpeakerName: 'local',
	createdAt: '2026-03-02T10:20:00.000Z',
};

export const email: Email = {
	id: 'c1',
	subject: 'Our\r\nBcc: everyone@example.com',
	body: 'Hi Ben,\n\nthanks <again>.\nNext:\n- deck & notes\n- room\n  on floor 2\n\n3. third\n4) fourth\n\nBest,\nAna\n',
	keyPoints: [],
	actionItems: [],
	generatedAt: '2026-03-02T10:20:00.000Z',
};

export const googleEvent = {
	id: 'g1',
	summary: 'Planning',
	start: { dateTime: '2026-03-02T10:00:00+01:00', timeZone: 'Europe/Berlin' },
	end: { dateTime: '2026-03-02T11:00:00+01:00', timeZone: 'Europe/Berlin' },
	attendees: [
		{ email: 'Me@Acme.com', displayName: 'Me', responseStatus: 'accepted', self: true },
		{ email: 'ana@acme.com', displayName: 'Ana', responseStatus: 'needsAction' },
		{ email: 'ben@other.org', displayName: 'Ben', responseStatus: 'tentative' },
	],
	hangoutLink: 'https://meet.example/abc',
	conferenceData: { entryPoints: [{ entryPointType: 'video', uri: 'https://meet.example/abc' }] },
};

export const graphEvent = {
	id: 'm1',
	subject: 'Planning',
	isAllDay: false,
	start: { dateTime: '2026-03-02T10:00:00.0000000', timeZone: 'Europe/Berlin' },
	end: { dateTime: '2026-03-02T11:00:00.0000000', timeZone: 'Europe/Berlin' },
	attendees: [
		{ emailAddress: { address: 'Me@Acme.com', name: 'Me' }, status: { response: 'organizer' } },
		{ emailAddress: { address: 'ana@acme.com', name: 'Ana' }, status: { response: 'notResponded' } },
		{ emailAddress: { address: 'ben@other.org', name: 'Ben' }, status: { response: 'tentativelyAccepted' } },
	],
	location: { displayName: 'Room 5' },
	onlineMeeting: { joinUrl: 'https://meet.example/abc' },
};
