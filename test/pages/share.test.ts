import { actionItem, content, scriptedAi } from '../sandbox/support/ai.ts';
import { startTestSandbox, type Account } from '../sandbox/support/harness.ts';
import { firstLine } from '../sandbox/support/meeting.ts';
import { hostile, hostileTranscript } from './support/hostile.ts';
import { share } from './support/share.ts';

let env: Awaited<ReturnType<typeof startTestSandbox>>;
let account: Account;
beforeEach(async () => {
	env = await startTestSandbox();
	account = env.account('enterprise');
});
afterEach(() => env.sandbox.stop());

/** The page behind a link, requested without a key, and the text a reader sees. */
async function read(url: string) {
	const answer = await fetch(url);
	const html = await answer.text();
	const body = html.slice(html.indexOf('<body>'));
	const text = body
		.replace(/<script>[^]*<\/script>/g, '')
		.replace(/<[^>]*>/g, '')
		.replace(/\s+/g, ' ');
	return { status: answer.status, headers: answer.headers, html, text };
}

describe('The page of a shared conversation (Conversations, share)', () => {
	test('shows title, date, minutes, participants and the transcript to anyone with the link', async () => {
		const url = await share(account, await account.importMeeting({ startTime: '2026-03-02T08:00:00Z' }));
		const { status, html, text } = await read(url);
		expect(status).toBe(200);
		expect(html).toContain('<title>Lisbon office</title>');
		expect(html).toContain('<time datetime="2026-03-02T08:00:00.000Z">2 March 2026 at 08:00</time> UTC');
		expect(text).toContain('6 minutes');
		expect(html).toMatch(/<h2[^>]*>Participants<\/h2>\s*<ul[^>]*>(<li[^>]*>[^<]*<\/li>){3}<\/ul>/);
		expect(text).toMatch(/Host 0:00 Good morning Ines.* Ines Duarte 0:30 Yes\. The lease/);
		expect(text).toContain(firstLine);
	});

	test('gives the length of a short recording in seconds', async () => {
		const id = await account.importMeeting({ filename: 'a.json', text: JSON.stringify([{ speaker: 'Tom', text: 'One.', start: 0, end: 20 }]) });
		expect((await read(await share(account, id))).text).toContain('· 20 seconds');
	});

	test('joins consecutive speech by one person, with a new time each minute', async () => {
		const said = (start: number, speaker: string, text: string) => ({ speaker, text, start, end: start + 5 });
		const segments = [
			said(0, 'remote', 'One'),
			said(30, 'remote', 'two.'),
			said(65, 'remote', 'Three.'),
			said(3700, 'Tom', 'Four.'),
		];
		const id = await account.importMeeting({ filename: 'a.json', text: JSON.stringify(segments) });
		const { text } = await read(await share(account, id));
		expect(text).toContain('Other participant 0:00 One two. Other participant 1:05 Three. Tom 1:01:40 Four.');
	});

	test('shows key points once they are saved', async () => {
		const decisions = ['Eight desks'];
		const ai = scriptedAi([content({ decisions, actionItems: [actionItem('Order the router', 'local')] })]);
		const other = await startTestSandbox({ ai });
		const owner = other.account();
		const id = await owner.importMeeting();
		const url = await share(owner, id);
		expect((await read(url)).text).not.toContain('Key points');
		await owner.call('POST', `/api/v1/conversations/${id}/keypoints`);
		expect((await read(url)).text).toContain(
			'Key points Network A router is missing. Decisions Eight desks ' +
				'Action items Order the router (Host, high priority) Transcript',
		);
		await other.sandbox.stop();
	});

	test('reveals nothing else about the account: no ID, address or key', async () => {
		const attendees = [{ name: 'Ines Duarte', email: 'ines@duarte.example' }];
		const id = await account.importMeeting({ attendees });
		await account.importMeeting({ title: 'Another call' });
		const { html } = await read(await share(account, id));
		const said = html.replace(/<style>[^]*<\/style>/, '');
		for (const secret of [id, account.id, account.key, '@', 'Vera Lind', 'Another call']) {
			expect(said).not.toContain(secret);
		}
	});

	test('is not indexed or cached, sends no referrer and runs no script', async () => {
		const { headers } = await read(await share(account, await account.importMeeting()));
		expect(Object.fromEntries(headers)).toMatchObject({
			'x-robots-tag': 'noindex, nofollow',
			'cache-control': 'no-store',
			'referrer-policy': 'no-referrer',
			'x-content-type-options': 'nosniff',
		});
		const policy = headers.get('Content-Security-Policy');
		expect(policy?.replace(/'sha256-[^']{44}'/, 'DIGEST')).toBe(
			"default-src 'none'; img-src data:; style-src DIGEST; base-uri 'none'; " +
				"frame-ancestors 'none'; form-action 'none'",
		);
	});

	test('escapes all text', async () => {
		const id = await account.importMeeting({ title: hostile, filename: 'a.json', text: hostileTranscript });
		const { html } = await read(await share(account, id));
		expect(html).not.toMatch(/<script|<svg|<img|<!-- /);
		expect(html.match(/<\/style>/g)).toHaveLength(1);
		expect(html.match(/&lt;script&gt;alert\(1\)&lt;\/script&gt;/g)?.length).toBeGreaterThanOrEqual(4);
	});

	test('is gone after the conversation is deleted, with the same text as for a wrong link', async () => {
		const id = await account.importMeeting();
		const url = await share(account, id);
		await account.call('DELETE', `/api/v1/conversations/${id}`);
		const gone = await read(url);
		expect(gone).toMatchObject({ status: 404, text: expect.stringContaining('This page is not available') });
		expect(gone.headers.get('Cache-Control')).toBe('no-store');
		const token = url.slice(url.lastIndexOf('/') + 1);
		for (const wrong of [`${token}x`, token.slice(0, -1), "'%20OR%201=1", `${token}/more`, '']) {
			expect(await read(`${env.sandbox.url}/share/${wrong}`)).toMatchObject({ status: 404, html: gone.html });
		}
	});
});
