import { controls } from '../../sandbox/control/index.ts';
import { errorOf } from '../sandbox/support/harness.ts';
import { startControlled } from './support.ts';

let at: Awaited<ReturnType<typeof startControlled>>;
beforeEach(async () => void (at = await startControlled()));
afterEach(() => at.stop());

const pause = () => at.data(controls.ai.pause, '/sandbox/ai/pause', {});
const resume = () => at.data(controls.ai.resume, '/sandbox/ai/resume', {});
const state = () => at.data(controls.ai.show, '/sandbox/ai');

test('while the AI is paused, what it should generate is not answered, and everything else is', async () => {
	const { call, importMeeting } = at.account();
	const id = await importMeeting();
	const path = `/api/v1/conversations/${id}/keypoints`;
	await pause();
	let answered = false;
	const generated = call('POST', path).finally(() => (answered = true));
	while ((await state()).waiting === 0) await call('GET', '/api/v1/user/profile');
	expect((await call('GET', path)).status).toBe(404);
	expect(answered).toBe(false);
	expect(await resume()).toEqual({ paused: false, waiting: 0 });
	expect((await generated).body).toMatchObject({ data: { cached: false } });
	expect((await call('GET', path)).status).toBe(200);
});

test('a meeting that is imported meanwhile gets its key points later', async () => {
	const { call, importMeeting } = at.account();
	await pause();
	const path = `/api/v1/conversations/${await importMeeting({ generateKeyPoints: true })}/keypoints`;
	expect((await call('GET', path)).status).toBe(404);
	await resume();
	let reply = await call('GET', path);
	while (reply.status === 404) reply = await call('GET', path);
	expect(reply.status).toBe(200);
});

test('an import says that the key points wait', async () => {
	at.account();
	const notesOf = async (more: object) => (await at.importMeeting({ title: 'Weekly', ...more })).notes;
	const waiting = 'The AI is paused. Key points are generated once it resumes.';
	expect(await notesOf({ generateKeyPoints: true })).not.toContain(waiting);
	await pause();
	expect(await notesOf({ title: 'Other', generateKeyPoints: true })).toContain(waiting);
	expect(await notesOf({ title: 'Third' })).not.toContain(waiting);
});

test('what waits when a reset deletes its user is not found, and nothing goes wrong', async () => {
	const { call, importMeeting } = at.account();
	const id = await importMeeting();
	const printed = jest.spyOn(console, 'error').mockImplementation(() => {});
	await pause();
	await importMeeting({ generateKeyPoints: true });
	const posts = [['keypoints'], ['feedback'], ['email'], ['query', { query: 'When?' }]] as const;
	const waiting = posts.map(([action, body]) => call('POST', `/api/v1/conversations/${id}/${action}`, body));
	while ((await state()).waiting <= waiting.length) continue;
	await at.ask('POST', '/sandbox/reset', {});
	expect((await Promise.all(waiting)).map(errorOf)).toEqual(waiting.map(() => '404 not_found'));
	expect(printed.mock.calls).toEqual([]);
	printed.mockRestore();
});

test('a reset ends the pause, and a sandbox that stops does not wait for it', async () => {
	await pause();
	await at.ask('POST', '/sandbox/reset', {});
	expect(await state()).toEqual({ paused: false, waiting: 0 });
	const { call, importMeeting } = at.account();
	const id = await importMeeting();
	await pause();
	const lost = expect(call('POST', `/api/v1/conversations/${id}/email`)).rejects.toThrow();
	while ((await state()).waiting === 0) await call('GET', '/api/v1/user/profile');
	await at.sandbox.stop();
	await lost;
	at = await startControlled();
});
