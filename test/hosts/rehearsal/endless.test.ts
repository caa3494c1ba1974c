import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from '../../../packages/rehearsal/report/report.ts';
import { rehearsal, rehearsals } from './support.ts';

const MINUTES = 60_000;

let folder: string;
let reports: ReadonlyMap<string, Report>;

interface Node {
	readonly name: string;
	readonly type: string;
	readonly typeVersion?: number;
	readonly parameters: object;
	readonly onError?: string;
}

const base = 'n8n-nodes-base.';
const schedule = (field: string): Node => ({ name: 'Schedule', type: `${base}scheduleTrigger`, typeVersion: 1.2, parameters: { rule: { interval: [{ field, ...(field === 'seconds' && { secondsInterval: 1 }) }] } } });
const set = (name: string, value: string): Node => ({ name, type: `${base}set`, typeVersion: 3.4, parameters: { assignments: { assignments: [{ id: '1', name: 'text', type: 'string', value }] }, includeOtherFields: true, options: {} } });
const code = (jsCode: string, parameters: object = {}, name = 'Code'): Node => ({ name, type: `${base}code`, typeVersion: 2, parameters: { jsCode, ...parameters } });
const mail: Node = { name: 'Mail', type: `${base}emailSend`, typeVersion: 2.1, parameters: { fromEmail: 'a@quillbrook.example', toEmail: 'b@quillbrook.example', subject: '={{ $json.text }}', emailFormat: 'text', text: '={{ $now }}' } };
const called: Node = { name: 'Called', type: `${base}executeWorkflowTrigger`, typeVersion: 1.1, parameters: { inputSource: 'passthrough' } };
const calls = (value: string, cachedResultName = ''): Node => ({ name: 'Call', type: `${base}executeWorkflow`, typeVersion: 1.2, parameters: { workflowId: { __rl: true, mode: 'list', value, cachedResultName }, mode: 'once', options: {} } });

/** A file with nodes in a row. */
function inRow(name: string, nodes: readonly Node[], id?: string): string {
	const connections = Object.fromEntries(nodes.slice(1).map((node, index) => [nodes[index]?.name, { main: [[{ node: node.name, type: 'main', index: 0 }]] }]));
	const file = join(folder, `${name}.json`);
	writeFileSync(file, JSON.stringify({ ...(id && { id }), name, nodes, connections }));
	return file;
}

const failures = ({ calendar }: Report) => calendar.flatMap(({ runs }) => runs.flatMap(({ failure }) => failure ?? []));
const effects = ({ calendar }: Report) => calendar.flatMap(({ runs }) => runs.flatMap((run) => run.effects));
const subjects = (report: Report) => effects(report).filter(({ kind }) => kind === 'email').map(({ title }) => title);

const all = code(`const memory = $getWorkflowStaticData('global');
	memory.runs = (memory.runs || 0) + 1;
	const before = Date.now();
	await new Promise((resolve) => setTimeout(resolve, 5000));
	const [day] = $jmespath({ days: [{ name: $('Schedule').first().json['Day of week'] }] }, 'days[*].name');
	return [1, 2].map((number) => ({ json: { text: [day, memory.runs, number, $input.all().length, $node.Schedule.json.Timezone, $now.toISODate(), Date.now() - before, atob(btoa('x'))].join(' ') } }));`);
const each = code(`$json.text += ' ' + $itemIndex + ' ' + $('Code').item.json.text.length; return item;`, { mode: 'runOnceForEachItem' }, 'Each');

