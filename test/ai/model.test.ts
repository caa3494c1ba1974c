import { z } from 'zod/v4';
import { Answer, Email, Feedback, KeyPoints } from '../../src/api/index.ts';
import { modelAi } from '../../sandbox/ai/openai/modelAi.ts';
import { aiFromEnvironment } from '../../sandbox/index.ts';
import { content } from '../sandbox/support/ai.ts';
import { dataOf, errorOf, messageOf, startTestSandbox } from '../sandbox/support/harness.ts';
import { firstLine, lineCount } from '../sandbox/support/meeting.ts';
import { startModel, type Turn } from './support/model.ts';

const KEY = 'sk-very-secret-key';
const json = (value: object) => JSON.stringify(value);
const keyPoints = json(content({ title: 'By the model' }));

let stop = async () => {};
afterEach(async () => {
	await stop();
	stop = async () => {};
});

/** A sandbox with one meeting whose AI is a model that says `turns`, one after the other. */
async function startWithModel(turns: readonly Turn[], timeoutMs = 5000) {
	const model = await startModel(turns);
	const errors: unknown[] = [];
	const ai = modelAi({ url: model.url, model: 'small', key: KEY, timeoutMs });
	const { sandbox, account } = await startTestSandbox({ ai, onError: (error) => void errors.push(error) });
	stop = async () => {
		await sandbox.stop();
		await model.stop();
	};
	const user = account();
	const id = await user.importMeeting();
	const Usage = z.object({ apiUsage: z.object({ aiGenerations: z.object({ used: z.int() }) }) });
	return {
		...model,
		errors,
		...user,
		conversationId: id,
		post: (action: string, body?: unknown) => user.call('POST', `/api/v1/conversations/${id}/${action}`, body),
		get: (action: string) => user.call('GET', `/api/v1/conversations/${id}/${action}`),
		creditsUsed: async () =>
			dataOf(Usage, await user.call('GET', '/api/v1/user/profile')).apiUsage.aiGenerations.used,
	};
}

