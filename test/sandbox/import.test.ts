import { call, errorOf, messageOf, startTestSandbox, type Account } from './support/harness.ts';
import { vtt } from './support/meeting.ts';

let env: Awaited<ReturnType<typeof startTestSandbox>>;
let account: Account;
beforeEach(async () => {
	env = await startTestSandbox();
	account = env.account();
});
afterEach(() => env.sandbox.stop());

describe('Importing a meeting', () => {
	test('returns what was imported', async () => {
		const imported = await env.sandbox.importMeeting(account.id, { text: vtt(), filename: 'lisbon.vtt' });
		expect(imported).toMatchObject({
			title: 'Lisbon',
			segmentCount: 12,
			seconds: 360,
			participants: ['local', 'Ines Duarte', 'Tom Berg'],
		});
	});

	test.each([
		['lisbon.vtt', `${vtt()}\n\n00:00:xx.000 --> 00:10:00.000\nnever`, 'Line 39: a time that cannot be read; the text was kept, after the text before it.'],
	])('a damaged file is imported, and its notes name the line: %s', async (filename, text, note) => {
		expect((await env.sandbox.importMeeting(account.id, { text, filename })).notes).toContain(note);
		const reply = await call(env.sandbox.url, null, 'POST', '/sandbox/meetings', { user: account.id, text, filename });
		expect(reply.body).toMatchObject({ data: { notes: expect.arrayContaining([note]) } });
	});

	test.each([
		['lisbon.vtt', '<!doctype html>\n<p>Sign in</p>', 1],
	])('a file with nothing to read is refused, with its line: %s', async (filename, text, line) => {
		const refused = expect.objectContaining({ name: 'ImportError', line });
		await expect(account.importMeeting({ text, filename })).rejects.toEqual(refused);
		const reply = await call(env.sandbox.url, null, 'POST', '/sandbox/meetings', { user: account.id, text, filename });
		expect(errorOf(reply)).toBe('400 validation_error');
		expect(messageOf(reply)).toMatch(new RegExp(`^line ${line}: `));
		expect((await account.call('GET', '/api/v1/conversations')).body).toMatchObject({ pagination: { total: 0 } });
		expect((await account.call('GET', '/api/v1/contacts')).body).toMatchObject({ pagination: { total: 0 } });
	});

	test('wrong options are reported in one line that names the option', async () => {
		await expect(account.importMeeting({ startTime: 'yesterday' })).rejects.toThrow(/^startTime: /);
		await expect(account.importMeeting({ attendees: [{ email: 'nobody' }] })).rejects.toThrow(
			/^attendees\.0\.email: /,
		);
		const crowd = Array.from({ length: 1001 }, (_, number) => ({ email: `p${number}@crowd.example` }));
		await expect(account.importMeeting({ attendees: crowd })).rejects.toThrow('attendees: must have at most 1000 entries.');
		await expect(env.sandbox.importMeeting('usr_x', { text: vtt(), filename: 'a.vtt' })).rejects.toThrow(
			'There is no user usr_x.',
		);
	});

	test('a file without a date is dated as if it had just ended, which a note says, unless its start is given', async () => {
		const file = { text: 'Ada: Hello.\nBen: Hello Ada.', filename: 'call.txt' };
		const note = expect.stringMatching(/^No date was recognized in the file: dated \d{4}-\d\d-\d\d, as if it had just ended\. Set a start time to change that\.$/);
		expect((await env.sandbox.importMeeting(account.id, file)).notes).toContainEqual(note);
		expect((await env.sandbox.importMeeting(account.id, { ...file, startTime: '2026-03-04T10:00:00Z' })).notes).not.toContainEqual(note);
		expect((await env.sandbox.importMeeting(account.id, { ...file, text: `Call on 4 March 2026\n\n${file.text}` })).notes).not.toContainEqual(note);
	});

	test('a date in the future is noted', async () => {
		const at = async (date: string) => (await env.sandbox.importMeeting(account.id, { text: `Call, ${date}\n\nAda: Hello.\nBen: Hello Ada.`, filename: 'call.txt' })).notes;
		expect(await at('2026-03-04')).toContainEqual(expect.stringMatching(/^The meeting is dated 2026-03-04, which is in the future\. /));
		expect(await at('2026-03-01')).not.toContainEqual(expect.stringContaining('in the future'));
	});

	test.each([
		['04/03/2026', 'Date: 04/03/2026\n\nAda: Hello.\nBen: Hello Ada.'],
		['04/03/2026', 'Interview, 04/03/2026\n\nAda: Hello.\nBen: Hello Ada.'],
		['04/03/2026 at 10:04', 'New Recording\nMonday 04/03/2026 at 10:04\n\nHello.'],
		['12/10/2026', '[14:30, 12/10/2026] Ada: Hello.\n[14:31, 12/10/2026] Ben: Hello Ada.'],
		['12/10/2026', 'WEBVTT\n\nNOTE Recorded: 12/10/2026\n\n00:01.000 --> 00:02.000\nHello.'],
		['12/10/2026', 'Date,Time,Name,Message\n12/10/2026,10:00,Ada,Hello.\n12/10/2026,10:01,Ben,Hello Ada.'],
		['12/10/2026, 10:00', '{"date": "12/10/2026, 10:00", "segments": [{"speaker": "Ada", "text": "Hello.", "start": 1}]}'],
		['12/10/2026', '{"date": "12/10/2026", "transcript": "Ada: Hello.\\nBen: Hello Ada."}'],
	])('a date that can be read in two ways is named: %s in %j', async (date, text) => {
		expect((await env.sandbox.importMeeting(account.id, { text, filename: 'call.txt' })).notes).toContainEqual(expect.stringMatching(new RegExp(`^The date “${date}” can be read in two ways: dated \\d{4}-\\d\\d-\\d\\d, as if it had just ended\\. Set a start time to change that\\.$`)));
	});

	test('an unknown speaker is null in the API, and unknown on the shared page', async () => {
		const text = 'WEBVTT\n\n00:00.000 --> 00:01.000\n<v Ada>Hello\n\n00:02.000 --> 00:03.000\nMhm\n';
		const { conversationId: id, participants } = await env.sandbox.importMeeting(account.id, { text: Buffer.from(text), filename: 'a.vtt', me: 'Ada' });
		expect(participants).toEqual(['local']);
		const { body } = await account.call('GET', `/api/v1/conversations/${id}/transcript`);
		expect(body).toMatchObject({ data: { segments: [{ speaker: 'local', text: 'Hello' }, { speaker: null, text: 'Mhm' }] } });
		const shared = await account.call('POST', `/api/v1/conversations/${id}/share`);
		const [url = ''] = /https?:[^"]+/.exec(JSON.stringify(shared.body)) ?? [];
		expect(await (await fetch(url)).text()).toContain('Unknown speaker');
	});

	test('without credits left the meeting is imported without key points', async () => {
		env.sandbox.updateUser(account.id, { spendingCap: 0 });
		const { conversationId: id, withoutKeyPoints } = await env.sandbox.importMeeting(account.id, { text: vtt(), filename: 'a.vtt', generateKeyPoints: true });
		expect(withoutKeyPoints).toBe(
			`No key points were generated. The monthly spending cap for AI credits has been reached. To have credits again, set the clock forward (clock advance), or change the plan or the spending cap (user update). Then generate them, with the operation Key Points: Generate in n8n or curl -X POST -H 'Authorization: Bearer API_KEY' BASE_URL/api/v1/conversations/${id}/keypoints. To import the file again would add the meeting a second time.`,
		);
		expect(errorOf(await account.call('GET', `/api/v1/conversations/${id}/keypoints`))).toBe('404 not_found');
	});
});
