import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { controls } from '../../../sandbox/control/index.ts';
import { openDb } from '../../../sandbox/db/open.ts';
import { startSandbox } from '../../../sandbox/index.ts';
import { mirrorAccount } from '../../../sandbox/mirror/index.ts';
import { rehearsal, run, UNTIL, workflow } from './support.ts';

const MINUTES = 60_000;

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'rehearsal-account-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

/** A sandbox database with one meeting on Wednesday, 18 November, and somebody else's account. */
async function database(): Promise<string> {
	const file = join(folder, 'own.sqlite');
	let now = Date.parse('2026-11-18T09:00:00Z');
	const sandbox = await startSandbox({ database: file, now: () => now });
	const { userId } = sandbox.account({ email: 'own@quillbrook.example', timezone: 'America/New_York' });
	sandbox.account({ email: 'other@quillbrook.example' });
	const text = 'WEBVTT\n\n00:00.000 --> 00:10.000\n<v Nora>Hello.\n\n29:50.000 --> 30:00.000\n<v Tom>I will send the offer tomorrow.\n';
	now += 32 * MINUTES;
	await sandbox.importMeeting(userId, { filename: 'a.vtt', text, title: 'Offer', startTime: '2026-11-18T09:00:00Z', generateKeyPoints: true });
	await sandbox.stop();
	return file;
}

test('a sandbox database is replayed in its time, and stays as it is', async () => {
	const file = await database();
	const before = hashOf(file);
	const words = ['--db', file, '--user', 'own@quillbrook.example', '--days', '5'];
	const { code, report } = await rehearsal('test/hosts/rehearsal/workflows/slack-webhook.json', words);
	expect(hashOf(file)).toBe(before);
	expect(code).toBe(0);
	expect(report.timezone).toBe('America/New_York');
	expect(report.calendar.map(({ date }) => date)).toEqual(['2026-11-18']);
	const [day] = report.calendar;
	expect(day?.happened).toEqual(['Conversation Created', 'Transcript Ready', 'Key Points Ready', 'Summary Ready', 'Action Items Ready'].map((event) => `${event} “Offer”`));
	expect(day?.runs).toMatchObject([{ at: Date.parse('2026-11-18T09:32:00Z'), why: 'Action Items Ready “Offer”', status: 'success' }]);
	expect(report.usage.credits).toMatchObject({ workflow: 0, application: 1 });
	expect(day?.runs[0]?.effects).toMatchObject([{ kind: 'message', body: expect.stringContaining('I will send the offer tomorrow') }]);
}, 3 * MINUTES);

test('meetings that were imported later are replayed as if their key points had been saved after each, with the AI credit', async () => {
	const file = join(folder, 'imported.sqlite');
	const imported = Date.parse('2026-11-20T12:00:00Z');
	const sandbox = await startSandbox({ database: file, now: () => imported });
	const { userId } = sandbox.account({ timezone: 'UTC' });
	const text = '[00:00] Nora: Hello, Tom.\n[29:00] Tom: I will send the offer tomorrow.\n';
	const starts = ['2026-11-13T09:00:00Z', '2026-11-16T09:00:00Z', '2026-11-17T09:00:00Z', '2026-11-18T09:00:00Z'];
	// The last one, as a meeting that is imported while it takes place, ends after its key points were saved.
	for (const startTime of [...starts, '2026-11-20T12:00:00Z']) await sandbox.importMeeting(userId, { filename: 'a.txt', text, title: startTime, startTime, generateKeyPoints: true });
	await sandbox.stop();
	const { report } = await rehearsal('examples/follow-up-email.json', ['--db', file, '--days', '5']);
	expect(report.calendar.flatMap(({ date, runs }) => runs.map(() => date))).toEqual(['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-20']);
	expect(report.usage.credits).toMatchObject({ workflow: 4, application: 4, wantedPerDay: 2 });
	expect(report.usage.credits.months).toMatchObject([{ before: 1 }]);
	expect(report.notes).toContain('1 meeting of the account ended before or after this period and started nothing. To include it, choose more days, up to 92, with --days, or another end with --until.');
}, 3 * MINUTES);

test('meetings imported just before the end are in the figures, though no poll came in between, and a plan that would not last a month is named', async () => {
	const file = join(folder, 'just-imported.sqlite');
	const sandbox = await startSandbox({ database: file, now: () => Date.parse('2026-11-20T16:55:00Z') });
	const { userId } = sandbox.account({ timezone: 'UTC' });
	const text = '[00:00] Nora: Hello, Tom.\n[29:00] Tom: I will send the offer tomorrow.\n';
	// Key points of the first are hours late: polls ask for them at growing intervals.
	for (const startTime of ['2026-11-20T08:00:00Z', '2026-11-20T16:20:00Z', '2026-11-20T16:24:00Z']) await sandbox.importMeeting(userId, { filename: 'a.txt', text, title: startTime, startTime, generateKeyPoints: true });
	await sandbox.stop();
	const { report, code } = await rehearsal('examples/follow-up-email.json', ['--db', file, '--days', '1']);
	expect(code).toBe(0);
	expect(report.sent).toEqual([{ name: 'Send Email', kind: 'email', count: 3 }]);
	expect(report.usage.requests.byNode).toContainEqual({ name: 'After a Call', count: expect.any(Number) });
	expect(report.usage.requests.hours.filter(({ at }) => at > Date.parse('2026-11-20T18:00:00Z')).every(({ requests }) => requests <= 2)).toBe(true);
	expect(report.problems).toMatchObject([{ kind: 'planTooSmall', isFailure: false, what: expect.stringMatching(/^At this rate, the Professional plan would not do: 180 of 100 AI credits a month, extrapolated from 1 day/) }]);
	expect(report.sentence).toMatch(/No limit breaks in these days, .*no run fails\. At this rate, the Professional plan would not do/);
}, 3 * MINUTES);

