import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commands } from '../../../packages/client/cli/commands.ts';
import { permissionOf } from '../../../src/agents/index.ts';
import { scripted, startService, type Service } from '../../library/service.ts';
import { installClient, type Installed } from './installed.ts';

const BUILDING_MS = 180_000;

let installed: Installed;
let service: Service;
let id: string;

beforeAll(async () => {
	installed = installClient();
	service = await startService();
	id = await service.addMeeting('Quillbrook pilot', true, new Date(Date.now() - 3_600_000).toISOString());
	for (let index = 0; index < 60; index += 1) await service.addMeeting(`Weekly ${index}`, false, new Date(Date.now() - (index + 2) * 3_600_000).toISOString());
}, BUILDING_MS);
afterAll(async () => {
	await service.sandbox.stop();
	installed.remove();
});

function start(args: readonly string[], environment: Readonly<Record<string, string>> = {}, output: number | 'pipe' = 'pipe', within: readonly string[] = []): ChildProcess {
	const [program = '', ...words] = [...within, process.execPath, join(installed.home, 'dist/esm/cli.js'), ...args];
	return spawn(program, words, {
		cwd: installed.folder,
		stdio: ['pipe', output, 'pipe'],
		env: { PATH: process.env['PATH'], TZ: 'Europe/Berlin', MEETING_ASSISTANT_API_KEY: service.account.apiKey, MEETING_ASSISTANT_BASE_URL: service.account.baseUrl, ...environment },
	});
}

async function run(args: readonly string[], environment?: Readonly<Record<string, string>>, input = '', output?: number) {
	return await ended(start(args, environment, output), input);
}

async function ended(child: ChildProcess, input = '') {
	child.stdin?.on('error', () => {});
	child.stdin?.end(input);
	const [out, err]: [string[], string[]] = [[], []];
	child.stdout?.on('data', (data: Buffer) => out.push(data.toString()));
	child.stderr?.on('data', (data: Buffer) => err.push(data.toString()));
	const code = await new Promise<number | null>((done) => child.once('close', done));
	return { code, out: out.join(''), err: err.join('') };
}

/** The environment of a person with one meeting of yesterday: the hour’s requests of the others would not last. */
async function withOneMeeting() {
	const { userId, apiKey } = service.sandbox.account();
	const startTime = new Date(Date.now() - 86_400_000).toISOString();
	await service.sandbox.importMeeting(userId, { text: 'Priya: I will send the plan to Nora by Friday.', filename: 'a.txt', title: 'Standup', startTime, generateKeyPoints: true });
	return { MEETING_ASSISTANT_API_KEY: apiKey };
}

const creditsLeft = async () => (await service.client.user.profile()).data.apiUsage.aiGenerations.remaining ?? NaN;
const titles = (json: string): unknown[] => json.trim().split('\n').map((line) => JSON.parse(line).title);

