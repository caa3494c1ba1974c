import { problemsOf, whenOf } from '../../packages/rehearsal/report/problems.ts';
import { nothingSeen, type Effect, type Run, type Seen } from '../../packages/rehearsal/record.ts';
import { usageOf } from '../../packages/rehearsal/report/usage.ts';

const DAY_MS = 86_400_000;
const UNTIL = Date.parse('2026-11-20T17:00:00Z');
const at = UNTIL - 10 * DAY_MS;

const run = (id: number, events: readonly string[] = []): Run => ({ id, at: at + id, end: at + id, trigger: 'Trigger', why: 'A poll', events, about: [], nodes: [], status: 'success', failure: null });
const email = (id: number, changes: Partial<Effect> = {}): Effect => ({
	...{ at: at + id, run: id, node: 'Send', type: 'emailSend', isComputed: true, conversationId: null, isPinned: false, unknown: [], blank: [], isHollow: false },
	parameters: { toEmail: 'a@example.com', subject: 'Notes', text: 'Hello' },
	...changes,
});

const problemsIn = (changes: Partial<Seen>) => {
	const seen = { ...nothingSeen(), ...changes };
	return problemsOf({ seen, usage: usageOf(seen, 'professional', UNTIL - 30 * DAY_MS, 30), timezone: 'UTC', plans: [], unreached: [], off: [], missing: new Map() }).map(({ kind, isFailure }) => ({ kind, isFailure }));
};

test('why a workflow cannot be published is a sentence without its full stop', () => {
	const refusal = { node: 'Trigger', message: 'Choose at least one event.', advice: '' };
	const seen = { ...nothingSeen(), triggers: [{ node: 'Trigger', kind: 'instant' as const, events: [], isFiltered: false, refusal }] };
	expect(problemsOf({ seen, usage: usageOf(seen, 'professional', UNTIL - 30 * DAY_MS, 30), timezone: 'UTC', plans: [], unreached: [], off: [], missing: new Map() })).toMatchObject([
		{ kind: 'notPublished', what: 'n8n could not publish the workflow: Choose at least one event' },
	]);
});

test('the same email again is sent twice, whatever started it', () => {
	expect(problemsIn({ runs: [run(1), run(2)], effects: [email(1), email(2)] })).toEqual([{ kind: 'sentTwice', isFailure: true }]);
});

test.each([
	['tom@harbour.example', 'TOM@harbour.example ', 'toEmail'],
	['tom@harbour.example', 'Tom Reed <tom@harbour.example>', 'toEmail'],
	['"Reed, Tom" <tom@harbour.example>, ann@harbour.example', 'ann@harbour.example;tom@harbour.example', 'toEmail'],
	['sales team', ' Sales Team', 'recipients'],
])('an email to %j and one to %j reach the same people', (first, second, parameter) => {
	const effects = [first, second].map((to) => email(1, { parameters: { [parameter]: to, subject: 'Notes', text: 'Hello' } }));
	const seen = { ...nothingSeen(), runs: [run(1)], effects };
	expect(problemsOf({ seen, usage: usageOf(seen, 'professional', UNTIL - 30 * DAY_MS, 30), timezone: 'UTC', plans: [], unreached: [], off: [], missing: new Map() })).toMatchObject([
		{ kind: 'sentTwice', isFailure: true, what: `The email “Notes” to ${first} is sent 2 times by “Send”` },
	]);
});

test.each([
	['emailSend', 'options', 'ccEmail', 'toEmail'],
	['emailSend', 'options', 'bccEmail', 'toEmail'],
	['gmail', 'options', 'bccList', 'sendTo'],
	['microsoftOutlook', 'additionalFields', 'ccRecipients', 'toRecipients'],
])('copies of %s are compared as people, too', (type, options, copies, to) => {
	const sent = (...lists: readonly string[]) =>
		problemsIn({ runs: [run(1)], effects: lists.map((list) => email(1, { type, parameters: { [to]: 'a@example.com', subject: 'Notes', [options]: { [copies]: list } } })) });
	expect(sent('Tom Reed <tom@harbour.example>, ann@harbour.example', 'ann@harbour.example,TOM@harbour.example')).toEqual([{ kind: 'sentTwice', isFailure: true }]);
	expect(sent('tom@harbour.example', 'ann@harbour.example')).toEqual([]);
});

