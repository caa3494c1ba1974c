import { readDetails } from '../../nodes/MeetingAssistantTrigger/details.ts';
import { eventOptions, eventsToRegister } from '../../nodes/MeetingAssistantTrigger/events.ts';
import { MeetingAssistantTrigger } from '../../nodes/MeetingAssistantTrigger/MeetingAssistantTrigger.node.ts';
import { isOfSameKind, shownUrl } from '../../nodes/MeetingAssistantTrigger/place.ts';
import { sampleDetails } from '../../nodes/MeetingAssistantTrigger/samples/details.ts';
import { sampleData } from '../../nodes/MeetingAssistantTrigger/samples/events.ts';
import { createSeen } from '../../nodes/MeetingAssistantTrigger/seen.ts';
import { matchesPattern } from '../../nodes/shared/filters.ts';
import { api, Conversation, eventData, eventNames, Feedback, KeyPoints } from '../../src/api/index.ts';
import { createClient } from '../../src/client/index.ts';
import { dedupeKeyOf } from '../../src/webhooks/emitted.ts';

test('every event of the description can be chosen, each under its own words', () => {
	expect(eventOptions.map(({ value }) => value).toSorted()).toEqual(['any', ...eventNames].toSorted());
	expect(new Set(eventOptions.map(({ name }) => name)).size).toBe(eventNames.length + 1);
	expect(eventsToRegister(['any'])).toEqual(eventNames.filter((name) => name !== 'webhook.test'));
	expect(eventsToRegister(['any', 'webhook.test'])).toEqual(eventNames);
});

test('what stands in saved workflows, and at the service, does not change', () => {
	const { description } = new MeetingAssistantTrigger();
	expect(description).toMatchObject({ name: 'meetingAssistantTrigger', version: 2, webhooks: [{ path: 'meeting-assistant' }] });
	const outline = (name: string) => {
		const { options = [] } = description.properties.find((property) => property.name === name) ?? {};
		return options.map((option) => ('value' in option ? option.value : option.name));
	};
	expect(description.properties.map(({ name }) => name)).toEqual(['planNotice', 'events', 'include', 'listenFor', 'filters', 'options']);
	expect(outline('include')).toEqual(['actionItems', 'conversation', 'feedback', 'keyPoints', 'transcript']);
	expect(outline('listenFor')).toEqual(['events', 'samples']);
	expect(outline('filters')).toEqual(['minimumActionItems', 'minimumScore', 'minimumSegments', 'ownerContains', 'titleContains']);
	expect(outline('options')).toEqual(['timestampWindow', 'removeDeadWebhooks']);
});

test('samples have the shape of what they stand for', () => {
	for (const name of eventNames) expect(eventData[name].safeParse(sampleData[name]).error).toBeUndefined();
	expect(Conversation.safeParse(sampleDetails.conversation).error).toBeUndefined();
	expect(KeyPoints.safeParse(sampleDetails.keyPoints).error).toBeUndefined();
	expect(Feedback.safeParse(sampleDetails.feedback).error).toBeUndefined();
	expect(api.transcript.get.response.safeParse({ data: sampleDetails.transcript }).error).toBeUndefined();
});

test('what was seen is remembered as long as it is among the last ones', () => {
	const seen = createSeen(3);
	expect(['a', 'b', 'a', 'c', 'd', 'a', 'b'].map(seen)).toEqual([false, false, true, false, false, true, false]);
});

test.each([
	['Weekly call with Acme', 'acme', true],
	['Weekly call with Acme', 'weekly*acme', true],
	['Weekly call with Acme', 'acme*weekly', false],
	['Weekly (internal)', '(intern', true],
	['anything', '', true],
	['anything', '*', true],
])('%s and the pattern %s', (title, pattern, matching) => {
	expect(matchesPattern(title, pattern)).toBe(matching);
});

const url = (id: string, root = 'https://n8n.example.com/base', kind = 'webhook') => `${root}/${kind}/${id}/meeting-assistant`;

test.each([
	[url('2'), true],
	[url('2', undefined, 'webhook-test'), true],
	[url('2', 'https://n8n.example.com'), false],
	[url('2', 'https://n8n.example.com.evil.example/base'), false],
	['https://n8n.example.com/base/webhook/2/other', false],
	['https://n8n.example.com/base/meeting-assistant', false],
	['', false],
])('%s leads to a trigger of this n8n: %s', (other, same) => {
	expect(isOfSameKind(other, url('1'))).toBe(same);
});

test('a URL is shown without what may be secret in it', () => {
	expect(shownUrl('https://user:pass@example.com/hook?token=1#x')).toBe('https://example.com/hook');
	expect(shownUrl('nonsense')).not.toContain('nonsense');
});

test.each([
	[{ event: 'conversation.created', conversationId: 'c', timestamp: 't' }, 'conversation.created:c'],
	[{ event: 'conversation.updated', conversationId: 'c', timestamp: 't' }, 'conversation.updated:c:t'],
	[{ event: 'conversation.merged', conversationId: 'c', timestamp: 't' }, 'conversation.merged:c:t'],
	[{ event: 'webhook.test', timestamp: 't' }, 'webhook.test:t'],
])('the key of %j', (emitted, key) => {
	expect(dedupeKeyOf(emitted)).toBe(key);
});

test('a service that is silent holds a delivery up no longer than the limit', async () => {
	const waited: number[] = [];
	const client = createClient({
		baseUrl: 'https://api.example.com',
		transport: ({ url }) =>
			url.includes('keypoints')
				? Promise.resolve({ status: 404, headers: {}, body: '{"error":{"code":"not_found","message":"None"}}' })
				: new Promise(() => {}),
		sleep: async () => {},
	});
	const included = await readDetails(['transcript', 'keyPoints'], { conversationId: 'c', title: undefined }, {
		connect: async () => client,
		sleep: async (ms) => {
			waited.push(ms);
			await new Promise((resolve) => setImmediate(resolve));
		},
	});
	expect(waited).toEqual([6000]);
	expect(included).toEqual({ ok: false, reason: expect.stringContaining('within 6 seconds'), keyPoints: null });
});
