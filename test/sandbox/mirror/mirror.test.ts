import { readFileSync, statSync } from 'node:fs';
import { controls } from '../../../sandbox/control/index.ts';
import { bothAnswers, file, original } from './support.ts';

jest.setTimeout(120_000);

type Original = Awaited<ReturnType<typeof original>>;

/** The mirror, served, answers as the original. */
async function expectSame(at: Original): Promise<number> {
	const copy = await at.serve();
	const { originally, copied, count } = await bothAnswers(at, copy);
	expect(copied).toEqual(originally);
	await copy.stop();
	return count;
}

test('a served mirror answers every GET as the original does, and was made by reading alone, newest meetings first', async () => {
	const at = await original('sample');
	const report = await at.run();
	expect(report).toMatchObject({ complete: true, memory: true, calendar: 'connected', problems: [], deleted: 0 });
	expect(report.meetings).toBeGreaterThan(10);
	expect(at.sent.map(({ method }) => method).filter((method) => method !== 'GET')).toEqual([]);
	expect(at.sent.filter(({ path }) => path.endsWith('/keypoints')).map(({ path }) => path.split('/')[4])).toEqual(await idsOf(at.service, at.key));
	expect(await expectSame(at)).toBeGreaterThan(80);
});

test('the key of the account is nowhere in the files, which only their owner can read; the copy has a key of its own', async () => {
	const at = await original();
	const db = (await import('../../../sandbox/db/open.ts')).openDb(at.database);
	await at.run();
	db.sql.run`DELETE FROM keys WHERE hash = ''`;
	for (const suffix of ['', '-wal', '-shm']) {
		expect(statSync(at.database + suffix).mode & 0o777).toBe(0o600);
		expect(readFileSync(at.database + suffix).includes(at.key.slice(4))).toBe(false);
	}
	db.close();
	expect(at.keys).toEqual([expect.stringMatching(/^svc_[0-9a-f]{32}$/)]);
	await at.run();
	expect(at.keys).toHaveLength(1);
	const copy = await at.serve();
	expect((await fetch(`${copy.url}/api/v1/user/profile`, { headers: { Authorization: `Bearer ${at.key}` } })).status).toBe(401);
});

test('runs that are stopped again and again get ahead, and read nothing twice but what may have changed', async () => {
	const at = await original('sample');
	let stops = 0;
	for (const stopAfter of [0, 1, 2, 3, 5, 11, 23]) {
		await expect(at.run({ stopAfter })).rejects.toThrow();
		stops += 1;
	}
	expect((await at.run()).complete).toBe(true);
	const transcripts = at.sent.filter(({ path }) => path.endsWith('/transcript')).map(({ path }) => path);
	// A request that was cut off is repeated.
	expect(transcripts.length - new Set(transcripts).size).toBeLessThanOrEqual(stops);
	await expectSame(at);

	// Missing parts are read before parts that are read again, which take turns.
	const { conversationId } = await at.service.importMeeting(at.userId, { ...file, title: 'New', startTime: '2026-01-01T08:00:00Z' });
	const before = at.sent.length;
	for (const stopAfter of [9, 9, 9]) await expect(at.run({ stopAfter })).rejects.toThrow();
	const results = at.sent.slice(before).filter(({ path }) => /transcript|keypoints|feedback/.test(path)).map(({ path }) => path);
	expect(results[0]).toContain(conversationId);
	expect(results.length).toBeGreaterThan(10);
	expect(new Set(results).size).toBe(results.length);
});

test('it leaves half of the requests per hour that the plan allows, also when started again within the hour', async () => {
	const at = await original('sample');
	at.service.updateUser(at.userId, { plan: 'starter' });
	await expect(at.run({ stopAfter: 12 })).rejects.toThrow();
	expect((await at.run()).complete).toBe(true);
	expect(at.busiestHour()).toBeGreaterThan(40);
	expect(at.busiestHour()).toBeLessThanOrEqual(50);
	expect(at.waits.length).toBeGreaterThanOrEqual(1);
	await expectSame(at);
});

