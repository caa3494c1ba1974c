import { readDetails } from '../../nodes/MeetingAssistantTrigger/details.ts';
import { eventOptions, eventsToRegister } from '../../nodes/MeetingAssistantTrigger/events.ts';
import { MeetingAssistantTrigger } from '../../nodes/MeetingAssistantTrigger/MeetingAssistantTrigger.node.ts';
import { isOfSameKind, shownUrl } from '../../nodes/MeetingAssistantTrigger/place.ts';
import { sampleDetails } from '../../nodes/MeetingAssistantTrigger/samples/details.ts';
import { sampleData } from '../../nodes/MeetingAssistantTrigger/samples/events.ts';
import { createReplays } from '../../nodes/MeetingAssistantTrigger/seen.ts';
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

describe('the same bytes again', () => {
	const NOW = Date.parse('2026-11-02T10:00:00Z');
	const MINUTE = 60_000;
	const never = (): Promise<void> => new Promise(() => {});
	const delivery = (text: string, isDated = true) => ({ webhook: 'wh', rawBody: Buffer.from(text), isDated });

	/** Takes a delivery and says what n8n then answers; returns whether it was new. */
	const takeWith = (claim: ReturnType<typeof createReplays>) => async (text: string, now = NOW, isDated = true, isAccepted = true) => {
		const settle = await claim(delivery(text, isDated), now);
		if (typeof settle === 'string') return settle;
		settle(isAccepted);
		return 'new';
	};

	test('are known as long as they are among the last ones', async () => {
		const take = takeWith(createReplays(3, never));
		const outcomes: string[] = [];
		for (const text of ['a', 'b', 'a', 'c', 'd', 'a', 'b']) outcomes.push(await take(text));
		expect(outcomes).toEqual(['new', 'new', 'accepted', 'new', 'new', 'accepted', 'new']);
	});

	test('are taken when n8n did not accept them before', async () => {
		const take = takeWith(createReplays(3, never));
		expect(await take('a', NOW, true, false)).toBe('new');
		expect(await take('a')).toBe('new');
		expect(await take('a')).toBe('accepted');
	});

	test.each([
		[MINUTE, 'accepted'],
		[5 * MINUTE, 'accepted'],
		[5 * MINUTE + 1, 'new'],
		[-5 * 60 * MINUTE, 'new'],
	])('without a time of their own, %d ms later: %s', async (ms, outcome) => {
		const take = takeWith(createReplays(3, never));
		await take('Draft', NOW, false);
		expect(await take('Draft', NOW + ms, false)).toBe(outcome);
	});

	test('without a time of their own, often enough, are not dropped for ever', async () => {
		const take = takeWith(createReplays(3, never));
		const outcomes: string[] = [];
		for (const minute of [0, 2, 4, 6]) outcomes.push(await take('Draft', NOW + minute * MINUTE, false));
		expect(outcomes).toEqual(['new', 'accepted', 'accepted', 'new']);
	});

	test('wait for those that are being taken, and are taken themselves when these were not accepted', async () => {
		const claim = createReplays(3, never);
		const [first, second, third] = [1, 2, 3].map(() => claim(delivery('a'), NOW));
		const settle = await first;
		if (typeof settle === 'string' || settle === undefined) throw new Error('The first is new');
		settle(false);
		const again = await second;
		if (typeof again === 'string' || again === undefined) throw new Error('The second is to be taken');
		again(true);
		expect(await third).toBe('accepted');
	});

	test('are left to be sent again when it takes too long to know', async () => {
		const claim = createReplays(3, async () => {});
		await claim(delivery('a'), NOW);
		expect(await claim(delivery('a'), NOW)).toBe('unknown');
	});
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