test('a meeting in which nobody promised anything starts no workflow that waits for action items, and nothing is missing', async () => {
	const file = join(folder, 'no-items.sqlite');
	const sandbox = await startSandbox({ database: file, now: () => Date.parse('2026-11-18T12:00:00Z') });
	const { userId } = sandbox.account({ timezone: 'UTC' });
	await sandbox.importMeeting(userId, { filename: 'a.txt', text: '[00:00] Nora: Hello.\n[29:00] Tom: Good morning.\n', title: 'Hello', startTime: '2026-11-18T09:00:00Z', generateKeyPoints: true });
	await sandbox.stop();
	const { report } = await rehearsal('test/hosts/rehearsal/workflows/slack-webhook.json', ['--db', file, '--days', '5']);
	expect(report.problems).toMatchObject([{ kind: 'neverStarts', what: 'Nothing that “Action Items Ready” waits for happened in these days' }]);
}, 3 * MINUTES);

test('a database with several users requires naming one', async () => {
	const { err, code } = await run('packages/rehearsal/main.ts', ['test/hosts/rehearsal/workflows/slack-webhook.json', '--db', join(folder, 'own.sqlite')]);
	expect(code).toBe(2);
	expect(err).toContain('has 2 users. Choose one with --user');
}, MINUTES);

test('on a plan without webhooks, the workflow could not be published, with what to do', async () => {
	const file = join(folder, 'starter.sqlite');
	const sandbox = await startSandbox({ database: file, now: () => Date.parse(UNTIL) });
	sandbox.account({ plan: 'starter' });
	await sandbox.stop();
	const { code, report } = await rehearsal('test/hosts/rehearsal/workflows/slack-webhook.json', ['--db', file, '--days', '1']);
	expect(code).toBe(1);
	expect(report.problems).toMatchObject([{ kind: 'notPublished', node: 'Action Items Ready', what: expect.stringMatching(/Professional/) }]);
}, 3 * MINUTES);

test('Remove Duplicates remembers from one execution to the next, so that an event found twice is mailed once', async () => {
	const twice = JSON.parse(readFileSync(workflow('mails-everyone-twice'), 'utf8'));
	const parameters = { operation: 'removeItemsSeenInPreviousExecutions', logic: 'removeItemsWithAlreadySeenKeyValues', dedupeValue: '={{ $json.dedupeKey }}', options: {} };
	twice.nodes.push({ id: 'once', name: 'Once', type: 'n8n-nodes-base.removeDuplicates', typeVersion: 2, position: [0, 0], parameters });
	const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	twice.connections = { 'When It Happens': to('Once'), 'Every Hour': to('Once'), Once: to('Tell Everyone') };
	const file = join(folder, 'once.json');
	writeFileSync(file, JSON.stringify(twice));
	const { report } = await rehearsal(file, ['--days', '10']);
	expect(report.problems).toEqual([]);
	const mailed = report.calendar.flatMap((day) => day.runs).flatMap((one) => one.effects).map(({ title }) => title);
	expect(mailed.length).toBeGreaterThan(5);
	expect(new Set(mailed).size).toBe(mailed.length);
}, 3 * MINUTES);

test('a mirrored account is rehearsed like the account itself', async () => {
	const now = () => Date.parse(UNTIL);
	const original = await startSandbox({ now });
	const copy = join(folder, 'mirror.sqlite');
	const db = openDb(copy);
	try {
		const { user } = await original.perform(controls.everything.addSample, {});
		const { key } = await original.perform(controls.keys.create, { user });
		const sleep = async () => undefined;
		const { complete } = await mirrorAccount({ db, baseUrl: original.url, apiKey: key, now, sleep, onWait: () => undefined, onProgress: () => undefined, onKey: () => undefined });
		expect(complete).toBe(true);
	} finally {
		db.close();
		await original.stop();
	}
	const example = 'test/hosts/rehearsal/workflows/slack-webhook.json';
	const weeks = ['--days', '16'];
	const [own, mirrored] = await Promise.all([rehearsal(example, weeks), rehearsal(example, ['--db', copy, ...weeks])]);
	expect(mirrored.code).toBe(0);
	expect(mirrored.report.runs).toBeGreaterThan(5);
	expect([mirrored.report.runs, mirrored.report.sent, mirrored.report.usage.requests.total]).toEqual([own.report.runs, own.report.sent, own.report.usage.requests.total]);
	expect(mirrored.report.calendar.flatMap(({ runs }) => runs.flatMap(({ effects }) => effects.map(({ body }) => body)))).toEqual(own.report.calendar.flatMap(({ runs }) => runs.flatMap(({ effects }) => effects.map(({ body }) => body))));
}, 5 * MINUTES);