test('when others use up the hour, it waits until the service takes requests again', async () => {
	const at = await original();
	at.service.faults.add({ kind: 'rate-limited', path: '/api/v1/conversations/{id}/transcript', count: 2 });
	at.service.faults.add({ kind: 'provider-busy', path: '/api/v1/contacts', count: 3 });
	const report = await at.run();
	expect(report.complete).toBe(true);
	expect(at.sent.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(3);
	expect(at.waits[0]).toBeGreaterThanOrEqual(Date.parse('2026-03-02T10:00:00Z'));
	await expectSame(at);
});

test('the next run reads what is new, changed or deleted, and little else', async () => {
	const at = await original();
	const first = await at.run();
	at.clock.advance(40 * 86_400_000);
	const call = (method: string, path: string, body?: object) => fetch(`${at.service.url}/api/v1/conversations${path}`, { method, headers: { Authorization: `Bearer ${at.key}` }, ...(body && { body: JSON.stringify(body) }) });
	const { data } = (await (await call('GET', '?limit=100')).json()) as { data: { id: string }[] };
	const [renamed = '', deleted = ''] = data.map(({ id }) => id);
	await call('PATCH', `/${renamed}`, { title: 'Renamed' });
	await call('DELETE', `/${deleted}`);
	const { conversationId } = await at.service.importMeeting(at.userId, { ...file, title: 'New', generateKeyPoints: true, attendees: [{ email: 'ana@ruiz.example', name: 'Ana Ruiz' }] });
	const before = at.sent.length;
	const report = await at.run();
	expect(report).toMatchObject({ complete: true, deleted: 1, meetings: first.meetings });
	const asked = at.sent.slice(before).map(({ path }) => path);
	expect(asked.filter((path) => /transcript|keypoints|feedback/.test(path)).every((path) => path.includes(conversationId))).toBe(true);
	expect(asked.length).toBeLessThanOrEqual(20);
	await expectSame(at);

	await call('POST', `/${conversationId}/keypoints`, { forceRefresh: true });
	await call('POST', `/${conversationId}/feedback`);
	await at.run();
	await expectSame(at);
});

test('action items resolved at the service are resolved in the copy', async () => {
	const at = await original();
	await at.run();
	const threads = (await (await fetch(`${at.service.url}/api/v1/contacts/unresolved-threads?limit=100`, { headers: { Authorization: `Bearer ${at.key}` } })).json()) as { data: { sessionId: string; hash: string }[] };
	const [one, , other] = threads.data;
	at.service.setActionItem(one?.sessionId ?? '', one?.hash ?? '', 'resolved');
	at.service.setActionItem(other?.sessionId ?? '', other?.hash ?? '', 'dismissed');
	await at.run();
	await expectSame(at);
});

test('a meeting that is deleted while it is copied is removed', async () => {
	const at = await original();
	const { data } = (await (await fetch(`${at.service.url}/api/v1/conversations?limit=100`, { headers: { Authorization: `Bearer ${at.key}` } })).json()) as { data: { id: string }[] };
	const last = data.at(-1)?.id ?? '';
	await expect(at.run({ stopAfter: 12 })).rejects.toThrow();
	await fetch(`${at.service.url}/api/v1/conversations/${last}`, { method: 'DELETE', headers: { Authorization: `Bearer ${at.key}` } });
	const report = await at.run();
	expect(report).toMatchObject({ complete: true, deleted: 1, meetings: data.length - 1 });
	await expectSame(at);
});

test('an empty account, and one without memory and calendar', async () => {
	const empty = await original('empty');
	expect(await empty.run()).toMatchObject({ complete: true, meetings: 0, calendar: 'none' });
	await expectSame(empty);
	const starter = await original();
	starter.service.updateUser(starter.userId, { plan: 'starter' });
	starter.service.connectCalendar(starter.userId, null);
	expect(await starter.run()).toMatchObject({ complete: true, memory: false, calendar: 'none', problems: [] });
	await expectSame(starter);
});

test('a calendar whose access was revoked, and one that is full', async () => {
	const revoked = await original('empty');
	revoked.service.connectCalendar(revoked.userId, 'google');
	revoked.service.revokeCalendar(revoked.userId);
	expect(await revoked.run()).toMatchObject({ complete: true, calendar: 'revoked' });
	await expectSame(revoked);
	const full = await original('empty');
	full.service.connectCalendar(full.userId, 'microsoft');
	const at = (hour: number) => new Date(Date.parse('2026-03-01T00:00:00Z') + hour * 3_600_000).toISOString().slice(0, 19);
	for (let event = 0; event < 130; event += 1) {
		const hour = Math.floor(event / 3) * 5;
		full.service.addCalendarEvent(full.userId, { id: `e${event}`, subject: `Event ${event}`, start: { dateTime: at(hour), timeZone: 'UTC' }, end: { dateTime: at(hour + 1), timeZone: 'UTC' }, attendees: [] });
	}
	expect(await full.run()).toMatchObject({ complete: true, calendar: 'connected' });
	expect(full.sent.filter(({ path }) => path.includes('calendar'))).toHaveLength(3);
	await expectSame(full);
});

/** The IDs of the meetings, newest first. */
async function idsOf({ url }: { readonly url: string }, key = ''): Promise<string[]> {
	const page = async (offset: number) => ((await (await fetch(`${url}/api/v1/conversations?limit=100&offset=${offset}`, { headers: { Authorization: `Bearer ${key}` } })).json()) as { data: { id: string }[] }).data;
	return [...(await page(0)), ...(await page(100))].map(({ id }) => id);
}

test('neighbouring meetings of which every read fails keep no other from being copied, and are read by the next run', async () => {
	const at = await original();
	const [one = '', other = ''] = await idsOf(at.service, at.key);
	at.service.faults.add({ kind: 'internal-error', path: `/api/v1/conversations/${one}/*` });
	at.service.faults.add({ kind: 'truncated-json', path: `/api/v1/conversations/${other}/*` });
	const report = await at.run();
	expect(report.complete).toBe(false);
	expect(report.problems.length).toBeGreaterThanOrEqual(5);
	expect(report.problems.filter((problem) => !problem.includes(one) && !problem.includes(other))).toEqual([]);
	const read = new Set(at.sent.filter(({ path, status }) => path.endsWith('/keypoints') && status < 500 && !path.includes(other)).map(({ path }) => path));
	expect(read.size).toBe(report.meetings - 2);
	at.service.faults.clear();
	expect(await at.run()).toMatchObject({ complete: true, problems: [] });
	await expectSame(at);
});

test('a part that fails every time hides no new meeting', async () => {
	const at = await original();
	const [one = ''] = await idsOf(at.service, at.key);
	at.service.faults.add({ kind: 'truncated-json', path: `/api/v1/conversations/${one}/transcript` });
	expect((await at.run()).complete).toBe(false);
	await at.service.importMeeting(at.userId, { ...file, title: 'New' });
	const { meetings, complete } = await at.run();
	expect([meetings, complete]).toEqual([(await idsOf(at.service, at.key)).length, false]);
	at.service.faults.clear();
	expect((await at.run()).complete).toBe(true);
	await expectSame(at);
});

test.each<[string, (at: Original) => void, (at: Original) => void]>([
	['fails at everything', (at) => at.service.faults.add({ kind: 'unavailable' }), (at) => at.service.faults.clear()],
	['refuses everything, as after a downgrade to the Free plan', (at) => at.service.updateUser(at.userId, { plan: 'free' }), (at) => at.service.updateUser(at.userId, { plan: 'professional' })],
])('a service that %s ends the run, and what was read is kept', async (_what, start, end) => {
	const at = await original('sample');
	let reads = 0;
	const run = at.run({
		async before(path) {
			if (path.endsWith('/transcript') && (reads += 1) === 3) start(at);
		},
	});
	await expect(run).rejects.toThrow(/^The service failed 10 times in a row/);
	expect(at.sent.length).toBeLessThan(60);
	end(at);
	expect((await at.run()).complete).toBe(true);
	await expectSame(at);
});

test('a service that is always busy for one read does not keep the run waiting for ever', async () => {
	const at = await original();
	const [one = ''] = await idsOf(at.service, at.key);
	at.service.faults.add({ kind: 'provider-busy', path: `/api/v1/conversations/${one}/keypoints` });
	const report = await at.run();
	expect(report.problems).toEqual([expect.stringContaining(`Key points of ${one}: `)]);
	at.service.faults.clear();
	expect((await at.run()).complete).toBe(true);
	await expectSame(at);
});

/** An account with more meetings than fit on a page, all copied. */
async function twoPages() {
	const at = await original('empty');
	for (let meeting = 0; meeting < 102; meeting += 1) {
		await at.service.importMeeting(at.userId, { text: 'Ana: Hello.', filename: 'call.txt', title: `Meeting ${meeting}`, startTime: new Date(Date.parse('2026-02-01T08:00:00Z') + meeting * 3_600_000).toISOString() });
	}
	at.service.updateUser(at.userId, { plan: 'enterprise' });
	expect(await at.run()).toMatchObject({ complete: true, meetings: 102 });
	return at;
}

test('a list that changes while it is read is read again, and nothing is taken for deleted until the next run', async () => {
	const at = await twoPages();
	const [, deleted = ''] = await idsOf(at.service, at.key);
	const report = await at.run({
		async before(path) {
			if (path.includes('/conversations?') && !path.includes('offset=0')) await fetch(`${at.service.url}/api/v1/conversations/${deleted}`, { method: 'DELETE', headers: { Authorization: `Bearer ${at.key}` } });
		},
	});
	expect(report).toMatchObject({ complete: true, deleted: 0 });
	expect(await at.run()).toMatchObject({ complete: true, deleted: 1, meetings: 101 });
});

test('a list that cannot be read keeps nothing else from being read', async () => {
	const at = await original();
	at.service.faults.add({ kind: 'internal-error', path: '/api/v1/conversations', count: 3 });
	expect(await at.run()).toMatchObject({ complete: false, deleted: 0, problems: [expect.stringMatching(/^List of meetings: /)], calendar: 'connected' });
	expect(await at.run()).toMatchObject({ complete: true });
	await expectSame(at);
});

test('a key that is refused changes nothing, and no error names it', async () => {
	const at = await original();
	const wrong = `svc_${'a'.repeat(32)}`;
	await expect(at.run({ apiKey: wrong })).rejects.toThrow(/unauthorized/);
	await at.run({ apiKey: wrong }).catch((error: unknown) => expect(JSON.stringify(error) + String(error)).not.toContain(wrong));
	expect(at.keys).toEqual([]);
});

test('a database with other contents is refused and left unchanged', async () => {
	const at = await original();
	const db = (await import('../../../sandbox/db/open.ts')).openDb(at.database);
	db.close();
	const served = await at.serve();
	await served.perform(controls.everything.addSample, {});
	await served.stop();
	await expect(at.run()).rejects.toThrow(/already holds other accounts/);
	const [mine, other] = [await original(), await original('empty')];
	await mine.run();
	const { openDb } = await import('../../../sandbox/db/open.ts');
	const { mirrorAccount } = await import('../../../sandbox/mirror/index.ts');
	const opened = openDb(mine.database);
	const quiet = { onProgress: () => {}, onWait: () => {}, onKey: () => {}, sleep: async () => {}, now: mine.clock.now };
	await expect(mirrorAccount({ db: opened, baseUrl: other.service.url, apiKey: other.key, ...quiet })).rejects.toThrow(/is the mirror of/);
	opened.close();
	await expectSame(mine);
});

test('a disk that is full ends the run with what SQLite says, and the next one goes on', async () => {
	const at = await original('sample');
	const { openDb } = await import('../../../sandbox/db/open.ts');
	const db = openDb(at.database);
	// Limits the pages for this connection only.
	db.sql.get`PRAGMA max_page_count = 60`;
	await expect(at.run({ db })).rejects.toThrow(/database or disk is full/);
	db.close();
	const read = at.sent.length;
	expect(await at.run()).toMatchObject({ complete: true, problems: [] });
	expect(read).toBeGreaterThan(5);
	await expectSame(at);
});

test('after everything in the copy was deleted, the next run copies everything again', async () => {
	const at = await original();
	const first = await at.run();
	const copy = await at.serve();
	await copy.perform(controls.everything.reset, {});
	await copy.stop();
	expect((await at.run()).requests).toBe(first.requests);
	await expectSame(at);
});
