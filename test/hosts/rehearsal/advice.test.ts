import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from '../../../packages/rehearsal/report/report.ts';
import { terminalReport } from '../../../packages/rehearsal/report/terminalReport.ts';
import { rehearsals } from './support.ts';

const MINUTES = 60_000;
const OWN = 'n8n-nodes-meeting-assistant.';

interface Node {
	readonly name: string;
	readonly type: string;
	readonly typeVersion: number;
	readonly parameters: object;
	readonly disabled?: boolean;
}

const hourly: Node = { name: 'Every Hour', type: `${OWN}meetingAssistantPollingTrigger`, typeVersion: 1, parameters: { pollTimes: { item: [{ mode: 'everyHour', minute: 5 }] }, events: ['conversation.keypoints.ready'], options: {} } };
const twoEvents = (mode: string, events = ['conversation.created', 'conversation.keypoints.ready']): Node => ({ ...hourly, parameters: { ...hourly.parameters, pollTimes: { item: [{ mode, minute: 5 }] }, events } });
const own = (name: string, parameters: object): Node => ({ name, type: `${OWN}meetingAssistant`, typeVersion: 1, parameters: { conversationId: { __rl: true, mode: 'id', value: '={{ $json.conversationId }}' }, ...parameters } });
const draft = (name: string): Node => own(name, { resource: 'conversation', operation: 'draftEmail', withRecipients: false });
const mail = (name: string, toEmail: string, subject = '={{ $json.subject }}'): Node => ({ name, type: 'n8n-nodes-base.emailSend', typeVersion: 2.1, parameters: { fromEmail: 'me@quillbrook.example', toEmail, subject, emailFormat: 'text', text: '={{ $json.body }}' } });
const addressed: Node = { name: 'Addressed', type: 'n8n-nodes-base.filter', typeVersion: 2, parameters: { conditions: { options: { caseSensitive: true, leftValue: '', typeValidation: 'loose' }, conditions: [{ id: '1', leftValue: '={{ $json.recipients?.[0] }}', rightValue: '', operator: { type: 'string', operation: 'notEmpty', singleValue: true } }], combinator: 'and' }, options: {} } };
const filtered = (name: string, leftValue: string, operation = 'notEquals'): Node => ({ ...addressed, name, parameters: { conditions: { options: { caseSensitive: true, leftValue: '', typeValidation: 'loose' }, conditions: [{ id: '1', leftValue, rightValue: 'Nora', operator: { type: 'string', operation } }], combinator: 'and' }, options: {} } });
const once: Node = { name: 'Once', type: 'n8n-nodes-base.removeDuplicates', typeVersion: 2, parameters: { operation: 'removeItemsSeenInPreviousExecutions', logic: 'removeItemsWithAlreadySeenKeyValues', dedupeValue: '={{ $json.dedupeKee ?? $json.key }}', options: {} } };
const elsewhere: Node = { name: 'Drafts Elsewhere', type: 'n8n-nodes-elsewhere.drafts', typeVersion: 1, parameters: {} };
const record: Node = { name: 'Create Contact', type: 'n8n-nodes-base.hubspot', typeVersion: 2, parameters: { resource: 'contact', email: 'b@x.example' } };

const slack = (text: string, channel = 'sales'): Node => ({ name: 'Slack', type: 'n8n-nodes-base.slack', typeVersion: 2.3, parameters: { select: 'channel', channelId: { __rl: true, mode: 'id', value: channel }, text } });

let folder: string;
let reports: ReadonlyMap<string, Report>;

/** A workflow in which each row of nodes comes after the trigger. */
const branches = (name: string, ...rows: readonly (readonly Node[])[]) => after(hourly, name, ...rows);

function after(trigger: Node, name: string, ...rows: readonly (readonly Node[])[]) {
	const to = (node?: Node) => (node ? [{ node: node.name, type: 'main', index: 0 }] : []);
	const next = rows.flatMap((row) => row.map((node, index) => [node.name, { main: [to(row[index + 1])] }]));
	const connections = { ...Object.fromEntries(next), [trigger.name]: { main: [rows.flatMap(([first]) => to(first))] } };
	return written(name, [trigger, ...rows.flat()], connections);
}

function written(name: string, nodes: readonly Node[], connections: object) {
	const file = join(folder, `${name}.json`);
	writeFileSync(file, JSON.stringify({ name, nodes, connections }));
	return { file, days: 10 };
}

