import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { openDb } from '../../../sandbox/db/open.ts';
import { listUsers } from '../../../sandbox/db/users.ts';
import { exportAccount, type Exported } from '../../../sandbox/mirror/index.ts';
import { original } from './support.ts';

jest.setTimeout(60_000);

async function exported() {
	const at = await original('sample');
	const report = await at.run();
	const folder = join(at.folder, 'notes');
	const again = (): Exported => {
		const db = openDb(at.database);
		const [user] = listUsers(db);
		if (user === undefined) throw new Error('no user');
		const done = exportAccount(db, user, folder);
		db.close();
		return done;
	};
	return { at, report, folder, again, first: again(), names: (part: string) => readdirSync(join(folder, part)).sort(), read: (path: string) => readFileSync(join(folder, path), 'utf8') };
}

test('every meeting, transcript and person is a note, and every link between them leads to one', async () => {
	const { report, first, names, read, folder } = await exported();
	expect(first.meetings).toBe(report.meetings);
	expect([names('Meetings').length, names('Transcripts').length, names('People').length]).toEqual([first.meetings, first.transcripts, first.people]);
	const notes = ['Meetings', 'Transcripts', 'People'].flatMap((part) => names(part).map((name) => ({ name: name.replace(/\.md$/, ''), text: read(`${part}/${name}`) })));
	const known = new Set(notes.map(({ name }) => name));
	for (const { text } of notes) {
		const [, properties = ''] = text.split(/^---$/m);
		expect(parse(properties)).toMatchObject({ title: expect.any(String), tags: expect.any(Array), id: expect.any(String) });
	}
	const targets = notes.flatMap(({ text }) => [...text.matchAll(/\[\[([^\]|]+)/g)].map(([, target = '']) => target));
	// Key points also name people who are not contacts.
	const contacts = names('People').map((name) => name.replace(/\.md$/, ''));
	expect(targets.filter((target) => contacts.includes(target)).length).toBeGreaterThan(20);
	expect(targets.filter((target) => target.startsWith('conv_') && !known.has(target))).toEqual([]);
	expect(contacts.every((name) => name.includes('@'))).toBe(true);
	expect(statSync(join(folder, 'Meetings')).mode & 0o777).toBe(0o700);
	expect(statSync(join(folder, 'Meetings', names('Meetings')[0] ?? '')).mode & 0o777).toBe(0o600);
});

test('the JSON contains the API’s answers', async () => {
	const { at, names, read } = await exported();
	const get = async (path: string) => ((await (await fetch(`${at.service.url}/api/v1/${path}`, { headers: { Authorization: `Bearer ${at.key}` } })).json()) as { data?: unknown }).data ?? null;
	const list = (await get('conversations?limit=100')) as { id: string }[];
	for (const conversation of list) {
		const { id } = conversation;
		const [transcript, keyPoints, feedback] = await Promise.all(['transcript', 'keypoints', 'feedback'].map((part) => get(`conversations/${id}/${part}`)));
		expect(JSON.parse(read(`JSON/Meetings/${id}.json`))).toEqual({ conversation, transcript, keyPoints, feedback });
	}
	expect(names('JSON/Meetings')).toHaveLength(list.length);
	expect(JSON.parse(read('JSON/account.json'))).toMatchObject({ profile: { email: at.user }, contacts: expect.any(Array), calendarEvents: expect.any(Array) });
});

test('what a person wrote in a note is kept, and files that did not change are not touched', async () => {
	const { again, folder, names, read } = await exported();
	const [name = ''] = names('Meetings');
	const path = join(folder, 'Meetings', name);
	const text = read(`Meetings/${name}`);
	writeFileSync(path, `${text.replace('# ', '# Old ')}My own words.\n`);
	utimesSync(join(folder, 'Meetings', names('Meetings')[1] ?? ''), 1, 1);
	expect(again().written).toBe(1);
	expect(readFileSync(path, 'utf8')).toBe(`${text}My own words.\n`);
	expect(statSync(join(folder, 'Meetings', names('Meetings')[1] ?? '')).mtimeMs).toBe(1000);
	expect(again().written).toBe(0);
});

test('a folder with the name of a note, and links that lead out of the folder, are refused with what to do', async () => {
	const { at, again, folder, names } = await exported();
	const [name = ''] = names('Meetings');
	const outside = join(at.folder, 'outside');
	mkdirSync(outside);
	rmSync(join(folder, 'Meetings', name));
	mkdirSync(join(folder, 'Meetings', name));
	expect(again).toThrow(`${join(folder, 'Meetings', name)} is a folder, and the export needs that name for a file`);
	rmSync(join(folder, 'Meetings', name), { recursive: true });
	writeFileSync(join(outside, 'private.md'), 'private');
	symlinkSync(join(outside, 'private.md'), join(folder, 'Meetings', name));
	expect(again).toThrow('is a link that leads out of the folder');
	rmSync(join(folder, 'Meetings'), { recursive: true });
	symlinkSync(outside, join(folder, 'Meetings'));
	expect(again).toThrow(`${join(folder, 'Meetings')} is a link that leads out of the folder`);
	expect(readdirSync(outside)).toEqual(['private.md']);
	rmSync(join(folder, 'Meetings'));
	writeFileSync(join(folder, 'Meetings'), '');
	expect(again).toThrow('is not a folder');
	rmSync(join(folder, 'Meetings'));
	symlinkSync(join(outside, 'nowhere'), join(folder, 'Meetings'));
	expect(again).toThrow(`${join(folder, 'Meetings')} is a link that leads out of the folder`);
	rmSync(join(folder, 'Meetings'));
	// The folder that the link leads to lacks one of the export.
	rmSync(join(folder, 'JSON'), { recursive: true });
	symlinkSync(outside, join(folder, 'JSON'));
	expect(again).toThrow(`${join(folder, 'JSON')} is a link that leads out of the folder`);
	expect(readdirSync(outside)).toEqual(['private.md']);
	rmSync(join(folder, 'JSON'));
	expect(again().written).toBeGreaterThan(0);
});

test('a note in another encoding is left as it is, since what a person wrote into it would be damaged', async () => {
	const { again, folder, names } = await exported();
	const file = join(folder, 'Meetings', names('Meetings')[0] ?? '');
	writeFileSync(file, Buffer.from('Grüße', 'latin1'));
	expect(again).toThrow(`${file} is not UTF-8 text`);
	expect(readFileSync(file, 'latin1')).toBe('Grüße');
});
