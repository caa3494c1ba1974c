import type { Report } from '../../../packages/rehearsal/report/report.ts';
import { rehearsals, run, workflow } from './support.ts';

const MINUTES = 60_000;
const kinds = (problems: readonly { readonly kind: string; readonly isFailure: boolean }[]) => problems.flatMap(({ kind, isFailure }) => (isFailure ? kind : []));

let reports: ReadonlyMap<string, Report>;
beforeAll(async () => {
	const months = ['pays-twice', 'mails-everyone-twice', 'starves', 'waits'].map((name) => [name, { file: workflow(name) }]);
	reports = await rehearsals({ ...Object.fromEntries(months), 'never-ends': { file: workflow('never-ends'), days: 3 } });
}, 5 * MINUTES);

function reportOf(name: string): Report {
	const report = reports.get(name);
	if (!report) throw new Error(`${name} was not rehearsed`);
	return report;
}

test('a workflow that pays again for the same draft is caught, with the node and the credits it wasted', () => {
	const report = reportOf('pays-twice');
	expect(report.isFine).toBe(false);
	expect(kinds(report.problems)).toEqual(['paidTwice']);
	expect(report.problems[0]).toMatchObject({ node: 'Draft', count: 17 });
	expect(report.usage.credits).toMatchObject({ workflow: 30, application: 26, byNode: [{ name: 'Draft', count: 30 }] });
	expect(report.sentence).toMatch(/30 AI credits a month.*paid twice/);
});

test('a workflow that mails everyone twice is caught, with both triggers', () => {
	const report = reportOf('mails-everyone-twice');
	expect(report.isFine).toBe(false);
	expect(kinds(report.problems)).toEqual(['sentTwice', 'processedTwice']);
	const [sent, processed] = report.problems;
	expect(sent?.what).toMatch(/to everyone@quillbrook\.example is sent 2 times by “Tell Everyone”/);
	expect(processed?.advice).toContain('“When It Happens” and “Every Hour”');
	expect(report.sent).toEqual([{ name: 'Tell Everyone', kind: 'email', count: 30 }]);
});

test('a workflow that starves at the limit is caught, with when', () => {
	const report = reportOf('starves');
	expect(report.isFine).toBe(false);
	expect(kinds(report.problems)).toContain('hourLimit');
	expect(report.sentence).toMatch(/the hourly limit breaks on Monday 16 November at 9/);
	const broken = report.usage.requests.hours.filter(({ refused }) => refused > 0);
	expect(broken).toEqual([{ at: Date.parse('2026-11-16T08:00:00Z'), requests: 500, refused: expect.any(Number) }]);
});

test('a workflow that never ends is stopped, and says where', () => {
	const report = reportOf('never-ends');
	expect(report.isFine).toBe(false);
	expect(kinds(report.problems)).toEqual(['runFailed']);
	expect(report.problems[0]).toMatchObject({ node: expect.stringMatching(/Again/), what: expect.stringContaining('stopped after 10,000 steps'), advice: expect.stringContaining('ends the loop') });
});

test('a wait of days takes its time: reminders come two days after their meetings', () => {
	const report = reportOf('waits');
	expect(report.isFine).toBe(true);
	const runs = report.calendar.flatMap((day) => day.runs);
	expect(runs).toHaveLength(14);
	for (const { at, effects } of runs) {
		expect(effects).toHaveLength(1);
		expect(Math.round(((effects[0]?.at ?? 0) - at) / MINUTES)).toBe(2 * 24 * 60);
	}
});

test.each([
	['no workflow', [], /Which workflow/],
	['a file that does not exist', ['nowhere.json'], /^There is no such file: .*nowhere\.json$/m],
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