describe('Help', () => {
	test('lists every operation, and what needs --yes', async () => {
		const { code, out, err } = await run(['--help'], { MEETING_ASSISTANT_API_KEY: '' });
		expect([code, err]).toEqual([0, '']);
		for (const { words, operation } of commands) expect(out).toMatch(new RegExp(`^  ${words} +\\S[^\\n]*${permissionOf(operation) === null ? '[^)]' : '\\(--yes: .*\\)'}$`, 'm'));
	});

	test('has the short options that people try', async () => {
		expect((await run(['-h'])).out).toBe((await run(['--help'])).out);
		expect((await run(['conversation', 'draft-email', '-h'])).out).toMatch(/^Usage: meeting-assistant conversation draft-email /);
		expect((await run(['help', 'conversation', 'draft-email'])).out).toBe((await run(['conversation', 'draft-email', '-h'])).out);
		expect((await run(['conversation', 'get-all', '-h'])).out).toContain('--no-external for the opposite.');
		expect((await run(['-v'])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
		expect((await run(['conversation', 'draft-email', '-v'])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
	});

	test('says of a command what it takes and costs, in the words of the command line', async () => {
		const { code, out } = await run(['conversation', 'draft-email', '--help']);
		expect(code).toBe(0);
		expect(out).toMatch(/^Usage: meeting-assistant conversation draft-email <conversation-id> \[options\]\n/);
		expect(out).toMatch(/AI credits: 1\. Needs --yes\./);
		expect(out).toMatch(/^  --tone <choice> /m);
		expect(out).toMatch(/^  --conversation-id <id> .*“meeting-assistant conversation get-all”/m);
	});

	test('lists each option once, and it goes with what the help says', async () => {
		const { out } = await run(['insight', 'prepare-for-meeting', '--help']);
		expect(out.match(/^  --look-back-days /gm)).toHaveLength(1);
		const environment = await withOneMeeting();
		for (const target of [['--company', 'quillbrook.example'], ['--topic', 'pilot']]) {
			expect(await run(['insight', 'prepare-for-meeting', ...target, '--look-back-days', '30'], environment)).toMatchObject({ code: 0 });
		}
	});
});

describe('A command', () => {
	test('prints text for people, and takes choices as people say them', async () => {
		const { code, out } = await run(['action-item', 'find', '--period', 'last 7 days', '--owner', 'Priya', '--priority', 'Low,medium']);
		expect(code).toBe(0);
		expect(out).toMatch(/^item: (?!Priya Raman: ).+\nowner: Priya Raman\n/);
		expect(out.match(/^item: /gm)?.length).toBe(4);
	});

	test('takes words for what its options leave open, in their order', async () => {
		expect(await run(['conversation', 'rename', '--conversation-id', id, 'Quillbrook pilot', '--yes', '--json'])).toMatchObject({ code: 0, out: expect.stringContaining('"Quillbrook pilot"') });
	});

	test('may follow the options that all commands have', async () => {
		const whole = await run(['user', 'get-profile', '--json']);
		expect(JSON.parse(whole.out)).toMatchObject({ plan: expect.any(String) });
		expect(await run(['--json', 'user', 'get-profile'])).toEqual(whole);
		const two = await run(['conversation', 'get-all', '--search', 'Weekly', '--limit', '2', '--json']);
		expect(titles(two.out)).toEqual(['Weekly 0', 'Weekly 1']);
		expect(await run(['--limit', '2', 'conversation', '--json', 'get-all', '--search', 'Weekly'])).toEqual(two);
		expect((await run(['--help', 'conversation', 'get-all'])).out).toMatch(/^Usage: meeting-assistant conversation get-all /);
	});

	test('refuses options that rule each other out, as agents’ tools do, and names those like a misspelled one', async () => {
		const both = await run(['action-item', 'find', '--period', 'yesterday', '--days', '3']);
		expect(both).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/--days.*so leave out either “--period” or “--days”/) });
		expect(await run(['action-item', 'find', '--perid', 'yesterday'])).toMatchObject({ code: 2, err: expect.stringMatching(/^There is no option --perid\. There is --period\.\nUsage: /) });
		expect(await run(['action-item', 'find', '-x'])).toMatchObject({ code: 2, err: expect.stringMatching(/^There is no option -x\.\nUsage: /) });
	});

	test('prints the text of a transcript', async () => {
		expect((await run(['conversation', 'get-transcript', id])).out).toMatch(/^\[00:00:00\] Nora Feld: Morning, Priya\./);
	});

	test('prints passages with their meeting', async () => {
		expect((await run(['insight', 'search-transcripts', 'scanners', '--limit', '1'])).out).toMatch(/^conversationTitle: \S+/m);
	});

	test('prints whole results as JSON, one in a line', async () => {
		const { out } = await run(['conversation', 'get-transcript', id, '--json']);
		expect(JSON.parse(out)).toMatchObject({ segments: expect.arrayContaining([expect.objectContaining({ speaker: 'Nora Feld' })]) });
	});

	test('leaves out of a text what a calendar sent, which says the same again', async () => {
		service.sandbox.connectCalendar(service.userId, 'google');
		const start = { dateTime: new Date(Date.now() + 3_600_000).toISOString(), timeZone: 'UTC' };
		service.sandbox.addCalendarEvent(service.userId, { id: 'review', summary: 'Review', start, end: start });
		expect((await run(['calendar-event', 'get-all'])).out).toMatch(/^(?=[^]*^title: Review$)(?![^]*^raw:)/m);
		expect(JSON.parse((await run(['calendar-event', 'get-all', '--json'])).out)).toMatchObject({ raw: { summary: 'Review' } });
	});

	test('takes what it printed before from a file, or from standard input', async () => {
		const sync = (...args: readonly string[]) => ['action-item', 'sync', '--json', ...args];
		const before = await run(sync());
		expect(before.out.trim().split('\n').length).toBeGreaterThan(1);
		const long = `${before.out}${' '.repeat(200_000)}`;
		writeFileSync(join(installed.folder, 'synced.jsonl'), long);
		expect(await run(sync('--synced-before', '@synced.jsonl'))).toMatchObject({ code: 0, out: '' });
		expect(await run(sync('--synced-before', '@-'), {}, long)).toMatchObject({ code: 0, out: '' });
		expect(await run(sync('--synced-before', before.out))).toMatchObject({ code: 0, out: '' });
		expect(await run(sync('--synced-before', '@none.jsonl'))).toMatchObject({ code: 2, err: expect.stringMatching(/^--synced-before: the file cannot be read: ENOENT.*none\.jsonl/) });
		expect(await run(sync('--synced-before', before.out.slice(0, -20)))).toMatchObject({ code: 2, err: expect.stringContaining('no valid JSON') });
		const lines = before.out.trim().split('\n');
		expect(await run(sync('--synced-before', before.out.replace(`${lines[1]}`, `${lines[1]?.slice(0, 30)}`)))).toMatchObject({ code: 2, err: expect.stringMatching(/^“--synced-before” cannot be used: its line 2 is no valid JSON, perhaps because it was cut off\. Remove line 2 to use the others\./) });
	});

	test.each<[string, (text: string) => Buffer]>([
		['UTF-8 with a mark', (text) => Buffer.from(`\uFEFF${text}`)],
		['UTF-16, as PowerShell writes it', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
		['big-endian UTF-16', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
		['two files in one, each with its mark', (text) => Buffer.from(`\uFEFF${text}\uFEFF${text}`)],
	])('reads a file in %s', async (_, encoded) => {
		const [sync, environment] = [['action-item', 'sync', '--json'], await withOneMeeting()];
		const { out } = await run(sync, environment);
		expect(out).toContain('dedupeKey');
		writeFileSync(join(installed.folder, 'marked.jsonl'), encoded(out));
		expect(await run([...sync, '--synced-before', '@marked.jsonl'], environment)).toMatchObject({ code: 0, out: '' });
	});

	test('sends no more requests than allowed, also where it only asks', async () => {
		const sent = ({ err }: { readonly err: string }) => err.match(/^meeting-assistant GET \S+$/gm)?.length;
		const debug = { ...(await withOneMeeting()), MEETING_ASSISTANT_DEBUG: '1' };
		const draft = ['insight', 'draft-follow-ups', '--day', 'yesterday'];
		const asked = await run(draft, debug);
		const needed = sent(asked) ?? NaN;
		expect([asked.code, asked.err]).toEqual([1, expect.stringContaining('Add --yes to do this.')]);
		for (const allowed of [1, needed - 1]) {
			const cut = await run([...draft, '--max-requests', String(allowed)], debug);
			expect([cut.code, sent(cut)]).toEqual([1, allowed]);
			expect(cut.err).toMatch(new RegExp(`This run has used up its ${allowed} requests?\\. Change --max-requests or --reserve-requests to allow more, or ask for less at once\\.\n$`));
		}
		expect((await run([...draft, '--max-requests', String(needed)], debug)).err).toContain('Add --yes to do this.');
	});

	test('logs its requests where the environment asks for it', async () => {
		const { code, out, err } = await run(['conversation', 'get-all', '--json', '--limit', '1'], { MEETING_ASSISTANT_DEBUG: '1' });
		expect([code, titles(out)]).toEqual([0, ['Quillbrook pilot']]);
		expect(err).toMatch(/^meeting-assistant GET (\S+)\nmeeting-assistant GET \1 200 in \d+ ms, \d+ of \d+ requests left\n$/);
		expect(err).not.toContain(service.account.apiKey);
	});

	(existsSync('/dev/full') ? test : test.skip)('fails where its results cannot be written', async () => {
		expect(await run(['conversation', 'get-all', '--json'], {}, '', openSync('/dev/full', 'w'))).toMatchObject({ code: 1, err: expect.stringMatching(/^The results could not be written: .*ENOSPC/) });
		expect(await run(['--help'], {}, '', openSync('/dev/full', 'w'))).toMatchObject({ code: 1, err: expect.stringContaining('could not be written') });
	});

	(existsSync('/bin/sh') ? test : test.skip)('fails where only some of its results can be written, and cuts none of them off', async () => {
		const file = join(installed.folder, 'cut.jsonl');
		const whole = await run(['conversation', 'get-all', '--json']);
		const limited = 'trap "" XFSZ; ulimit -f 8; exec "$0" "$@" > cut.jsonl';
		const { code, err } = await ended(start(['conversation', 'get-all', '--json'], {}, 'pipe', ['/bin/sh', '-c', limited]));
		expect([code, err]).toEqual([1, expect.stringMatching(/^The results could not be written: EFBIG/)]);
		const written = readFileSync(file, 'utf8');
		expect(titles(written).length).toBeGreaterThan(0);
		expect(whole.out.startsWith(written)).toBe(true);
	});

	test('stops a list after 50 results and says so, unless all are wanted', async () => {
		const some = await run(['conversation', 'get-all', '--json']);
		expect([titles(some.out).length, some.err]).toEqual([50, 'Stopped after 50 results. Add --limit or --all for more.\n']);
		const three = await run(['conversation', 'get-all', '--json', '--limit', '3']);
		expect([titles(three.out), three.err]).toEqual([['Quillbrook pilot', 'Weekly 0', 'Weekly 1'], '']);
		expect(titles((await run(['conversation', 'get-all', '--json', '--all'])).out)).toHaveLength(61);
	});

	test('ends quietly once its reader has seen enough', async () => {
		const child = start(['conversation', 'get-all', '--all']);
		const errors: string[] = [];
		child.stderr?.on('data', (data: Buffer) => errors.push(data.toString()));
		child.stdout?.once('data', () => child.stdout?.destroy());
		expect([await new Promise((done) => child.once('close', done)), errors.join('')]).toEqual([0, '']);
	});

	test('is cancelled by Ctrl-C', async () => {
		const server = await scripted(['silence']);
		const child = start(['conversation', 'get-all'], { MEETING_ASSISTANT_BASE_URL: server.url });
		while (server.seen.length === 0) await new Promise((done) => setTimeout(done, 20));
		child.kill('SIGINT');
		expect(await new Promise((done) => child.once('close', done))).toBe(130);
	});
});

describe('What uses an AI credit', () => {
	const drafting = ['insight', 'draft-follow-ups', '--day', 'yesterday', '--min-minutes', '0', '--json', '--yes'];

	/** Somebody with three meetings of yesterday, the earliest first. */
	async function withThreeMeetings() {
		const { userId, apiKey } = service.sandbox.account();
		const ids: string[] = [];
		for (const minutes of [3, 2, 1]) {
			const startTime = new Date(Date.now() - 86_400_000 - minutes * 1000).toISOString();
			const { conversationId } = await service.sandbox.importMeeting(userId, { text: 'Priya: I will send the plan to Nora.', filename: 'a.txt', title: `Call ${3 - minutes}`, startTime, generateKeyPoints: false });
			ids.push(conversationId);
		}
		const used = async (): Promise<number> => (await service.connect({ apiKey }).user.profile()).data.apiUsage.aiGenerations.used;
		return { ids, used, environment: { MEETING_ASSISTANT_API_KEY: apiKey } };
	}

	test('may be lost if Ctrl-C comes in between, which is said', async () => {
		const { ids, environment } = await withThreeMeetings();
		const fault = service.sandbox.faults.add({ kind: 'slow-first-byte', path: `/api/v1/conversations/${ids[1]}/email`, delayMs: 60_000 });
		const child = start(drafting, environment);
		let said = '';
		child.stderr?.on('data', (data: Buffer) => (said += data.toString()));
		while (service.sandbox.faults.list().find(({ id }) => id === fault.id)?.injected === 0) await new Promise((done) => setTimeout(done, 20));
		child.kill('SIGINT');
		expect(await new Promise((done) => child.once('close', done))).toBe(130);
		expect(said).toContain('The request may have been processed, which would have used an AI credit.');
	});

	test('is printed as soon as it exists, so that a killed process has lost nothing', async () => {
		const { ids, environment } = await withThreeMeetings();
		const fault = service.sandbox.faults.add({ kind: 'slow-first-byte', path: `/api/v1/conversations/${ids[1]}/email`, delayMs: 60_000 });
		const child = start(drafting, environment);
		const lines: string[] = [];
		child.stdout?.on('data', (data: Buffer) => void lines.push(data.toString()));
		while (service.sandbox.faults.list().find(({ id }) => id === fault.id)?.injected === 0) await new Promise((done) => setTimeout(done, 20));
		child.kill('SIGKILL');
		await new Promise((done) => child.once('close', done));
		expect(lines.join('').trim().split('\n').map((line) => JSON.parse(line).conversationId)).toEqual([ids[0]]);
	});

	(existsSync('/dev/full') ? test : test.skip)('is not asked for any more once it cannot be written', async () => {
		const { used, environment } = await withThreeMeetings();
		const full = await run(drafting, environment, '', openSync('/dev/full', 'w'));
		expect(full).toMatchObject({ code: 1, err: expect.stringMatching(/^The results could not be written: .*ENOSPC.*\. 1 AI credit was used, and what was not written may be lost\.?\n$/) });
		expect(await used()).toBe(1);
	});

	test('is not asked for any more once its reader has left', async () => {
		const { used, environment } = await withThreeMeetings();
		const child = start(drafting, environment);
		const errors: string[] = [];
		child.stderr?.on('data', (data: Buffer) => errors.push(data.toString()));
		child.stdout?.destroy();
		expect([await new Promise((done) => child.once('close', done)), errors.join('')]).toEqual([1, expect.stringContaining('1 AI credit was used')]);
		expect(await used()).toBe(1);
	});

	(process.platform === 'win32' ? test.skip : test)('is not asked for where nobody can read it', async () => {
		const { used, environment } = await withThreeMeetings();
		expect(await run(drafting, environment, '', openSync('/dev/null', 'w'))).toMatchObject({ code: 1, err: 'Nothing was done, because the output is closed or discarded, so what the AI writes would be lost.\n' });
		expect(await used()).toBe(0);
	});

	test('says without --yes what it would cost, for which meeting, and does nothing', async () => {
		const before = await creditsLeft();
		const { code, out, err } = await run(['conversation', 'draft-email', id, '--tone', 'concise']);
		expect([code, out]).toEqual([1, '']);
		expect(err).toMatch(/^Draft follow-up email\nMeeting: “Quillbrook pilot”, .*\nUses 1 AI credit\. \d+ are left of this month’s \d+, at most a third of which can be used in one day\.\nTone: Concise\n[^]*Nothing was done\. Add --yes to do this\.\n$/);
		expect(await creditsLeft()).toBe(before);
	});

	test('needs no --yes where there is nothing to do', async () => {
		expect(await run(['insight', 'draft-follow-ups', '--day', 'date', '--date', '2020-01-01'])).toMatchObject({ code: 0, err: expect.stringContaining('There are no meetings to follow up') });
	});

	test('needs no --yes where what is saved is free, and names the price of another one', async () => {
		const before = await creditsLeft();
		expect(await run(['key-points', 'generate', id])).toMatchObject({ code: 0, out: expect.stringMatching(/\S/), err: '' });
		expect(await run(['key-points', 'generate', id, '--force-refresh', 'true'])).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/Uses 1 AI credit\. [^]*\nReplace the saved result with a new one, for one AI credit every time\.\n\nNothing was done/) });
		const missing = await run(['feedback', 'generate', id]);
		expect(missing).toMatchObject({ code: 1, out: '', err: expect.stringContaining('Uses 1 AI credit. ') });
		expect(missing.err).not.toContain('Replace');
		await run(['feedback', 'generate', id, '--yes']);
		expect(await run(['feedback', 'generate', id])).toMatchObject({ code: 0, out: expect.stringContaining('overallScore: ') });
		expect(before - (await creditsLeft())).toBe(1);
	});

	test('is not done for all where a variable that should choose is empty', async () => {
		const before = await creditsLeft();
		writeFileSync(join(installed.folder, 'empty.txt'), '\n');
		const draft = (...more: readonly string[]) => run(['insight', 'draft-follow-ups', '--day', 'yesterday', '--yes', ...more]);
		for (const option of ['conversation-ids', 'max-drafts', 'reserve-credits', 'reserve-requests', 'max-requests', 'time-zone', 'min-minutes', 'tone']) {
			expect(await draft(`--${option}`, '')).toMatchObject({ code: 2, out: '', err: expect.stringMatching(`^--${option} is empty\\. Leave it out to do without it\\.\nUsage: `) });
		}
		expect(await draft('--conversation-ids= ')).toMatchObject({ code: 2, err: expect.stringContaining('--conversation-ids is empty.') });
		expect(await draft('--conversation-ids', '@empty.txt')).toMatchObject({ code: 2, err: expect.stringContaining('--conversation-ids is empty.') });
		expect(await run(['conversation', 'get-all', '--participant', ''])).toMatchObject({ code: 2, err: expect.stringContaining('--participant is empty.') });
		expect(await run(['action-item', 'find', '--owner', ''])).toMatchObject({ code: 2, err: expect.stringContaining('--owner is empty.') });
		expect(await run(['conversation', 'ask', '', 'When?', '--yes'])).toMatchObject({ code: 2, err: expect.stringContaining('“--conversation-id” cannot be used: it is empty.') });
		expect(await creditsLeft()).toBe(before);
		expect(await run(['insight', 'draft-follow-ups', '--day', 'yesterday', '--drafted-before', ''])).toMatchObject({ code: 1, err: expect.stringContaining('Add --yes to do this.') });
		expect(await run(['action-item', 'sync', '--synced-before', '', '--limit', '1'])).toMatchObject({ code: 0 });
	});

	test('says that no credit is left, or may be spent, instead of offering to spend one', async () => {
		const { userId, apiKey } = service.sandbox.account({ plan: 'starter' });
		const { conversationId } = await service.sandbox.importMeeting(userId, { text: 'Priya: We ship on Friday.', filename: 'a.txt', title: 'Standup', generateKeyPoints: false });
		const ask = (...more: readonly string[]) => run(['conversation', 'ask', conversationId, 'When?', ...more], { MEETING_ASSISTANT_API_KEY: apiKey });
		expect(await ask('--reserve-credits', '100000')).toMatchObject({ code: 1, err: expect.stringMatching(/^Only [\d,]+ AI credits are left and 100,000 are reserved, so nothing was spent\./) });
		service.sandbox.useCreditsInApplication(userId, 100_000);
		const { code, err } = await ask();
		expect([code, err]).toEqual([1, 'No AI credits are left, so nothing was spent. “meeting-assistant user get-profile” shows when they renew.\n']);
	});

	test('is done with --yes, or if the environment allows it, for one credit', async () => {
		const before = await creditsLeft();
		expect(await run(['conversation', 'draft-email', id, '--yes'])).toMatchObject({ code: 0, out: expect.stringMatching(/^Follow-up: Quillbrook pilot\n\nHello/) });
		expect(await run(['conversation', 'ask', id, 'When does the pilot start?'], { MEETING_ASSISTANT_ALLOW: 'spend' })).toMatchObject({ code: 0 });
		expect(before - (await creditsLeft())).toBe(2);
	});

	test('is refused where the environment only allows reading', async () => {
		const { code, err } = await run(['conversation', 'delete', id, '--yes'], { MEETING_ASSISTANT_READ_ONLY: 'true' });
		expect([code, err]).toEqual([1, 'Nothing was done, because MEETING_ASSISTANT_READ_ONLY is set.\n']);
		for (const value of ['1', 'YES', 'on']) expect((await run(['conversation', 'delete', id, '--yes'], { MEETING_ASSISTANT_READ_ONLY: value })).err).toBe(err);
		expect(await run(['user', 'get-profile'], { MEETING_ASSISTANT_READ_ONLY: 'please' })).toMatchObject({ code: 2, err: expect.stringMatching(/^MEETING_ASSISTANT_READ_ONLY: it takes true or false\./) });
		expect((await service.client.transcript.get({ id })).data.segments.length).toBeGreaterThan(0);
	});
});

