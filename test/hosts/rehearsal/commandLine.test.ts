import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { rehearsals, run, UNTIL } from './support.ts';

const MINUTES = 60_000;
const REHEARSE = 'packages/rehearsal/main.ts';
const EXAMPLE = 'test/hosts/rehearsal/workflows/slack-webhook.json';

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'rehearsal-words-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileWith(name: string, content: string): string {
	const file = join(folder, name);
	writeFileSync(file, content);
	return file;
}

test('a reader that stops early, such as head, is not an error, and the exit code stays', async () => {
	const words = [REHEARSE, EXAMPLE, '--days', '1', '--json'];
	const child = spawn(process.execPath, words, { cwd: join(import.meta.dirname, '../../..'), stdio: ['ignore', 'pipe', 'pipe'] });
	child.stdout.destroy();
	const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
	expect(err).not.toMatch(/EPIPE|Unhandled/);
	expect(code).toBe(0);
}, MINUTES);

test.each([
	['rehearse', /^There is no such file: \/nowhere\/none\.json$/m],
	['test', /^There is no such file: (?!\/nowhere).*none\.json$/m],
])('in the script “%s” of npm, files are found where they are for the person', async (script, message) => {
	const { code, err } = await run(REHEARSE, ['none.json', '--json'], { INIT_CWD: '/nowhere', npm_lifecycle_event: script });
	expect([code, err]).toEqual([2, expect.stringMatching(message)]);
}, MINUTES);

test('a workflow that starts with a byte order mark, as Windows programs write it, is read, and the proxy of a network is not asked', async () => {
	const file = fileWith('mark.json', `\uFEFF${readFileSync(join(import.meta.dirname, '../../..', EXAMPLE), 'utf8')}`);
	const { code, err } = await run(REHEARSE, [file, '--days', '1', '--json'], { HTTP_PROXY: 'http://127.0.0.1:9' });
	expect(err).toBe('');
	expect(code).toBe(0);
}, MINUTES);

const step = (type: string, more: object = {}) => ({ name: 'Step', type: `n8n-nodes-base.${type}`, typeVersion: 1, parameters: {}, ...more });
const daily = { name: 'When', type: 'n8n-nodes-base.cron', typeVersion: 1, parameters: { triggerTimes: { item: [{ mode: 'everyDay', hour: 9, minute: 0 }] } } };
const hand = { name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} };
const calls = step('httpRequest', { typeVersion: 4.2, parameters: { url: 'https://api.example.com/api/v1/conversations', authentication: 'predefinedCredentialType', nodeCredentialType: 'meetingAssistantApi' } });
const inRow = (first: { readonly name: string }, second: object, more: object = {}) =>
	JSON.stringify({ name: 'Two steps', nodes: [first, second], connections: { [first.name]: { main: [[{ node: 'Step', type: 'main', index: 0 }]] } }, ...more });

const counted: readonly (readonly [what: string, first: Readonly<Record<string, unknown>> & { readonly name: string }, second: object, more: object, runs: number, notes: readonly unknown[]])[] = [
	['a Cron node, as older workflows have', daily, step('noOp'), {}, 3, []],
	['HTTP Request with the credential of this package', hand, calls, {}, 1, [expect.stringMatching(/^A workflow that is started by hand/), expect.stringMatching(/^Recorded/), expect.stringMatching(/^What “Step” takes of the plan is not counted/)]],
	['a node of this package that fails and lets the run go on', hand, { ...step('meetingAssistant'), type: 'n8n-nodes-meeting-assistant.meetingAssistant', onError: 'continueRegularOutput', parameters: { resource: 'conversation', operation: 'get', conversationId: { __rl: true, mode: 'id', value: 'conv_nowhere' } } }, {}, 1, [expect.stringMatching(/^“Step” failed 1 time, and its settings let the run go on\. The first time: .*conv_nowhere/), expect.stringMatching(/^A workflow that is started by hand/)]],
	['a node of this package with an unknown operation that lets the run go on', hand, { ...step('meetingAssistant'), type: 'n8n-nodes-meeting-assistant.meetingAssistant', onError: 'continueRegularOutput', parameters: { resource: 'nothing', operation: 'nothing' } }, {}, 1, [expect.stringMatching(/^“Step” failed 1 time, and its settings let the run go on\./), expect.stringMatching(/^A workflow that is started by hand/)]],
	['pinned data of a node that runs, or that does not exist', hand, step('noOp'), { pinData: { Step: [{ a: 1 }], Stepp: [] } }, 1, [expect.stringMatching(/^A workflow that is started by hand/), expect.stringMatching(/^Not used: the pinned data of “Stepp”\. The workflow has no node of this name\./), expect.stringMatching(/^Not used: the pinned data of “Step”\. Only a node/)]],
];