describe('A model from an OpenAI-compatible provider', () => {
	test('generates key points from the transcript with the named model, the key and a strict schema', async () => {
		const { post, asked, text, creditsUsed } = await startWithModel([keyPoints]);
		expect(dataOf(KeyPoints, await post('keypoints')).keypoints).toEqual(content({ title: 'By the model' }));
		const [request] = asked;
		expect(request?.path).toBe('/v1/chat/completions');
		expect(request?.headers.authorization).toBe(`Bearer ${KEY}`);
		expect(request?.body.model).toBe('small');
		expect(request?.body.response_format?.json_schema).toMatchObject({
			strict: true,
			schema: {
				additionalProperties: false,
				required: ['title', 'sections', 'decisions', 'actionItems', 'participants', 'importantDates'],
			},
		});
		expect(text(0)).toContain(`0 Vera Lind: ${firstLine}`);
		expect(await creditsUsed()).toBe(1);
	});

	test('answers a question, with fixed suggestions and the segments it was given', async () => {
		const { post, text } = await startWithModel([json({ response: 'Tom does.' })]);
		const answer = dataOf(Answer, await post('query', { query: 'Who orders the router?' }));
		expect(answer).toMatchObject({ response: 'Tom does.', metadata: { segmentsAnalyzed: lineCount } });
		expect(answer.suggestedQueries).toHaveLength(3);
		expect(text(0)).toContain('Question: Who orders the router?');
	});

	test('drafts an email in a tone, for a recipient', async () => {
		const draft = { subject: 'Lisbon', body: 'Hi Ines', keyPoints: ['A'], actionItems: [] };
		const { post, text } = await startWithModel([json(draft)]);
		expect(dataOf(Email, await post('email', { tone: 'casual', recipientName: 'Ines' }))).toMatchObject(draft);
		expect(text(0)).toContain('casual and friendly');
		expect(text(0)).toContain('Recipient: Ines');
	});

	const feedback = (line: number) => ({
		overallScore: 7,
		topPriority: { focus: 'Ask before you decide', line, reason: 'It is quicker.', alternative: 'What do you think?' },
		strengths: [{ category: 'Clarity', description: 'Clear.', line: 0, reason: 'It helps.' }],
		growthAreas: [],
		categoryScores: { clarity: 7, listening: 7, timeManagement: 7, collaboration: 7, decisionMaking: 7 },
		talkListenRatio: null,
		actionPlan: ['Ask first.'],
	});

	test('gives feedback: quotes are from the user, and the ratio defaults to 50', async () => {
		const { post } = await startWithModel([json(feedback(2))]);
		const { feedback: given, userSpeakerName } = dataOf(Feedback, await post('feedback'));
		expect(userSpeakerName).toBe('local');
		expect(given.topPriority?.quote).toBe('Very good. What is still missing?');
		expect(given.strengths[0]).toMatchObject({ quote: firstLine, timestamp: '2026-03-02T09:15:00.000Z' });
		expect(given.stats).toEqual({ talkListenRatio: 50, totalMinutes: 6 });
		expect(JSON.stringify(given)).not.toContain('"line"');
	});

	test('feedback on a brief call has no topPriority; a quote from another speaker is sent back', async () => {
		const { post, text } = await startWithModel([json(feedback(1)), json({ ...feedback(0), topPriority: null })]);
		const { feedback: given } = dataOf(Feedback, await post('feedback'));
		expect(given).not.toHaveProperty('topPriority');
		expect(text(1)).toContain('is not a line of the user');
	});

	test('an answer in a code fence after the model’s thoughts is read', async () => {
		const { post } = await startWithModel([`<think>{ hm }</think>\n\`\`\`json\n${keyPoints}\n\`\`\``]);
		expect(dataOf(KeyPoints, await post('keypoints')).keypoints.title).toBe('By the model');
	});

	test('a provider without structured outputs is asked without them from then on', async () => {
		const { post, asked } = await startWithModel([{ status: 400 }, keyPoints, keyPoints]);
		expect((await post('keypoints')).status).toBe(200);
		expect((await post('keypoints', { forceRefresh: true })).status).toBe(200);
		expect(asked.map(({ body }) => body.response_format !== undefined)).toEqual([true, false, false]);
	});

	test('the middle of a transcript that is too long is left out', async () => {
		const { call, importMeeting, text } = await startWithModel([json({ response: 'Yes.' })]);
		const lines = Array.from({ length: 20_000 }, (_, index) => `Ines: This is line ${index}.`);
		const id = await importMeeting({ text: lines.join('\n'), filename: 'long.txt' });
		const reply = await call('POST', `/api/v1/conversations/${id}/query`, { query: 'Is it long?' });
		const { segmentsAnalyzed } = dataOf(Answer, reply).metadata;
		expect(text(0).length).toBeLessThan(125_000);
		expect(text(0)).toContain('0 Ines: This is line 0.');
		expect(text(0)).toContain('19999 Ines: This is line 19999.');
		expect(text(0)).toContain(`[${20_000 - segmentsAnalyzed} lines left out]`);
	});
});