const FIRST = '={{ $json.recipients?.[0] ?? "" }}';

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'rehearsal-advice-'));
	reports = await rehearsals({
		'no addresses': branches('no addresses', [draft('Draft'), mail('Mail', FIRST)]),
		'all filtered': branches('all filtered', [draft('Draft'), addressed, mail('Mail', FIRST)]),
		'not connected': written('not connected', [hourly, draft('Draft'), addressed, mail('Mail', FIRST)], { [hourly.name]: { main: [[{ node: 'Draft', type: 'main', index: 0 }]] }, Addressed: { main: [[{ node: 'Mail', type: 'main', index: 0 }]] } }),
		'turned off': branches('turned off', [draft('Draft'), { ...mail('Mail', 'a@x.example'), disabled: true }]),
		'empty messages': branches('empty messages', [draft('Draft'), slack('={{ $json.body.text }}')]),
		'empty after a heading': branches('empty after a heading', [draft('Draft'), slack('=*Draft*\n{{ $json.txt }}')]),
		'some empty messages': branches('some empty messages', [slack('={{ $json.title.includes(":") ? undefined : $json.title }}')]),
		'no channel': branches('no channel', [slack('={{ $json.title }}', '')]),
		'two branches': branches('two branches', [draft('Draft A'), mail('Mail A', 'a@x.example')], [draft('Draft B'), mail('Mail B', 'a@x.example')]),
		'regenerates': branches('regenerates', [own('Key Points', { resource: 'keyPoints', operation: 'generate', forceRefresh: true })]),
		'elsewhere': branches('elsewhere', [elsewhere, mail('Mail', 'a@x.example', '=Notes {{ $json.draft }}')]),
		'a record': branches('a record', [record, mail('Mail', 'a@x.example', '={{ $json.draft }}')]),
		'two events at once': after(twoEvents('everyHour'), 'two events at once', [draft('Draft'), mail('Mail', 'a@x.example')]),
		'two events': { ...after(twoEvents('everyMinute'), 'two events', [draft('Draft'), mail('Mail', 'a@x.example')]), days: 2 },
		'action items too': after(twoEvents('everyHour', ['conversation.action_items.ready', 'conversation.keypoints.ready']), 'action items too', [draft('Draft'), mail('Mail', 'a@x.example')]),
		'wrong name': branches('wrong name', [draft('Draft'), mail('Mail', 'a@x.example', '={{ $("Drafts").item.json.subject }}')]),
		'mistyped': branches('mistyped', [draft('Draft'), mail('Mail', 'a@x.example', "=Our call {{ $json.titel }}, {{ $json.subject }} {{ $json.nothing ?? '' }}")]),
		'mistyped conditions': branches('mistyped conditions', [draft('Draft'), filtered('Not Nora', '={{ $json.ownr }}'), filtered('No Error', '={{ $json.error }}', 'notExists'), once, mail('Mail', 'a@x.example')]),
		'condition elsewhere': branches('condition elsewhere', [elsewhere, filtered('Not Nora', '={{ $json.ownr }}'), mail('Mail', 'a@x.example', '={{ $json.title }}')]),
		'unreadable': branches('unreadable', [draft('Draft'), mail('Mail', 'a@x.example', '={{ $json.subject }')]),
		'unreadable condition': branches('unreadable condition', [filtered('Not Nora', '={{ $json.title + }}'), mail('Mail', 'a@x.example')]),
		'unreadable meeting': branches('unreadable meeting', [{ ...draft('Draft'), parameters: { ...draft('Draft').parameters, conversationId: { __rl: true, mode: 'id', value: '={{ $json.conversationId) }}' } } }]),
		'no such node': branches('no such node', [{ ...mail('Mail', 'a@x.example', '={{ $json.title }}'), type: 'n8n-nodes-base.emailSendd' }, { ...record, type: `${OWN}meetingAssistan` }]),
		'nodes of others': branches('nodes of others', [elsewhere, { ...mail('Mail', 'a@x.example', '={{ $json.title }}'), type: 'n8n-nodes-base.emailSendTool' }]),
		'nobody written': branches('nobody written', [record, mail('Mail', '={{ `${$json.mail}` }}', '={{ $json.title }}')]),
		'half written': branches('half written', [record, mail('Mail', '={{ `boss@x.example, ${$json.mail}` }}', '={{ $json.title }}')]),
		'nobody elsewhere': branches('nobody elsewhere', [elsewhere, mail('Mail', '={{ $json.email }}', '={{ $json.subject }}')]),
	});
}, 5 * MINUTES);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const reportOf = (name: string): Report => {
	const report = reports.get(name);
	if (!report) throw new Error(`${name} was not rehearsed`);
	return report;
};