test('the report says what it counts', async () => {
	const reports = await rehearsals(Object.fromEntries(counted.map(([what, first, second, more], index) => [what, { file: fileWith(`two${index}.json`, inRow(first, second, more)), days: 3 }])));
	for (const [what, , , , runs, notes] of counted) expect([what, reports.get(what)?.runs, reports.get(what)?.notes]).toEqual([what, runs, notes]);
}, 2 * MINUTES);

test.each([
	['is turned off', { ...daily, disabled: true }, true, 'Nothing starts the workflow while “When” is turned off'],
	['is missing', step('noOp', { name: 'When' }), true, 'The workflow has no trigger that is connected to anything'],
	['a rehearsal cannot start', { name: 'When', type: 'n8n-nodes-base.gmailTrigger', parameters: {} }, false, 'Nothing starts “When” in a rehearsal'],
])('a workflow whose trigger %s says so first, and nothing about a plan', async (_how, first, isFailure, what) => {
	const { code, out } = await run(REHEARSE, [fileWith('never.json', inRow(first, step('noOp'))), '--days', '3', '--html', join(folder, 'never.html')]);
	expect(code).toBe(isFailure ? 1 : 0);
	expect(out).toMatch(new RegExp(`Nothing started this workflow in 3 days\\.\\s+Problems\\s+${isFailure ? '✗' : '!'} ${what}`));
	const unknown = 'No run succeeded, so nothing is known about the plan.';
	expect(out).toContain(unknown);
	expect(out).not.toContain('Notes');
	expect(out).not.toContain('It replaced');
	expect(readFileSync(join(folder, 'never.html'), 'utf8')).toContain(unknown);
}, MINUTES);

const afterCall = (filters: object) => ({ name: 'After a Call', type: 'n8n-nodes-meeting-assistant.meetingAssistantPollingTrigger', typeVersion: 1, parameters: { pollTimes: { item: [{ mode: 'everyHour', minute: 5 }] }, events: ['conversation.created'], filters, options: {} } });

test('a workflow that its filters never let start, with a step that is not set up, says both at the top, lists nothing as recorded, and names a page that it replaces', async () => {
	const file = fileWith('typo.json', inRow(afterCall({ titleContains: 'Harbuor' }), step('httpRequest', { typeVersion: 4.2 })));
	const { code, out } = await run(REHEARSE, [file, '--until', UNTIL, '--html', fileWith('typo.html', '<title>Rehearsal: Another</title>')]);
	expect(code).toBe(0);
	expect(out.replace(/\s+/g, ' ')).toMatch(/^ ! Two steps: Nothing started this workflow in 30 days, .* Problems ! The filters of “After a Call” leave out all 15 events\. If it should start, change or remove some of them\. ! “Step” is not set up yet\. Parameter "URL" is required\. Usage /);
	expect(out).not.toContain('Recorded in place of');
	expect(out).toMatch(/typo\.html\nIt replaced the page of another workflow\. To keep both, choose another file with --html\.$/m);
}, MINUTES);

test('n8n’s default time zone is that of the account', async () => {
	const example = JSON.parse(readFileSync(join(import.meta.dirname, '../../../examples/weekly-digest.json'), 'utf8'));
	const file = fileWith('default.json', JSON.stringify({ ...example, settings: { ...example.settings, timezone: 'DEFAULT' } }));
	const { code, err } = await run(REHEARSE, [file, '--days', '1', '--json']);
	expect([code, err]).toEqual([0, '']);
}, MINUTES);

test('a page that cannot be written is refused before the rehearsal, with what to do', async () => {
	mkdirSync(join(folder, 'taken'));
	for (const html of [join(folder, 'taken'), join(folder, 'none', 'page.html'), join(fileWith('plain', ''), 'page.html')]) {
		const { code, out, err } = await run(REHEARSE, [EXAMPLE, '--days', '1', '--html', html]);
		expect([code, out, err]).toEqual([2, '', `The page cannot be written to ${html}. Choose another file with --html.\n`]);
	}
}, MINUTES);

