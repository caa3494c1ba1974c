import { startTestSandbox } from '../sandbox/support/harness.ts';
import { consoleAt, rowsOf } from './support/console.ts';

let env: Awaited<ReturnType<typeof startTestSandbox>>;
let account: string;
let page: ReturnType<typeof consoleAt>;
beforeEach(async () => {
	env = await startTestSandbox();
	account = env.account().id;
	page = consoleAt(env.sandbox.url);
});
afterEach(() => env.sandbox.stop());

describe('A meeting imported in the console', () => {
	const text = 'Ada Lind: I will send the plan by Friday.\nBen Moor: Thank you.';

	test('shows its title and its participants', async () => {
		const answer = await page.send('import', { text, title: 'The plan' });
		expect(answer.status).toBe(303);
		expect(await page.after(answer)).toMatch(/Imported <a href="[^"]+">The plan<\/a>\.\s+Participants: Ada Lind, Ben Moor\./);
		expect(rowsOf(await page.read(), 'conversation-list')[0]?.slice(3)).toEqual(['2', '–', '–']);
	});

	test('gets key points if the box is checked', async () => {
		await page.send('import', { text, generateKeyPoints: 'yes' });
		expect(rowsOf(await page.read(), 'conversation-list')[0]?.[4]).toBe('key points');
	});

	test('says so if no credit is left for its key points', async () => {
		env.sandbox.updateUser(account, { spendingCap: 0 });
		const html = await page.after(await page.send('import', { text, generateKeyPoints: 'yes' }));
		expect(html).toMatch(/<p class="notice bad">Imported [^]*No key points were generated\. The monthly spending cap for AI credits has been reached\./);
		expect(rowsOf(await page.read(), 'conversation-list')[0]?.[4]).toBe('–');
	});

	test.each([
		['nothing', {}, 'Choose a file, or paste a transcript.'],
		['only blanks', { text: ' \n ' }, 'Choose a file, or paste a transcript.'],
		['text that nobody says', { text: '# Agenda for today' }, 'The transcript was not imported. Line 1: nobody speaks in this file;'],
		['a text in place of a title', { text, title: 'word '.repeat(20_000) }, 'Title: must have at most 500 characters.'],
		['broken JSON', { text: '{"segments":[' }, 'The transcript was not imported. Line 1: this is not valid JSON;'],
		['an account that does not exist', { text, owner: 'usr_none' }, 'There is no user usr_none.'],
	])('is refused in plain words: %s', async (_what, fields, words) => {
		const answer = await page.send('import', fields);
		expect(answer.status).toBe(400);
		expect(await answer.text()).toContain(`<p class="notice bad">${words}`);
		expect(rowsOf(await page.read(), 'conversation-list')).toEqual([]);
	});

	/** A form with a file, as a browser sends it. */
	async function upload(content: Uint8Array<ArrayBuffer> | string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) {
		const body = new FormData();
		for (const [name, value] of Object.entries({ token: await page.token(), ...fields })) body.set(name, value);
		body.set('file', new File([content], 'call.txt'));
		return fetch(`${env.sandbox.url}/console/import`, { method: 'POST', body, redirect: 'manual', headers: { Origin: env.sandbox.url, ...headers } });
	}

	test('can be a file, whose name becomes the title', async () => {
		expect((await upload(text)).status).toBe(303);
		expect(rowsOf(await page.read(), 'conversation-list')[0]?.[0]).toMatch(/^Call conv_/);
	});

	test('can have any encoding and name the user, and the page says what was left out and changed', async () => {
		const content = new Uint8Array(Buffer.from('\uFEFFZoë  0:00\nHello\n\nBen  0:04\nYes\n\nTranscribed by https://otter.ai', 'utf16le'));
		const answer = await upload(content, { me: 'Zoë' });
		expect(answer.status).toBe(303);
		const html = await page.after(answer);
		for (const words of ['not speech, and left out: “Transcribed by', 'Stored as “remote”, as the service does: Ben.']) expect(html).toContain(words);
	});

	test.each([
		['empty', '', {}, 'call.txt is empty.'],
		['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0xff]), {}, 'Line 1: this is a picture; export the transcript as text'],
		['chosen besides pasted text', text, { text }, 'Choose a file or paste a transcript, not both.'],
		['too large', 'x'.repeat(50_000_001), {}, 'The transcript is larger than 50 MB.'],
	])('is refused in plain words if the file is %s', async (_what, content, fields, words) => {
		const answer = await upload(content, fields);
		expect(answer.status).toBe(400);
		expect(await answer.text()).toContain(words);
	});

	test('is refused from another page, and without a token', async () => {
		expect((await upload(text, {}, { Origin: 'http://evil.example' })).status).toBe(403);
		expect((await upload(text, { token: 'x' })).status).toBe(403);
		expect(rowsOf(await page.read(), 'conversation-list')).toEqual([]);
	});

	test('is refused if the form is not what its type says', async () => {
		const headers = { Origin: env.sandbox.url, 'Content-Type': 'multipart/form-data; boundary=x' };
		const answer = await fetch(`${env.sandbox.url}/console/import`, { method: 'POST', body: 'nonsense', headers });
		expect(answer.status).toBe(403);
	});
});
