import { runInNewContext } from 'node:vm';
import * as z from 'zod/v4';
import { page } from '../../packages/node-red/page.ts';

type Filled = Readonly<Record<string, { readonly type: string; readonly value: string }>>;

const Definition = z.object({ defaults: z.looseObject({ fields: z.looseObject({ validate: z.custom<(this: object, filled: Filled, options: object) => unknown>() }) }) });

/** The editor’s own script, with as much of the editor as the check of a form needs. */
function registered(): ReadonlyMap<string, unknown> {
	const types = new Map<string, unknown>();
	const RED = {
		events: { on: () => {} },
		nodes: { registerType: (type: string, definition: unknown) => void types.set(type, definition) },
		utils: { validateTypedProperty: () => true },
	};
	const [, script = ''] = /<script type="text\/javascript">(.*?)<\/script>/s.exec(page()) ?? [];
	runInNewContext(script, { RED });
	return types;
}

const types = registered();

/** True, or what the editor says is wrong. */
const problemsOf = (type: string, filled: Filled, node = {}): unknown =>
	Definition.parse(types.get(type)).defaults.fields.validate.call({ ...node }, filled, {});

const fromMessage = (value: string) => ({ type: 'msg', value });

test.each([
	['getDigest', { period: fromMessage('payload.period') }],
	['prepareForMeeting', { prepareFor: fromMessage('payload.for') }],
])('what a choice from a message may need is not required in the form of %s', (operation, filled) => {
	expect(problemsOf('meeting-assistant', filled, { resource: 'insight', operation })).toBe(true);
});

test('what a fixed choice needs is required', () => {
	expect(problemsOf('meeting-assistant', { period: { type: 'choice', value: 'custom' } }, { resource: 'insight', operation: 'getDigest' })).toContain('From: it is empty');
	expect(problemsOf('meeting-assistant', {}, { resource: 'conversation', operation: 'ask' })).toBe('Conversation: it is empty; Question: it is empty');
});

test('a meeting cannot be reported fewer minutes before its start than there are between two polls', () => {
	const polled = (before: string, every: string) =>
		problemsOf('meeting-assistant-poll', { events: { type: 'choices', value: 'meeting.starting_soon' }, minutesBefore: { type: 'num', value: before }, minutes: { type: 'num', value: every } });
	expect(polled('1', '5')).toBe('Minutes Before: it is below “Poll Every (Minutes)”');
	expect(polled('5', '5')).toBe(true);
});