describe('A model that fails', () => {
	test('an unusable answer is sent back once, with the problem', async () => {
		const { post, asked, text } = await startWithModel(['I would rather not.', keyPoints]);
		expect(dataOf(KeyPoints, await post('keypoints')).keypoints.title).toBe('By the model');
		expect(asked).toHaveLength(2);
		expect(asked[1]?.body.messages.slice(2).map(({ role }) => role)).toEqual(['assistant', 'user']);
		expect(text(1)).toContain('expected object');
	});

	test('a second unusable answer is a clear 500 internal_error, uses no credit and saves nothing', async () => {
		const broken = json({ ...content(), decisions: 'none' });
		const { post, get, asked, errors, creditsUsed } = await startWithModel([broken, broken, keyPoints]);
		const reply = await post('keypoints');
		expect(errorOf(reply)).toBe('500 internal_error');
		expect(messageOf(reply)).toMatch(/^The AI model twice gave an answer that cannot be used: decisions: /);
		expect(asked).toHaveLength(2);
		expect(errors).toHaveLength(1);
		expect(await creditsUsed()).toBe(0);
		expect(errorOf(await get('keypoints'))).toBe('404 not_found');
		expect((await post('keypoints')).status).toBe(200);
	});

	test.each([429, 503])('its %i becomes 429 rate_limited without rate-limit headers, and uses no credit', async (status) => {
		const { post, creditsUsed } = await startWithModel([{ status }]);
		const reply = await post('query', { query: 'Who?' });
		expect(errorOf(reply)).toBe('429 rate_limited');
		expect([...reply.headers.keys()].filter((name) => /ratelimit|retry/.test(name))).toEqual([]);
		expect(await creditsUsed()).toBe(0);
	});

	test.each<[string, Turn, RegExp]>([
		['a refused key, which the service repeats', { status: 401, body: `Wrong key ${KEY}` }, /status 401/],
		['a redirect', { status: 307, location: 'https://elsewhere.invalid/' }, /status 307/],
		['an answer of another protocol', { status: 200, body: '<html>' }, /not an OpenAI-compatible/],
		['an answer without content', { status: 200, body: '{"choices":[]}' }, /not an OpenAI-compatible/],
	])('%s is a clear 500 without the key, and no credit', async (_name, turn, words) => {
		const { post, asked, errors, creditsUsed } = await startWithModel([turn]);
		const reply = await post('email');
		expect(errorOf(reply)).toBe('500 internal_error');
		expect(messageOf(reply)).toMatch(words);
		expect(asked).toHaveLength(1);
		expect(errors.map(String).join()).not.toContain(KEY);
		expect(messageOf(reply)).not.toContain(KEY);
		expect(await creditsUsed()).toBe(0);
	});

	test('a model that cannot be reached or does not answer in time is a clear 500', async () => {
		const { post, stop: away, creditsUsed } = await startWithModel([], 100);
		expect(messageOf(await post('email'))).toBe('The AI model did not answer within 0.1 seconds.');
		await away();
		expect(messageOf(await post('email'))).toBe('The AI model cannot be reached (ECONNREFUSED).');
		expect(await creditsUsed()).toBe(0);
	});

	test('a meeting is imported anyway, without key points', async () => {
		const { importMeeting, call, errors } = await startWithModel([{ status: 429 }]);
		const id = await importMeeting({ generateKeyPoints: true });
		expect(errors.map(String)).toEqual(['AiBusyError: The AI model provider is busy.']);
		expect(errorOf(await call('GET', `/api/v1/conversations/${id}/keypoints`))).toBe('404 not_found');
	});
});

describe('aiFromEnvironment', () => {
	const environment = {
		MEETING_ASSISTANT_AI_URL: 'http://localhost:11434/v1/',
		MEETING_ASSISTANT_AI_MODEL: 'small',
		MEETING_ASSISTANT_AI_KEY: KEY,
	};

	test('uses the named model, or none', async () => {
		expect(aiFromEnvironment({})).toBeUndefined();
		expect(aiFromEnvironment({ MEETING_ASSISTANT_AI_KEY: KEY })).toBeUndefined();
		const model = await startModel([keyPoints]);
		const ai = aiFromEnvironment({ ...environment, MEETING_ASSISTANT_AI_URL: `${model.url}/` });
		const meeting = { title: '', startTime: '', endTime: '', userName: '', segments: [] };
		expect(await ai?.keyPoints(meeting)).toMatchObject({ title: 'By the model' });
		expect(model.asked[0]?.path).toBe('/v1/chat/completions');
		await model.stop();
	});

	test.each([
		['MEETING_ASSISTANT_AI_URL', { MEETING_ASSISTANT_AI_URL: 'localhost:11434' }],
		['MEETING_ASSISTANT_AI_URL', { MEETING_ASSISTANT_AI_URL: '' }],
		['MEETING_ASSISTANT_AI_URL', { MEETING_ASSISTANT_AI_URL: `https://user:${KEY}@models.example` }],
		['MEETING_ASSISTANT_AI_MODEL', { MEETING_ASSISTANT_AI_MODEL: '' }],
	])('says which variable is wrong: %s', (variable, wrong) => {
		const attempt = () => aiFromEnvironment({ ...environment, ...wrong });
		expect(attempt).toThrow(new RegExp(`^${variable} must`));
		expect(attempt).not.toThrow(KEY);
	});
});