test.each([
	['tom@harbour.example', 'ann@harbour.example'],
	['Tom Reed <tom@harbour.example>', 'Tom Reed <tom@quill.example>'],
	['tom@harbour.example', 'tom@harbour.example, ann@harbour.example'],
])('an email to %j and one to %j are two', (first, second) => {
	const effects = [first, second].map((toEmail) => email(1, { parameters: { toEmail, subject: 'Notes', text: 'Hello' } }));
	expect(problemsIn({ runs: [run(1)], effects })).toEqual([]);
});

test.each([[1, 2], [1, 1]])('equal drafts for two meetings, in runs %i and %i, are two; for one meeting, they are one sent twice', (first, second) => {
	const effectsFor = (...ids: readonly string[]) => ids.map((conversationId, index) => email(index === 0 ? first : second, { conversationId }));
	expect(problemsIn({ runs: [run(1), run(2)], effects: effectsFor('conv_1', 'conv_2') })).toEqual([]);
	expect(problemsIn({ runs: [run(1), run(2)], effects: effectsFor('conv_1', 'conv_1') })).toEqual([{ kind: 'sentTwice', isFailure: true }]);
	const unknown = ['Read Rows'];
	expect(problemsIn({ runs: [run(1), run(2)], effects: effectsFor('conv_1', 'conv_2').map((effect) => ({ ...effect, unknown })) })).toEqual([{ kind: 'perhapsTwice', isFailure: false }]);
});

test('a record that is created twice is called what people call it', () => {
	const row = { type: 'airtable', parameters: { resource: 'record', operation: 'create', columns: { hash: 'a6fccb5f', task: 'Send the offer' } } };
	const seen = { ...nothingSeen(), runs: [run(1)], effects: [email(1, row), email(1, row)] };
	const [twice] = problemsOf({ seen, usage: usageOf(seen, 'professional', UNTIL - 30 * DAY_MS, 30), timezone: 'UTC', plans: [], unreached: [], off: [], missing: new Map() });
	expect(twice?.what).toBe('The record “Send the offer” is sent 2 times by “Send”');
});

test('an event in place of a schedule is advised only where a schedule starts the workflow', () => {
	const adviceFor = (kind: 'schedule' | 'polling') => {
		const triggers = [{ node: 'Trigger', kind, events: [], isFiltered: false, refusal: null }];
		const seen = { ...nothingSeen(), triggers, runs: [run(1), run(2)], effects: [email(1), email(2)] };
		return problemsOf({ seen, usage: usageOf(seen, 'professional', UNTIL - 30 * DAY_MS, 30), timezone: 'UTC', plans: [], unreached: [], off: [], missing: new Map() })[0]?.advice;
	};
	expect(adviceFor('schedule')).toMatch(/data table.*instead of a schedule/);
	expect(adviceFor('polling')).toMatch(/data table, as the example “Never miss a meeting” does\.$/);
});

test('a node that n8n does not have fails the rehearsal, even if nothing else does', () => {
	expect(problemsIn({ runs: [run(1)], effects: [email(1)], absent: new Map([['Send', 'n8n-nodes-base.emailSendd']]) })).toEqual([{ kind: 'noSuchNode', isFailure: true }]);
});

test('a fixed text may repeat from day to day, but not within one run', () => {
	expect(problemsIn({ runs: [run(1), run(2)], effects: [email(1, { isComputed: false }), email(2, { isComputed: false })] })).toEqual([]);
	expect(problemsIn({ runs: [run(1)], effects: [email(1, { isComputed: false }), email(1, { isComputed: false })] })).toEqual([{ kind: 'sentTwice', isFailure: true }]);
});

test('an expression in a field with fixed text is sent as it is written', () => {
	const written = (subject: string) => ({ parameters: { toEmail: 'a@example.com', subject, text: 'Hello' } });
	expect(problemsIn({ runs: [run(1)], effects: [email(1, written('Your task: {{ $json.item }}'))] })).toEqual([{ kind: 'sentAsWritten', isFailure: true }]);
	expect(problemsIn({ runs: [run(1)], effects: [email(1, written('Your task: {{ item }}'))] })).toEqual([]);
	expect(problemsIn({ runs: [run(1)], effects: [email(1, { type: 'postgres', parameters: { operation: 'select', query: '{{ $json.item }}' } })] })).toEqual([]);
});