test('where every email lacks an address, the expression is to blame, and a filter is no way out', () => {
	const { problems, runs } = reportOf('no addresses');
	expect(runs).toBeGreaterThan(2);
	expect(problems).toMatchObject([{ kind: 'noRecipient', isFailure: true, advice: expect.stringMatching(/expression.*“With Recipients”/) }]);
	expect(problems[0]?.advice).not.toMatch(/Filter/);
});

test('a workflow that sends nothing says so, and does not list what it never reached as recorded', () => {
	const { problems, sentence, notes } = reportOf('all filtered');
	expect(problems).toMatchObject([{ kind: 'sendsNothing', isFailure: false, node: 'Mail' }]);
	expect(sentence).toMatch(/nothing is sent at all/);
	expect(notes).toEqual(['Never reached: “Mail”.']);
});

test('an email that nothing leads to is named, whatever is connected behind the gap', () => {
	const { problems, sentence, notes } = reportOf('not connected');
	expect(problems).toMatchObject([{ kind: 'sendsNothing', isFailure: false, node: 'Mail', what: expect.stringMatching(/^Nothing was sent in \d+ runs: no trigger leads to “Mail”$/), advice: 'Connect it to what should come before.' }]);
	expect(sentence).toMatch(/nothing is sent at all/);
	expect(notes).toEqual(['No trigger leads to “Addressed”, “Mail”.']);
});

test('a workflow whose only email is turned off sends nothing', () => {
	expect(reportOf('turned off').problems).toMatchObject([{ kind: 'sendsNothing', isFailure: false, node: 'Mail', what: expect.stringMatching(/: “Mail” is turned off$/) }]);
});

test.each([
	['nothing else in it', 'empty messages', '{{ $json.body.text }}', /all \d+ messages$/],
	['a fixed heading', 'empty after a heading', '{{ $json.txt }}', /all \d+ messages$/],
	['nothing in some of them', 'some empty messages', '', /\d+ of \d+ messages$/],
])('messages that are alike because a field is empty are not sent twice: with %s, the field is the problem', (_what, name, expression, where) => {
	const { problems, isFine } = reportOf(name);
	expect(problems).toMatchObject([{ kind: 'blankField', isFailure: false, node: 'Slack', what: expect.stringMatching(where) }]);
	expect(problems[0]?.what).toContain(expression);
	expect(isFine).toBe(true);
});

test('a channel that is missing is one issue, in one sentence', () => {
	expect(reportOf('no channel').problems).toMatchObject([{ kind: 'notSetUp', node: 'Slack', advice: 'Parameter "Channel" is required.' }]);
});

test('two branches of one run that do the same are told apart from two runs', () => {
	const advice = Object.fromEntries(reportOf('two branches').problems.map((problem) => [problem.kind, problem.advice]));
	expect(advice).toEqual({
		sentTwice: expect.stringMatching(/^They do so in one run: keep one of them/),
		paidTwice: expect.stringMatching(/^One run asks for it more than once/),
	});
});

test.each([
	['in one run', 'two events at once', ['sentTwice']],
	['in two runs', 'two events', ['sentTwice', 'paidTwice']],
])('for two events of one meeting %s, the advice is to choose one, and no schedule is blamed', (_how, name, kinds) => {
	const problems = reportOf(name).problems.filter(({ kind }) => kind.endsWith('Twice'));
	expect(problems.map(({ kind }) => kind)).toEqual(kinds);
	for (const { advice } of problems) expect(advice).toMatch(/^Each meeting starts it with “Conversation Created” and “Key Points Ready”: choose one of them, .*“conversationId”/);
});

test('of key points and action items, the advice is to choose the one that comes once for each meeting', () => {
	const [sent] = reportOf('action items too').problems;
	expect(sent).toMatchObject({ kind: 'sentTwice', advice: expect.stringContaining('choose only “Key Points Ready”, which starts it once for each meeting, or remember') });
});

test('an expression that names a node which does not exist is located, with the name', () => {
	const { problems, plans } = reportOf('wrong name');
	expect(plans).toEqual([]);
	expect(problems).toMatchObject([{ kind: 'runFailed', node: 'Mail', what: expect.stringMatching(/^\d+ runs failed at “Mail”: There is no node “Drafts”/), advice: expect.stringContaining('“subject”') }]);
});

