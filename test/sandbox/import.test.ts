import { errorOf, startTestSandbox, type Account } from './support/harness.ts';
import { vtt } from './support/meeting.ts';

let env: Awaited<ReturnType<typeof startTestSandbox>>;
let account: Account;
beforeEach(async () => {
	env = await startTestSandbox();
	account = env.account();
});
afterEach(() => env.sandbox.stop());

describe('Importing a meeting', () => {
	test('tells what was imported', async () => {
		const imported = await env.sandbox.importMeeting(account.id, { text: vtt(), filename: 'lisbon.vtt' });
		expect(imported).toMatchObject({
			title: 'Lisbon',
			segmentCount: 12,
			minutes: 6,
			participants: ['local', 'Ines Duarte', 'Tom Berg'],
		});
	});

	test('a broken file is refused whole, with its line', async () => {
		const text = `${vtt()}\n\nxx:yy --> 00:10:00.000\nnever`;
		await expect(account.importMeeting({ text })).rejects.toMatchObject({
			name: 'ImportError',
			line: expect.any(Number),
		});
		expect((await account.call('GET', '/api/v1/conversations')).body).toMatchObject({ pagination: { total: 0 } });
	});

	test('wrong options are one clear line that names the option', async () => {
		await expect(account.importMeeting({ startTime: 'yesterday' })).rejects.toThrow(/^startTime: /);
		await expect(account.importMeeting({ attendees: [{ email: 'nobody' }] })).rejects.toThrow(
			/^attendees\.0\.email: /,
		);
		await expect(env.sandbox.importMeeting('usr_x', { text: vtt(), filename: 'a.vtt' })).rejects.toThrow(
			'There is no user usr_x.',
		);
	});

	test('without credits left the meeting is imported without key points', async () => {
		env.sandbox.updateUser(account.id, { spendingCap: 0 });
		const id = await account.importMeeting({ generateKeyPoints: true });
		expect(errorOf(await account.call('GET', `/api/v1/conversations/${id}/keypoints`))).toBe('404 not_found');
	});

	test('20,000 segments in under 5 s', async () => {
		const lines = Array.from(
			{ length: 20_000 },
			(_, index) => `Speaker ${index % 4}: This is line ${index} of a long day.`,
		);
		const started = performance.now();
		await account.importMeeting({ text: lines.join('\n'), filename: 'long.txt' });
		expect(performance.now() - started).toBeLessThan(5000);
	});
});