test('an email whose recipient came out empty would fail', () => {
	const nobody = { parameters: { toEmail: '', subject: 'Overdue', text: 'Hello' } };
	expect(problemsIn({ runs: [run(1)], effects: [email(1), email(1, nobody)] })).toEqual([{ kind: 'noRecipient', isFailure: true }]);
	expect(problemsIn({ runs: [run(1)], effects: [email(1, { parameters: { ...nobody.parameters, toEmail: null } })] })).toEqual([{ kind: 'noRecipient', isFailure: true }]);
});

test.each(['undefined', 'null', ' undefined ', 'undefined, null', 'Tom Reed <undefined>'])('an email to %j, which an expression made of a missing address, would fail', (toEmail) => {
	const nobody = { parameters: { toEmail, subject: 'Overdue', text: 'Hello' } };
	expect(problemsIn({ runs: [run(1)], effects: [email(1), email(1, nobody)] })).toEqual([{ kind: 'noRecipient', isFailure: true }]);
});

test.each([
	['emailSend', 'toEmail', 'nora.feld at quillbrook'],
	['gmail', 'sendTo', 'Nora Feld, Tom Reed'],
	['microsoftOutlook', 'toRecipients', '@quillbrook.example'],
	['awsSes', 'toAddresses', ['nora.feld@']],
])('an email of %s whose %s is %j, which is not an address, would fail', (type, parameter, to) => {
	const effects = [email(1, { type, parameters: { [parameter]: to, subject: 'Overdue', text: 'Hello' } })];
	expect(problemsIn({ runs: [run(1)], effects })).toEqual([{ kind: 'noRecipient', isFailure: true }]);
});

test('what is written in place of an address is named, and its expression is not blamed', () => {
	const effects = [email(1, { parameters: { toEmail: 'nora.feld at quillbrook', subject: 'Overdue', text: 'Hello' } })];
	const seen = { ...nothingSeen(), runs: [run(1)], effects };
	expect(problemsOf({ seen, usage: usageOf(seen, 'professional', UNTIL - 30 * DAY_MS, 30), timezone: 'UTC', plans: [], unreached: [], off: [], missing: new Map() })).toMatchObject([
		{ what: '1 email of “Send” has no recipient: “nora.feld at quillbrook” is not an email address, so the node would fail', advice: 'Enter an address such as name@example.com, or an expression that returns one.' },
	]);
});

test.each([
	['the ID of a contact', 'crm', { to: '4711', subject: 'Overdue' }],
	['a kind of recipient', 'discord', { sendTo: 'channel', content: 'Hello' }],
])('%s need not be an email address', (_what, type, parameters) => {
	expect(problemsIn({ runs: [run(1)], effects: [email(1, { type, parameters })] })).toEqual([]);
});

test('an expression that is sent as it is written in place of an address is one problem', () => {
	for (const toEmail of ['{{ $json.to }}', 'a@example.com, {{ $json.to }}']) {
		const effects = [email(1, { parameters: { toEmail, subject: 'Overdue', text: 'Hello' } })];
		expect(problemsIn({ runs: [run(1)], effects })).toEqual([{ kind: 'sentAsWritten', isFailure: true }]);
	}
});

test.each(['nora@localhost', 'undefined@example.com', 'Null Islander <null@example.com>', '"Reed, Tom" <tom@harbour.example>; ann@harbour.example', 'Tom Reed tom@harbour.example,'])('an email to %j has a recipient', (toEmail) => {
	expect(problemsIn({ runs: [run(1)], effects: [email(1, { parameters: { toEmail, subject: 'Overdue', text: 'Hello' } })] })).toEqual([]);
});

