import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join, posix } from 'node:path';
import { MeetingAssistantApi } from '../../../credentials/MeetingAssistantApi.credentials.ts';
import { MeetingAssistant } from '../../../nodes/MeetingAssistant/MeetingAssistant.node.ts';
import { MeetingAssistantPollingTrigger } from '../../../nodes/MeetingAssistantPollingTrigger/MeetingAssistantPollingTrigger.node.ts';
import { MeetingAssistantTrigger } from '../../../nodes/MeetingAssistantTrigger/MeetingAssistantTrigger.node.ts';
import { pack, root, type UnpackedPackage } from './packed.ts';

const provided = ['n8n-workflow', 'node:crypto'];

let packed: UnpackedPackage;

beforeAll(() => {
	packed = pack();
}, 120_000);

afterAll(() => rmSync(packed.folder, { recursive: true, force: true }));

const read = (path: string) => readFileSync(join(packed.directory, path), 'utf8');
const scripts = () => packed.files.filter((path) => path.endsWith('.js'));

test('n8n’s scanner finds no error in the sources and none in the published package', () => {
	// Under NODE_ENV=test, which jest sets, n8n's rules ignore file names.
	const env = { ...process.env, NODE_ENV: 'production' };
	const scan = ['scripts/package/scan.mjs', root, packed.directory];
	const report = execFileSync('node', scan, { cwd: root, env, encoding: 'utf8' });
	expect(JSON.parse(report)).toEqual({ source: { passed: true }, published: { passed: true } });
});

test('the published package holds what runs and what describes it, no sources and no tests', () => {
	const about = ['package.json', 'README.md', 'LICENSE', 'dist/THIRD-PARTY-NOTICES.md'];
	const unexpected = packed.files.filter((path) => !about.includes(path) && !/^dist\/.+\.(js|svg|json)$/.test(path));
	expect(unexpected).toEqual([]);
	expect(packed.files).toEqual(expect.arrayContaining(about));
});

test('the published code requires only what n8n provides and its own files', () => {
	expect(scripts()).not.toEqual([]);
	const required = scripts().flatMap((path) => [...read(path).matchAll(/\b(?:require|import)\(\s*['"]([^'"]+)['"]/g)]);
	const names = new Set(required.map(([, name]) => name));
	expect([...names].filter((name) => !name?.startsWith('.') && !provided.includes(name ?? ''))).toEqual([]);
});

test('every node and credential loads where only n8n is, and exports the class named as its file', () => {
	const { n8n } = JSON.parse(read('package.json'));
	const entries: string[] = [...n8n.nodes, ...n8n.credentials];
	const load = `
		require('n8n-workflow');
		const start = performance.now();
		const loaded = process.argv.slice(1).map((path) => Object.keys(require(path)));
		console.log(JSON.stringify({ loaded, milliseconds: Math.round(performance.now() - start) }));
	`;
	const paths = entries.map((path) => join(packed.directory, path));
	const env = { ...process.env, NODE_PATH: packed.host };
	const output = execFileSync('node', ['-e', load, ...paths], { cwd: packed.folder, env, encoding: 'utf8' });
	const { loaded, milliseconds } = JSON.parse(output);
	const classNames = entries.map((path) => path.replace(/^.*\/|\..*$/g, ''));
	classNames.forEach((name, index) => expect(loaded[index]).toContain(name));
	const size = (packed.packedBytes / 1000).toFixed(1);
	process.stdout.write(`packed ${size} kB, all entries required in ${milliseconds} ms\n`);
});

test('the published form of every node and credential is the one that the sources render', () => {
	const sources = [MeetingAssistant, MeetingAssistantTrigger, MeetingAssistantPollingTrigger, MeetingAssistantApi];
	const print = `
		const load = (path) => require(path)[path.replace(/.*\\/|\\..*/g, '')];
		console.log(JSON.stringify(process.argv.slice(1).map((path) => new (load(path))())));
	`;
	const { n8n } = JSON.parse(read('package.json'));
	const byName = (name: string) => [...n8n.nodes, ...n8n.credentials].find((path: string) => path.includes(`/${name}.`));
	const paths = sources.map(({ name }) => join(packed.directory, byName(name)));
	const env = { ...process.env, NODE_PATH: packed.host };
	const output = execFileSync('node', ['-e', print, ...paths], { cwd: packed.folder, env, encoding: 'utf8' });
	const expected = sources.map((Entry) => JSON.parse(JSON.stringify(new Entry())));
	expect(JSON.parse(output)).toEqual(expected);
});

test('loading an entry loads no code that only a run needs', () => {
	const entries = scripts().filter((path) => /\.(node|credentials)\.js$/.test(path));
	const loadedAtOnce = (path: string): string[] => [...read(path).matchAll(/^const .*\brequire\('(\.[^']+)'\)/gm)].map(([, chunk = '']) => posix.join(posix.dirname(path), chunk));
	expect(entries).toHaveLength(4);
	// The three nodes share the few lines that load the credential's test when it is wanted.
	const shared = 'dist/chunks/testedBy.js';
	expect(new Set(entries.flatMap(loadedAtOnce))).toEqual(new Set([shared]));
	expect(loadedAtOnce(shared)).toEqual([]);
});

test('what the published package registers is what the repository has', () => {
	const { n8n } = JSON.parse(read('package.json'));
	const built = packed.files.filter((path) => /\.(node|credentials)\.js$/.test(path));
	expect([...n8n.nodes, ...n8n.credentials].sort()).toEqual(built.sort());
});
