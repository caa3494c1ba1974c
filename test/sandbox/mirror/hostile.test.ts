import { createServer } from 'node:http';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { openDb } from '../../../sandbox/db/open.ts';
import { listContacts } from '../../../sandbox/db/contacts.ts';
import { listUsers } from '../../../sandbox/db/users.ts';
import { exportAccount } from '../../../sandbox/mirror/index.ts';
import { mirrorOf, NOW } from './support.ts';

jest.setTimeout(60_000);

const KEY = `svc_${'0'.repeat(32)}`;
const profile = {
	profile: { name: 'V\u001b[31m\n', email: 'V@Lind.example', timezone: 'Nowhere/None', language: '', profilePictureUrl: null, createdAt: NOW },
	subscription: { tier: 'enterprise', status: null, currentPeriodEnd: null },
	apiUsage: { aiGenerations: { used: 1e12, limit: null, remaining: null, resetsAt: NOW } },
};
const meeting = (id: unknown, more: object = {}) => ({ id, title: `---\n"${String(id)}" ../..\\ 👩‍👧 ]] | --`, startTime: NOW, endTime: NOW, duration: 1, segmentCount: 20, linkedCalendarEventId: null, ...more });
const contact = (id: string, email: string) => ({ id, email, displayName: '../../.ssh/[[x]]|#^\u202e', companyDomain: null, meetingCount: 1, firstSeenAt: null, lastSeenAt: NOW });
const ids = ['../../etc/passwd', 'CON', 'a"b', 'x'.repeat(4000), 'conv_1', '\u0000', '__proto__', "'; DROP TABLE users; --"];