test.each([
	['emailSend', { toEmail: 'you@example.com, customer@@corp.example' }, '“customer@@corp.example” in “toEmail”'],
	['emailSend', { toEmail: 'you@example.com; bob, ann@example.com' }, '“bob” in “toEmail”'],
	['emailSend', { toEmail: 'undefined, a@example.com' }, '“undefined” in “toEmail”'],
	['emailSend', { toEmail: 'a@example.com b@example.com' }, '“a@example.com b@example.com” in “toEmail”'],
	['emailSend', { toEmail: 'a@example.com', options: { ccEmail: 'b@example.com, Tom <tom>', bccEmail: 'bob' } }, '“Tom <tom>” in “ccEmail”, “bob” in “bccEmail”'],
	['emailSend', { toEmail: 'a@example.com, b, c, d, e' }, '“b” in “toEmail”, “c” in “toEmail”, “d” in “toEmail”, and 1 other'],
	['emailSend', { toEmail: 'a@example.com', fromEmail: 'Tom Reed' }, '“Tom Reed” in “fromEmail”'],
	['gmail', { sendTo: 'a@example.com; b@example.com' }, '“a@example.com; b@example.com” in “sendTo”'],
	['gmail', { sendTo: 'a@example.com', options: { bccList: 'bob', replyTo: '' } }, '“bob” in “bccList”'],
	['microsoftOutlook', { toRecipients: 'a@example.com', additionalFields: { ccRecipients: 'b@example.com,bob' } }, '“bob” in “ccRecipients”'],
	['awsSes', { toAddresses: ['a@example.com', 'b@example@com'] }, '“b@example@com” in “toAddresses”'],
])('of several addresses of %s in %j, the malformed one is named', (type, addresses, which) => {
	const problemsWith = (unknown: readonly string[]) => {
		const seen = { ...nothingSeen(), runs: [run(1)], effects: [email(1, { type, unknown, parameters: { ...addresses, subject: 'Notes', text: 'Hello' } })] };
		return problemsOf({ seen, usage: usageOf(seen, 'professional', UNTIL - 30 * DAY_MS, 30), timezone: 'UTC', plans: [], unreached: [], off: [], missing: new Map() });
	};
	expect(problemsWith([])).toMatchObject([{ kind: 'malformedAddress', isFailure: true, what: `1 email of “Send” has a malformed address: ${which}` }]);
	expect(problemsWith(['Read Rows'])).toMatchObject([{ kind: 'malformedAddress', isFailure: false, advice: expect.stringContaining('“Read Rows”') }]);
});

test('a run that fails after data that was read elsewhere says to pin it, unless it is pinned', () => {
	const failed = { ...run(1), failure: { node: 'Send', message: 'No address', advice: '' } };
	const read = (isPinned: boolean) => email(1, { node: 'Read', type: 'postgres', parameters: { operation: 'select' }, isPinned });
	const adviceFor = (isPinned: boolean) => {
		const seen = { ...nothingSeen(), runs: [failed], effects: [read(isPinned)] };
		return problemsOf({ seen, usage: usageOf(seen, 'professional', UNTIL - 30 * DAY_MS, 30), timezone: 'UTC', plans: [], unreached: [], off: [], missing: new Map() })[0]?.advice;
	};
	expect(adviceFor(false)).toMatch(/^“Read” did not run.*pin its data/);
	expect(adviceFor(true)).toBe('Correct the node, or leave out the items that it cannot handle.');
});

test('anything that depends on an answer the rehearsal does not have is a warning', () => {
	const unknown = ['Read Rows'];
	expect(problemsIn({ runs: [run(1), run(2)], effects: [email(1, { unknown }), email(2, { unknown })] })).toEqual([{ kind: 'perhapsTwice', isFailure: false }]);
});

test('overwriting a record with the same data, or reading twice, is not a problem', () => {
	const upsert = { type: 'postgres', parameters: { operation: 'upsert', table: 'a' } };
	const read = { type: 'httpRequest', parameters: { method: 'GET', url: 'https://example.com' } };
	const search = { type: 'httpRequest', parameters: { method: 'POST', url: 'https://api.hubapi.com/crm/v3/objects/contacts/search' } };
	for (const changes of [upsert, read, search]) expect(problemsIn({ runs: [run(1), run(2)], effects: [email(1, changes), email(2, changes)] })).toEqual([]);
});

test('a sub-workflow that was not found fails the rehearsal, unless its data is pinned', () => {
	const call = (isPinned: boolean) => email(1, { node: 'Call', type: 'executeWorkflow', parameters: { workflowId: 'NOWHERE' }, isPinned });
	expect(problemsIn({ runs: [run(1)], effects: [call(false), call(false)] })).toEqual([{ kind: 'notFound', isFailure: true }]);
	expect(problemsIn({ runs: [run(1)], effects: [call(true)] })).toEqual([]);
});

