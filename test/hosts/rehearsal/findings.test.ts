import { rehearsal, run, workflow } from './support.ts';

const MINUTES = 60_000;
const kinds = (problems: readonly { readonly kind: string; readonly isFailure: boolean }[]) => problems.flatMap(({ kind, isFailure }) => (isFailure ? kind : []));

test('a workflow that pays again for the same draft is caught, with the node and the credits it wasted', async () => {
	const { code, report } = await rehearsal(workflow('pays-twice'));
	expect(code).toBe(1);
	expect(kinds(report.problems)).toEqual(['paidTwice']);
	expect(report.problems[0]).toMatchObject({ node: 'Draft', count: 16 });
	expect(report.usage.credits).toMatchObject({ workflow: 30, application: 26, byNode: [{ name: 'Draft', count: 30 }] });
	expect(report.sentence).toMatch(/30 AI credits a month.*paid twice/);
}, 5 * MINUTES);

test('a workflow that mails everyone twice is caught, with both triggers', async () => {
	const { code, report } = await rehearsal(workflow('mails-everyone-twice'));
	expect(code).toBe(1);
	expect(kinds(report.problems)).toEqual(['sentTwice', 'processedTwice']);
	const [sent, processed] = report.problems;
	expect(sent?.what).toMatch(/to everyone@quillbrook\.example is sent 2 times by “Tell Everyone”/);
	expect(processed?.advice).toContain('“When It Happens” and “Every Hour”');
	expect(report.sent).toEqual([{ name: 'Tell Everyone', kind: 'email', count: 30 }]);
}, 5 * MINUTES);

test('a workflow that starves at the limit is caught, with when', async () => {
	const { code, report } = await rehearsal(workflow('starves'));
	expect(code).toBe(1);
	expect(kinds(report.problems)).toContain('hourLimit');
	expect(report.sentence).toMatch(/the hourly limit breaks on Monday 16 November at 9/);
	const broken = report.usage.requests.hours.filter(({ refused }) => refused > 0);
	expect(broken).toEqual([{ at: Date.parse('2026-11-16T08:00:00Z'), requests: 500, refused: expect.any(Number) }]);
}, 5 * MINUTES);

test('a workflow that never ends is stopped, and says where', async () => {
	const { code, report } = await rehearsal(workflow('never-ends'), ['--days', '3']);
	expect(code).toBe(1);
	expect(kinds(report.problems)).toEqual(['runFailed']);
	expect(report.problems[0]).toMatchObject({ node: expect.stringMatching(/Again/), what: expect.stringContaining('stopped after 10,000 steps'), advice: expect.stringContaining('ends the loop') });
}, 5 * MINUTES);

test('a wait of days takes its time: reminders come two days after their meetings', async () => {
	const { code, report } = await rehearsal(workflow('waits'));
	expect(code).toBe(0);
	const runs = report.calendar.flatMap((day) => day.runs);
	expect(runs).toHaveLength(14);
	for (const { at, effects } of runs) {
		expect(effects).toHaveLength(1);
		expect(Math.round(((effects[0]?.at ?? 0) - at) / MINUTES)).toBe(2 * 24 * 60);
	}
}, 5 * MINUTES);

test.each([
	['no workflow', [], /Which workflow/],
	['a file that does not exist', ['nowhere.json'], /cannot be read/],
	['a file that is no workflow', ['package.json'], /not a workflow/],
	['a wrong number of days', ['examples/weekly-digest.json', '--days', '0'], /--days takes/],
	['a database that does not exist', ['examples/weekly-digest.json', '--db', 'nowhere.sqlite'], /There is no database .*nowhere\.sqlite\./],
	['a database that is none', ['examples/weekly-digest.json', '--db', 'package.json'], /not a sandbox database/],
])('%s is refused with a sentence', async (_name, words, message) => {
	const { code, err } = await run('packages/rehearsal/main.ts', words);
	expect(code).toBe(2);
	expect(err).toMatch(message);
	expect(err.trim().split('\n')).toHaveLength(1);
}, MINUTES);