const failing: readonly (readonly [what: string, jsCode: string, message: RegExp])[] = [
	['an error', 'const fine = 1;\nreturn missing.it;', /^missing is not defined \[line 2\]$/],
	['an error of syntax', 'return [;', /^Unexpected token ';' \[line 1\]$/],
	['no end', 'while (true) {}', /^The code did not end within 10 seconds$/],
	['all memory', 'const all = []; for (;;) all.push(new Array(1e5).fill(all.length));', /^The code used more than 256 MB of memory$/],
	['a promise that is never kept', 'await new Promise(() => {});', /waits for something that never happens/],
	['a way out', `return [{ json: { text: $input.all.constructor('return process.pid')() } }];`, /process is not defined/],
	['no items', 'return 7;', /Code doesn't return items properly/],
];

const asks = [code(`try { require('fs') } catch {}\nreturn [];`, {}, 'Module'), code('return await this.helpers.httpRequest({ url: "http://127.0.0.1/" });', {}, 'Network'), code('', { language: 'pythonNative', pythonCode: 'return []' }, 'Python')];

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'rehearsal-endless-'));
	const elsewhere = join(folder, 'elsewhere');
	mkdirSync(elsewhere);
	const named = join(elsewhere, 'other.json');
	writeFileSync(named, JSON.stringify({ name: 'By Name', nodes: [called, code(`return [{ json: { text: $json.text + '!' } }];`)], connections: { Called: { main: [[{ node: 'Code', type: 'main', index: 0 }]] } } }));
	inRow('by-id', [called, set('Inside', '={{ $json.text }} and more'), { ...mail, name: 'Inner Mail' }], 'ID1');
	inRow('failing', [called, { name: 'Boom', type: `${base}stopAndError`, parameters: { errorMessage: 'It is broken' } }], 'FAILS');
	inRow('again', [called, calls('AGAIN')], 'AGAIN');
	const daily = (name: string, ...nodes: readonly Node[]) => ({ file: inRow(name, [schedule('days'), ...nodes, mail]), days: 1 });
	reports = await rehearsals({
		computes: { ...daily('computes', all, each), days: 2 },
		asks: daily('asks', ...asks),
		...Object.fromEntries(failing.map(([what, jsCode]) => [what, daily(what, code(jsCode))])),
		'a sub-workflow': { ...daily('caller', set('Start', '=one'), calls('ID1'), { ...calls('gone', 'By Name'), name: 'Call Again' }), others: [named] },
		'a failing sub-workflow': daily('one', calls('FAILS')),
		'an unknown sub-workflow': daily('two', calls('NOWHERE')),
		'an endless sub-workflow': daily('three', calls('AGAIN')),
	});
}, 3 * MINUTES);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function reportOf(name: string): Report {
	const report = reports.get(name);
	if (!report) throw new Error(`${name} was not rehearsed`);
	return report;
}

test('an expression that never ends is stopped with its node named, and the rest of the month is reported', async () => {
	const file = inRow('loop', [schedule('days'), set('Before', '=fine'), { ...set('Endless', '={{ (() => { while (true) {} })() }}'), onError: 'continueRegularOutput' }, mail]);
	const { code: exit, report } = await rehearsal(file, ['--days', '2']);
	expect(exit).toBe(1);
	expect(report.runs).toBe(2);
	expect(failures(report)).toEqual([1, 2].map(() => ({ node: 'Endless', message: expect.stringContaining('did not end within 20 seconds'), advice: expect.stringContaining('regular expression') })));
}, 5 * MINUTES);

test('a schedule of every second is cut short, which the first words say', async () => {
	const { code: exit, report } = await rehearsal(inRow('seconds', [schedule('seconds'), mail]), ['--days', '1']);
	expect(exit).toBe(1);
	expect(report.sentence).toMatch(/^Stopped early: “Schedule” starts too often\. 1,500 runs in 25 minutes/);
	expect(report.problems[0]).toMatchObject({ kind: 'tooOften', node: 'Schedule', count: 1500 });
	expect(report.until - report.from).toBe(1501_000);
}, 5 * MINUTES);

test('code computes as in n8n: with its input, other nodes, the clock of the month, waits and memory', () => {
	const report = reportOf('computes');
	expect(report.problems).toEqual([]);
	expect(subjects(report)).toEqual([
		...[1, 2].map((number) => `Thursday 1 ${number} 1 Europe/Berlin (UTC+01:00) 2026-11-19 5000 x ${number - 1} 58`),
		...[1, 2].map((number) => `Friday 2 ${number} 1 Europe/Berlin (UTC+01:00) 2026-11-20 5000 x ${number - 1} 56`),
	]);
});

test.each(failing)('code with %s fails with its node', (what, _jsCode, message) => {
	expect(failures(reportOf(what))).toEqual([{ node: 'Code', message: expect.stringMatching(message), advice: expect.anything() }]);
});

test('code that asks for modules or the network is recorded, even if it would do without', () => {
	const report = reportOf('asks');
	expect(report.isFine).toBe(true);
	expect(effects(report).map(({ node }) => node)).toEqual(['Module', 'Network', 'Python', 'Mail']);
	expect(report.notes.join('\n')).toMatch(/asks for “require”.*“Module”[^]*asks for “helpers”.*“Network”/);
});

test('a sub-workflow is found by ID in the folder or by name in a further file, and runs under the same rules', () => {
	const report = reportOf('a sub-workflow');
	expect(report.isFine).toBe(true);
	expect(effects(report).map(({ node, title }) => `${node}: ${title}`)).toEqual(['by-id › Inner Mail: one and more', 'Mail: one and more!']);
});

test('what fails in a sub-workflow is named with it, one without a file is recorded, and one without an end is stopped', () => {
	expect(failures(reportOf('a failing sub-workflow'))).toMatchObject([{ node: 'failing › Boom', message: 'It is broken' }]);
	const unknown = reportOf('an unknown sub-workflow');
	expect(effects(unknown).map(({ node }) => node)).toEqual(['Call', 'Mail']);
	expect(unknown).toMatchObject({ isFine: false, sentence: expect.stringMatching(/; a sub-workflow is missing\.$/) });
	expect(failures(reportOf('an endless sub-workflow'))).toMatchObject([{ message: expect.stringContaining('call each other more than 25 deep') }]);
});