test('a webhook is named by where it leads, and one that does not exist is not asked about', async () => {
	const { data: { id: webhookId } } = await service.client.webhooks.register({ url: 'https://hooks.example.com/meetings', events: ['transcript.ready'] });
	for (const command of ['send-test', 'delete']) {
		expect(await run(['webhook', command, webhookId])).toMatchObject({ code: 1, err: expect.stringMatching(/\nWebhook: https:\/\/hooks\.example\.com\/meetings\n[^]*Add --yes/) });
		expect(await run(['webhook', command, 'wh_0'])).toMatchObject({ code: 1, err: 'There is no webhook with the ID “wh_0”. Check the ID. “meeting-assistant webhook get-all” returns the existing ones.\n' });
	}
});

describe('A failure', () => {
	test('says what to do next, with a command to run', async () => {
		const { code, out, err } = await run(['conversation', 'get-transcript', 'conv_none']);
		expect([code, out]).toEqual([1, '']);
		expect(err).toMatch(/not found\. Check the ID\. “meeting-assistant conversation get-all” returns the existing IDs/);
	});

	test('of a list that a limit cuts short comes after what was read', async () => {
		const { code, out, err } = await run(['insight', 'search-transcripts', 'scanners', '--period', 'last7Days', '--json', '--max-requests', '4']);
		expect([code, err]).toEqual([1, expect.stringContaining('Change --max-requests')]);
		expect(JSON.parse(out.split('\n')[0] ?? '')).toMatchObject({ conversationTitle: expect.any(String) });
	});

	test.each([
		[['meeting'], /There is no “meeting”\. There is action-item, /],
		[['action-item'], /^“action-item” needs an operation\. There is action-item find, /],
		[['action-item', 'find', '--perod', 'today'], /--perod.*\n?.*Usage: meeting-assistant action-item find/s],
		[['action-item', 'find', '--period', 'sometime'], /“--period” cannot be used: it must be one of custom, last30Days/],
		[['conversation', 'get-transcript'], /“conversation-id” is missing\.\nUsage: meeting-assistant conversation get-transcript <conversation-id>/],
		[['conversation', 'get-all', '--limit', 'ten'], /--limit takes a whole number of at least 1/],
		[['conversation', 'get-all', '--limit', '-5'], /--limit takes a whole number of at least 1/],
		[['--json'], /^There is no command\. It starts with one of action-item, /],
		[['--search', 'pilot', 'conversation', 'get-all'], /^There is no command\. .*, webhook\. Its options come after it\n$/],
		[['--limit', 'user', 'get-profile'], /There is no “get-profile”/],
		[['conversation', 'rename', 'conv_1', 'A', 'title'], /one word too many: “title”\. Put a value of several words into quotes/],
		[['conversation', 'delete', 'conv_2', '--conversation-id', 'conv_1', '--yes'], /one word too many: “conv_2”/],
		[['insight', 'prepare-for-meeting', 'Marcus'], /one word too many: “Marcus”\. All it takes are options: --prepare-for, --person, /],
		[['webhook', 'get-all', 'mine'], /one word too many: “mine”\. All it takes are options: those of all commands/],
		[['conversation', 'get-all', '--external', 'false'], /--external takes no value: it is --external or --no-external\./],
		[['conversation', 'get-all', '--external=false'], /--external takes no value: it is --external or --no-external\./],
		[['conversation', 'get-all', '--no-external=true'], /--no-external takes no value: it is --external or --no-external\./],
		[['conversation', 'get-all', '--without-calendar-event'], /There is no option --without-calendar-event\. There is --with-calendar-event, --no-with-calendar-event\./],
		[['conversation', 'get-all', '--no-search'], /There is no option --no-search/],
		[['conversation', 'get-all', '--limit', '1', '--all'], /--limit and --all rule each other out/],
	])('of usage exits with 2: %j', async (args, said) => {
		const { code, out, err } = await run(args);
		expect([code, out]).toEqual([2, '']);
		expect(err).toMatch(said);
	});

	test('without a key says which variable is missing, and never shows one', async () => {
		expect(await run(['user', 'get-profile'], { MEETING_ASSISTANT_API_KEY: '' })).toMatchObject({ code: 1, err: expect.stringContaining('MEETING_ASSISTANT_API_KEY is not set') });
		const { code, out, err } = await run(['user', 'get-profile'], { MEETING_ASSISTANT_API_KEY: 'svc_wrong_key' });
		expect(code).toBe(1);
		expect(`${out}${err}`).not.toContain('svc_wrong_key');
		expect((await run(['user', 'get-profile'], { MEETING_ASSISTANT_API_KEY: `svc_${'0'.repeat(32)}` })).err).toContain('Set MEETING_ASSISTANT_API_KEY to a valid key.');
	});
});

test('titles cannot command the terminal', async () => {
	await service.client.conversations.rename({ id, title: 'Pilot \u001b[31m\u001b[2J\u001b]0;owned\u0007' });
	const { out } = await run(['conversation', 'get-all', '--search', 'Pilot', '--limit', '1']);
	expect(out).toContain('title: Pilot');
	expect(out).not.toMatch(/[\u001b\u0007]/);
});