test('an expression that is empty in every email, as with a mistyped field, is a warning that quotes it', () => {
	expect(reportOf('mistyped').problems).toMatchObject([{ kind: 'blankField', isFailure: false, node: 'Mail', what: expect.stringMatching(/^“Mail” leaves \{\{ \$json\.titel \}\} in “subject” empty in all \d+ emails$/), advice: expect.stringContaining('spelling') }]);
});

test('a filter that decides by a mistyped field is a warning, but not one that asks whether a field exists', () => {
	const { problems } = reportOf('mistyped conditions');
	expect(problems).toMatchObject([
		{ kind: 'blankField', isFailure: false, node: 'Not Nora', what: expect.stringMatching(/^“Not Nora” decides by \{\{ \$json\.ownr \}\}, which is empty in all \d+ items$/), advice: expect.stringContaining('spelling') },
		{ kind: 'blankField', isFailure: false, node: 'Once', what: expect.stringContaining('{{ $json.dedupeKee ?? $json.key }}') },
	]);
	expect(reportOf('condition elsewhere').problems).toEqual([]);
});

test('generating again what the account had saved is paid twice', () => {
	const { problems, usage } = reportOf('regenerates');
	expect(usage.credits.workflow).toBeGreaterThan(2);
	expect(problems).toMatchObject([{ kind: 'paidTwice', isFailure: true, node: 'Key Points', count: usage.credits.workflow, advice: expect.stringContaining('“Always Regenerate”') }]);
});

test.each([
	['alike', 'elsewhere', 'perhapsTwice', '“Drafts Elsewhere”'],
	['alike after a node of n8n', 'a record', 'perhapsTwice', '“Create Contact”'],
	['without an address', 'nobody elsewhere', 'noRecipient', '“Drafts Elsewhere”'],
	['to “undefined”', 'nobody written', 'noRecipient', '“Create Contact”'],
	['to “undefined” among others', 'half written', 'malformedAddress', '“Create Contact”'],
])('emails that are %s since a recorded node returns nothing are a warning, with the node to pin', (_what, name, kind, node) => {
	const { problems, isFine } = reportOf(name);
	expect(problems).toMatchObject([{ kind, isFailure: false, advice: expect.stringContaining(node) }]);
	expect(isFine).toBe(true);
});

test('an email without a recipient is listed as one to nobody', () => {
	expect(terminalReport(reportOf('no addresses'), { colors: false, width: 100 })).toMatch(/Mail: .* to nobody$/m);
});

test('credits that were used before the rehearsed days are part of their month', () => {
	const [november] = reportOf('regenerates').usage.credits.months;
	expect(november).toMatchObject({ name: '2026-11', before: expect.any(Number) });
	expect(november?.before).toBeGreaterThan(0);
	const text = terminalReport(reportOf('regenerates'), { colors: false, width: 100 }).replace(/\s+/g, ' ');
	expect(text).toMatch(/By month 2026-11: \d+ by this workflow, \d+ by the desktop app, \d+ before these days/);
	expect(text).toMatch(/in 10 days, about \d+ AI credits a month/);
});

test.each([
	['unreadable', 'Mail', 'subject'],
	['unreadable condition', 'Not Nora', 'conditions'],
	['unreadable meeting', 'Draft', 'conversationId'],
])('an expression that cannot be read is named with its parameter, and no item is to blame: %s', (name, node, parameter) => {
	expect(reportOf(name).problems).toMatchObject([{ kind: 'runFailed', node, what: expect.stringMatching(new RegExp(`failed at “${node}”: The expression of “${parameter}” cannot be read$`)), advice: expect.stringMatching(/^Look for a brace/) }]);
});

test('a node that its package does not have fails the rehearsal with its type, but not one of another package, or one made into a tool', () => {
	const missing = (name: string) => reportOf(name).problems.filter(({ kind }) => kind === 'noSuchNode');
	expect(missing('no such node')).toMatchObject([
		{ isFailure: true, node: 'Mail', what: '“Mail” was not rehearsed: this n8n has no node of the type “n8n-nodes-base.emailSendd”' },
		{ isFailure: true, node: 'Create Contact', what: expect.stringContaining('“n8n-nodes-meeting-assistant.meetingAssistan”') },
	]);
	expect(reportOf('no such node')).toMatchObject({ isFine: false, sentence: expect.stringMatching(/; it was not fully rehearsed, since this n8n lacks one of its nodes/) });
	expect(missing('nodes of others')).toEqual([]);
});