/** Answers by the end of the path; anything else is “not found”. */
async function serviceOf(answers: (path: string, query: URLSearchParams) => unknown) {
	const server = createServer((request, response) => {
		const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
		const answer = answers(decodeURIComponent(pathname.replace('/api/v1/', '')), searchParams);
		response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
		response.end(JSON.stringify(answer ?? { error: { code: 'not_found', message: 'Not found.' } }));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const stop = () => new Promise<void>((resolve) => void (server.closeAllConnections(), server.close(() => resolve())));
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

test('hostile IDs, names and shapes are copied as data or left out and said, and are exported inside the folder', async () => {
	const service = await serviceOf((path) => {
		if (path === 'user/profile') return { data: profile };
		if (path === 'conversations') return { data: [...ids.map((id) => meeting(id)), meeting(7), null, 'x', meeting('late', { startTime: 'yesterday' }), meeting('no-end', { endTime: 5, segmentCount: 'many' })], pagination: { total: 1e9 } };
		if (path === 'contacts') return { data: [contact('../c', 'a@x.example'), contact('c2', 'A@x.example'), { id: 'c3' }, null], pagination: { total: 2, limit: 200, offset: 0 } };
		if (path.endsWith('/keypoints')) return { data: { id: 'other', title: 'x', keypoints: { sections: 'none' }, createdAt: 'never' } };
		if (path.endsWith('/transcript')) return { data: { id: 'other', segments: [{ text: '<!-- x -->\n---\n%%', speaker: '[[x]]', timestamp: NOW }] } };
		if (path.endsWith('/briefing')) return { data: { contact: null } };
		if (path.endsWith('unresolved-threads')) return { data: [{ sessionId: 'conv_1' }], total: 1 };
		if (path.endsWith('calendar/events')) return { data: [null, { id: 1 }, { id: 'e', summary: 's', start: { dateTime: 'x' }, end: {} }] };
		return undefined;
	});
	const at = mirrorOf(service.url, KEY);
	const report = await at.run();
	expect(report.complete).toBe(false);
	expect(report.problems.join('\n')).toMatch(/4 meetings in the list[\s\S]*2 contacts[\s\S]*3 calendar events[\s\S]*Key points of/);
	// Answers that could not be stored count as unread: the next run tries again, and reports them again.
	expect((await at.run()).problems).toEqual(report.problems);
	expect(report.meetings).toBe(ids.length + 1);
	const db = openDb(at.database);
	const [user] = listUsers(db);
	expect(listUsers(db, 'v@LIND.example')).toEqual([user]);
	const folder = join(at.folder, 'notes');
	exportAccount(db, user!, folder);
	db.close();
	expect(readdirSync(at.folder).filter((name) => !name.startsWith('mirror.sqlite'))).toEqual(['notes']);
	const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
	expect(files).toHaveLength(2 * (ids.length + 1) + ids.length + 2 + 1);
	await service.stop();
});

/** A service with these meetings and contacts, copied and exported twice. */
async function exportedFrom(meetings: readonly object[], contacts: readonly object[]) {
	const list = (data: readonly object[]) => ({ data, pagination: { total: data.length, limit: 200, offset: 0 } });
	const service = await serviceOf((path) => {
		if (path === 'user/profile') return { data: profile };
		if (path === 'conversations') return list(meetings);
		if (path === 'contacts') return list(contacts);
		if (path.endsWith('/transcript')) return { data: { id: 'x', segments: [{ text: 'Half: \ud83d', speaker: '\udc00', timestamp: NOW }] } };
		return undefined;
	});
	const at = mirrorOf(service.url, KEY);
	await at.run();
	await service.stop();
	const folder = join(at.folder, 'notes');
	const again = () => {
		const db = openDb(at.database);
		const [user] = listUsers(db);
		const done = exportAccount(db, user!, folder);
		db.close();
		return done;
	};
	return { again, folder, first: again(), people: () => readdirSync(join(folder, 'People')).sort(), read: (path: string) => readFileSync(join(folder, path), 'utf8') };
}

test('notes of people are named after addresses: nobody takes over another’s, and none shares one', async () => {
	const named = (email: string, displayName: string | null = null) => ({ ...contact(email, email), displayName });
	const long = `${'x'.repeat(60)}`;
	const { first, again, folder, people, read } = await exportedFrom(
		[meeting('conv_1')],
		[
			...[named('ben@a.example', 'Ben'), named('ben@b.example', 'Ben'), named('mallory@evil.example', 'Ben (ben@a.example)'), named('m@evil.example', 'ben@a.example')],
			...[named(`${long}1@a.example`, 'Longest'), named(`${long}2@a.example`, 'Longest'), named(`${'ü'.repeat(90)}@a.example`, '👩‍👧'.repeat(80)), named('aux.müller@a.example', 'AUX.Müller'), named('AUX.x@a.example')],
			...[named('Ben@a.example', 'Ben'), named('../../x@a.example', '..')],
		],
	);
	expect(first.people).toBe(11);
	expect(new Set(people().map((name) => name.toLowerCase())).size).toBe(11);
	expect(people().filter((name) => /^(aux|con|nul)\.|[^\p{L}\p{N}@._+-]/iu.test(name) || Buffer.byteLength(name) > 255)).toEqual([]);
	expect(read('People/ben@a.example.md')).toMatch(/^title: "Ben"$/m);
	writeFileSync(join(folder, 'People', 'ben@a.example.md'), `${read('People/ben@a.example.md')}Mine.`);
	expect(again().written).toBe(0);
	expect(read('People/ben@a.example.md')).toMatch(/Mine\.$/);
	expect(read('People/mallory@evil.example.md')).not.toContain('Mine');
});

test('times that no calendar has, and half characters, are exported, and written only once', async () => {
	const { first, again, read } = await exportedFrom(
		[
			...[meeting('conv_1', { title: 'Half \ud83d' }), meeting('conv_2', { endTime: '-271821-04-20T00:00:00.000Z' }), meeting('conv_3', { endTime: '+275760-09-13T00:00:00.000Z' })],
			...[meeting('conv_4', { endTime: null, duration: 1e300 }), meeting('conv_5', { startTime: '-271821-04-20T00:00:00.000Z' })],
		],
		[{ ...contact('c', 'a@x.example'), displayName: 'Half \udc00' }],
	);
	expect(first.meetings).toBe(4);
	expect(read('JSON/Meetings/conv_2.json')).toContain('"startTime": "2026-');
	expect(again().written).toBe(0);
});

test('endless lists end', async () => {
	let count = 0;
	const many = (size: number) => Array.from({ length: size }, () => (count += 1));
	const service = await serviceOf((path, query) => {
		if (path === 'user/profile') return { data: profile };
		if (path === 'conversations') return { data: many(100).map((id) => meeting(`conv_${id % 700}`, { segmentCount: 0 })), pagination: { total: 1e9 } };
		if (path === 'contacts') return { data: [], pagination: { total: 0 }, reason: 'no-brain' };
		if (path.endsWith('calendar/events')) {
			const start = Date.parse(query.get('timeMin') ?? '');
			const moment = (ms: number) => ({ dateTime: new Date(ms).toISOString() });
			return { data: many(50).map((id) => ({ id: `e${id}`, summary: 's', start: moment(start), end: moment(start + 1) })) };
		}
		return undefined;
	});
	const at = mirrorOf(service.url, KEY);
	const report = await at.run();
	expect(report).toMatchObject({ complete: false, meetings: 700, memory: false });
	expect(at.sent.filter(({ path }) => path.includes('calendar')).length).toBeLessThanOrEqual(500);
	await service.stop();
});

test('contacts that move between two pages are all kept, and only who is gone is removed', async () => {
	const people = Array.from({ length: 205 }, (_, index) => contact(`c${index}`, `p${index}@x.example`));
	let removals = 0;
	const service = await serviceOf((path, query) => {
		if (path === 'user/profile') return { data: profile };
		if (path === 'conversations') return { data: [], pagination: { total: 0, limit: 100, offset: 0 } };
		if (path.endsWith('/briefing')) return { data: { contact: contact('x', 'x@x.example'), summary: null, summaryGeneratedAt: null, recentMeetings: [], openActionItems: [], recentDecisions: [] } };
		if (path.endsWith('unresolved-threads')) return { data: [], total: 0 };
		if (path !== 'contacts') return undefined;
		const offset = Number(query.get('offset'));
		const answer = { data: people.slice(offset, offset + 200), pagination: { total: people.length, limit: 200, offset } };
		// Removed once the first page has been read, a single time.
		if (offset === 0 && removals === 1) people.splice(3, 1);
		removals += offset === 0 ? 1 : 0;
		return answer;
	});
	const at = mirrorOf(service.url, KEY);
	expect(await at.run()).toMatchObject({ complete: true, problems: [] });
	expect(await at.run()).toMatchObject({ complete: true, problems: [] });
	expect(await at.run()).toMatchObject({ complete: true, problems: [] });
	const db = openDb(at.database);
	const [user] = listUsers(db);
	expect(listContacts(db, user!.id, '', 1000, 0).map(({ id }) => id).sort()).toEqual(people.map(({ id }) => id).sort());
	db.close();
	await service.stop();
});

test('an address that is not the service is reported as such, and nothing is kept', async () => {
	const service = await serviceOf(() => ({ data: { hello: 'world' } }));
	const at = mirrorOf(service.url, KEY);
	await expect(at.run()).rejects.toThrow(/differs from the API description/);
	expect(at.keys).toEqual([]);
	await service.stop();
});