test('an event that two runs have acted on is processed twice, even with different words', () => {
	const second = email(2, { parameters: { toEmail: 'a@example.com', subject: 'Other notes' } });
	expect(problemsIn({ runs: [run(1, ['key']), run(2, ['key'])], effects: [email(1), second] })).toEqual([{ kind: 'processedTwice', isFailure: true }]);
});

test('an event that a trigger was to start with and that never came is a warning, unless the trigger filters', () => {
	const happened = [{ at, event: 'transcript.ready', conversationId: 'c', title: 'Call' }];
	const trigger = { node: 'Trigger', kind: 'instant' as const, events: ['transcript.ready'], isFiltered: false, refusal: null };
	expect(problemsIn({ happened, triggers: [trigger] })).toEqual([{ kind: 'neverProcessed', isFailure: false }]);
	expect(problemsIn({ runs: [run(1)], happened, triggers: [trigger], handled: ['transcript.ready c'] })).toEqual([]);
	expect(problemsIn({ runs: [run(1)], happened, triggers: [{ ...trigger, isFiltered: true }] })).toEqual([]);
});

test('of events after the last poll, as with one a week, the advice is to choose a later end', () => {
	const happened = ['conversation.created', 'conversation.keypoints.ready'].map((event) => ({ at, event, conversationId: 'c', title: 'Call' }));
	const trigger = { node: 'Every Week', kind: 'polling' as const, events: ['conversation.keypoints.ready'], isFiltered: false, refusal: null };
	const poll = (time: number) => ({ at: time, node: 'Every Week', run: null, method: 'GET', path: '/v1/conversations', body: '', status: 200, refused: null, isPaid: false });
	const adviceAfter = (time: number) => {
		const seen = { ...nothingSeen(), runs: [run(1)], happened, triggers: [trigger], requests: [poll(time)] };
		return problemsOf({ seen, usage: usageOf(seen, 'professional', UNTIL - 30 * DAY_MS, 30), timezone: 'UTC', plans: [], unreached: [], off: [], missing: new Map() })[0]?.advice;
	};
	expect(adviceAfter(at - DAY_MS)).toBe('The last poll of “Every Week” was before it. Rehearse again with an end after its next poll.');
	expect(adviceAfter(at + DAY_MS)).toMatch(/refused requests/);
});

const happened = [1, 2].map((id) => ({ at, event: 'transcript.ready', conversationId: `c${id}`, title: 'Call' }));

test.each([
	['filters', { isFiltered: true }, happened, 'The filters of “After a Call” leave out all 2 events'],
	['filters with one event', { isFiltered: true }, happened.slice(0, 1), 'The filters of “After a Call” leave out the only event'],
	['filters with none', { isFiltered: true }, [], 'Nothing that “After a Call” waits for happened in these days, or its filters leave it out'],
	['no event', {}, [], 'Nothing that “After a Call” waits for happened in these days'],
	['a long interval', { kind: 'schedule' as const }, [], '“After a Call” was not due in these days'],
	['another app', { kind: 'none' as const }, [], 'Nothing starts “After a Call” in a rehearsal'],
])('a workflow that nothing started because of %s is a warning that says so', (_why, changes, events, what) => {
	const trigger = { node: 'After a Call', kind: 'polling' as const, events: ['transcript.ready'], isFiltered: false, refusal: null, ...changes };
	const seen = { ...nothingSeen(), triggers: [trigger], happened: [...events] };
	const problems = problemsOf({ seen, usage: usageOf(seen, 'professional', UNTIL - 30 * DAY_MS, 30), timezone: 'UTC', plans: [], unreached: [], off: [], missing: new Map() });
	expect(problems.filter(({ kind }) => kind === 'neverStarts')).toMatchObject([{ what, isFailure: false, node: 'After a Call' }]);
});

test('times are written as people say them', () => {
	const monday = Date.parse('2026-11-02T09:00:00Z');
	expect(whenOf([monday, monday + 7 * DAY_MS], 'UTC')).toBe('on Mondays at 9');
	expect(whenOf([monday, monday + 7 * DAY_MS], 'Europe/Berlin')).toBe('on Mondays at 10');
	expect(whenOf([monday, monday + DAY_MS], 'UTC')).toBe('on 2 days at 9');
	expect(whenOf([monday], 'UTC')).toBe('on Monday 2 November at 9');
});
