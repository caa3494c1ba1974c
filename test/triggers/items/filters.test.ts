import { knownFrom, matchesPattern, needsConversation, noFilters, passes } from '../../../src/triggers/items/filters.ts';
import type { IncludedDetails } from '../../../src/triggers/items/item.ts';
import { conversation, keyPoints } from '../reading.ts';

test.each([
	['Weekly call with Acme', 'acme', true],
	['Weekly call with Acme', 'weekly*acme', true],
	['Weekly call with Acme', 'acme*weekly', false],
	['Weekly call with Acme', ' weekly * acme ', true],
	['Acme', 'acme*acme', false],
	['Weekly (internal)', '(intern', true],
	['anything', '', true],
	['anything', '*', true],
])('%s and the pattern %s', (title, pattern, matching) => {
	expect(matchesPattern(title, pattern)).toBe(matching);
});

const [title, segments, actionItems, score] = ['Weekly with Acme', 12, 3, 6.5];

test.each([
	[{ title, segments, actionItems, score }, { titleContains: 'acme', minimumSegments: 12, minimumActionItems: 3, minimumScore: 6.5 }, true],
	[{ title }, { titleContains: 'other' }, false],
	[{ segments }, { minimumSegments: 13 }, false],
	[{ actionItems }, { minimumActionItems: 4 }, false],
	[{ score }, { minimumScore: 7 }, false],
	[{ score }, { minimumScore: 6, maximumScore: 6.5 }, true],
	[{ score }, { maximumScore: 6 }, false],
	[{}, { titleContains: 'other', minimumSegments: 13, minimumActionItems: 4, minimumScore: 7, maximumScore: 1 }, true],
	[{ title: null, segments: '1', actionItems: null, score: '1' }, { titleContains: 'other', minimumSegments: 13, minimumActionItems: 4, minimumScore: 7, maximumScore: 1 }, true],
])('%j passes %j: %j', (known, filters, isPassing) => {
	expect(passes(known, { ...noFilters, ...filters })).toBe(isPassing);
});

const received = (data: Readonly<Record<string, unknown>>) => ({ event: 'x', timestamp: null, conversationId: 'c1', data });

test('what an event says counts before what was read', () => {
	const transcript = { id: 'c1', segments: [{ text: 'x', speaker: 'local', timestamp: 't' }] };
	const read = { conversation, keyPoints, transcript, feedback: null };
	expect(knownFrom(received({ title: 'T', segmentCount: 1, actionItemCount: 2, overallScore: 3 }), read)).toEqual({ title: 'T', segments: 1, actionItems: 2, score: 3 });
	expect(knownFrom(received({}), read)).toEqual({ title: conversation.title, segments: conversation.segmentCount, actionItems: 3, score: undefined });
	expect(knownFrom(received({}), { keyPoints, transcript })).toMatchObject({ title: keyPoints.title, segments: 1 });
	expect(knownFrom(received({}), { conversation: null, keyPoints: null, transcript: null })).toEqual({});
	const odd = { keyPoints: { id: 'c1' }, transcript: { id: 'c1' } } as unknown as IncludedDetails;
	expect(knownFrom(received({}), odd)).toEqual({});
	expect(knownFrom(received({}), { ...odd, keyPoints: { id: 'c1', keypoints: {} } } as unknown as IncludedDetails)).toEqual({});
});

test.each([
	[{}, {}, false],
	[{}, { titleContains: 'x' }, true],
	[{ title: 'x' }, { titleContains: 'x' }, false],
	[{}, { minimumSegments: 1 }, true],
	[{ segmentCount: 1 }, { minimumSegments: 1 }, false],
	[{ segmentCount: 1 }, { titleContains: 'x', minimumSegments: 1 }, true],
	[{}, { minimumActionItems: 1, minimumScore: 1, ownerContains: 'x' }, false],
])('the data %j with the filters %j needs the conversation: %j', (data, filters, isNeeded) => {
	expect(needsConversation(received(data), { ...noFilters, ...filters })).toBe(isNeeded);
});
