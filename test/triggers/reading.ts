import type { Conversation, KeyPoints } from '../../src/api/index.ts';
import { createClient, type Client } from '../../src/client/index.ts';
import { NoAnswer } from '../../src/transport/index.ts';

export const NOW = Date.parse('2026-03-02T09:15:00Z');

export const conversation: Conversation = {
	id: 'c1',
	title: 'Weekly with Acme',
	startTime: '2026-03-02T08:00:00Z',
	endTime: '2026-03-02T08:30:00Z',
	duration: 30,
	segmentCount: 12,
	linkedCalendarEventId: null,
};

export const keyPointsWith = (actionItems: KeyPoints['keypoints']['actionItems']): KeyPoints => ({
	id: 'c1',
	title: 'Weekly, in short',
	keypoints: { title: 'Weekly, in short', sections: [{ heading: 'Plan', points: ['Ship it'] }], decisions: [], actionItems, participants: [], importantDates: [] },
	createdAt: '2026-03-02T09:00:00Z',
});

export const keyPoints = keyPointsWith([
	{ item: 'Send the deck', owner: 'Nora', confidence: 0.9, priority: 'high' },
	{ item: 'Book a room', owner: 'Ben', confidence: 0.8, priority: 'low' },
	{ item: 'Ask legal', owner: '', confidence: 0.7, priority: 'low' },
]);

const codes = { 401: 'unauthorized', 403: 'forbidden', 404: 'not_found', 500: 'internal_error' } as const;

/** The body of an answer, a status for a refusal, or null for no answer at all. */
type Given = object | keyof typeof codes | null;
/** An answer, which the query may decide. */
export type Answer = Given | ((query: URLSearchParams) => object);

/** A client of a service that answers each path of a conversation, such as `keypoints`, or else a whole path, as given. */
export function clientOf(answers: Readonly<Record<string, Answer>>) {
	const asked: string[] = [];
	const client: Client = createClient({
		baseUrl: 'https://api.example.com',
		patienceMs: 0,
		sleep: async () => {},
		transport: async ({ url }) => {
			const { pathname, search, searchParams } = new URL(url);
			const path = pathname.replace(/^\/api\/v1\/(conversations\/c1\/)?/, '');
			asked.push(path + search);
			const given = answers[path] ?? null;
			const answer: Given = typeof given === 'function' ? given(searchParams) : given;
			if (answer === null) throw new NoAnswer('reset');
			if (typeof answer !== 'number') return { status: 200, headers: {}, body: JSON.stringify(answer) };
			return { status: answer, headers: {}, body: JSON.stringify({ error: { code: codes[answer], message: 'No' } }) };
		},
	});
	return { client, asked };
}

export const listed = (data: readonly unknown[], total = data.length) => ({ data, pagination: { total, limit: 100, offset: 0 } });

/** The same in an event: nothing in them says by when something is due. */
export const withoutDates = { ...keyPoints, keypoints: { ...keyPoints.keypoints, actionItems: keyPoints.keypoints.actionItems.map((item) => ({ ...item, dueDate: null, dueText: null })) } };