/** Clears the screen, changes the window's title, links to another site and hides the text that follows. */
const ESCAPES = '\u001b[2J\u001b]0;pwned\u0007\u001b]8;;https://evil.example\u001b\\\u009b8m';
const obeyed = /[^\P{Cc}\n\t]/u;

test('nothing in a workflow reaches the terminal as a command', async () => {
	const named = { ...step('stopAndError', { typeVersion: 1, parameters: { errorMessage: `Failed ${ESCAPES}` } }), name: `Step ${ESCAPES}` };
	const code = { ...step('code', { typeVersion: 2, parameters: { jsCode: `console.log(${JSON.stringify(ESCAPES)}); throw new Error(${JSON.stringify(ESCAPES)})` } }), name: `Code ${ESCAPES}`, onError: 'continueRegularOutput' };
	const main = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
	const workflow = { name: `Workflow ${ESCAPES}`, nodes: [hand, code, named], connections: { [hand.name]: main(code.name), [code.name]: main(named.name) } };
	const file = fileWith('hostile.json', JSON.stringify(workflow));
	const html = join(folder, 'hostile.html');
	writeFileSync(html, 'before', { mode: 0o644 });
	const printed = await Promise.all([
		run(REHEARSE, [file, '--days', '1', '--html', html]),
		run(REHEARSE, [file, '--days', '1', '--json']),
		run(REHEARSE, [fileWith('two-hostile.json', JSON.stringify([workflow, workflow]))]),
	]);
	for (const { out, err } of printed) expect([out, err]).toEqual([expect.not.stringMatching(obeyed), expect.not.stringMatching(obeyed)]);
	expect(printed.map(({ out, err }) => (out + err).includes('Workflow'))).toEqual([true, true, true]);
	expect(statSync(html).mode & 0o777).toBe(0o600);
}, 2 * MINUTES);

const node = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' };

test.each([
	['connections without a target', () => [REHEARSE, fileWith('target.json', JSON.stringify({ nodes: [node], connections: { Start: { main: [[null]] } } }))], /target\.json is not a workflow/],
	['a time zone that does not exist', () => [REHEARSE, fileWith('zone.json', JSON.stringify({ nodes: [node], connections: {}, settings: { timezone: 'Mars/Olympus' } }))], /zone\.json has a time zone that does not exist: “Mars\/Olympus”/],
	['a connection to a node that does not exist', () => [REHEARSE, fileWith('dangling.json', inRow(hand, step('noOp', { name: 'Send Mail' })))], /dangling\.json: “Start” is connected to “Step”, which does not exist\. Add it, or remove the connection\.$/m],
	['a flow of Node-RED', () => [REHEARSE, fileWith('flow.json', JSON.stringify([{ id: 't', type: 'tab', label: 'Flow 1' }, { id: 'a', type: 'inject', z: 't', wires: [[]] }]))], /flow\.json is a Node-RED flow\. A rehearsal replays workflows of n8n\.$/m],
	['several workflows in one file', () => [REHEARSE, fileWith('all.json', JSON.stringify([{ name: 'One', nodes: [node], connections: {} }, { name: 'Two', nodes: [node], connections: {} }]))], /all\.json has 2 workflows: “One”, “Two”/],
	['a pin file that does not exist', () => [REHEARSE, EXAMPLE, '--pin', '/none.json'], /^There is no such file: \/none\.json$/m],
	['a folder', () => [REHEARSE, 'examples'], /^This is a folder, not a file: .*examples$/m],
	['a pin file that is not JSON', () => [REHEARSE, EXAMPLE, '--pin', fileWith('pin.json', '{')], /pin\.json is not JSON/],
	['a further file that no workflow calls', () => [REHEARSE, EXAMPLE, fileWith('alone.json', JSON.stringify({ name: 'Alone', nodes: [node], connections: {} }))], /^\S+alone\.json is not called by \S+slack-webhook\.json, so it would not be rehearsed\. Leave it out, and rehearse it by itself\.$/m],
	['a user that the sample month does not have', () => [REHEARSE, EXAMPLE, '--user', 'nobody'], /^The sample month has no user nobody\.$/m],
])('%s: refused with what is wrong', async (_what, words, message) => {
	const [program = '', ...rest] = words();
	const { code, out, err } = await run(program, rest);
	expect(err).toMatch(message);
	expect([code, out]).toEqual([2, '']);
}, MINUTES);
