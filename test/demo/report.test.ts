import { simpleParser } from 'mailparser';
import { parseArguments } from '../../scripts/demo/arguments.ts';
import type { DemoResult } from '../../scripts/demo/demo.ts';
import { report } from '../../scripts/demo/report.ts';
import { terminalSvg } from '../../scripts/docs/terminalSvg.ts';

const ESCAPE = '\u001b';
const address = `https://example.com/${'long/'.repeat(30)}`;

async function demoResult(changes: Partial<DemoResult['usage']> = {}): Promise<DemoResult> {
	return {
		file: 'call.vtt',
		workflow: 'examples/follow-up-email.json',
		imported: {
			conversationId: 'conv_1',
			title: 'R&D <weekly>',
			startTime: '2026-11-02T10:00:00Z',
			notes: [],
			withoutKeyPoints: null,
			segmentCount: 1200,
			seconds: 3660,
			participants: ['Ann', 'Ben'],
		},
		nodeRuns: [{ node: 'Send Email', items: 1, milliseconds: 12.4 }],
		usage: {
			rateLimit: { limit: 2000, remaining: 1993, resetAt: new Date(0) },
			reportRequests: 3,
			credits: { used: 2, limit: null },
			again: { cached: true, credits: 0 },
			...changes,
		},
		actionItems: [],
		mail: await simpleParser(`From: ann@example.com\r\nTo: ann@example.com\r\nSubject: Follow-up\r\n\r\nSee ${address}\r\n`),
		seconds: 1.04,
	};
}

test('names with commas stand apart, and notes on the file are shown', async () => {
	const result = await demoResult();
	const imported = { ...result.imported, participants: ['Keller, Jonas', 'Sato, Yuki'], notes: ['No date was recognized in the file.'] };
	const text = report({ ...result, imported }, { colors: false, width: 80 });
	expect(text).toContain('segments: Keller, Jonas; Sato, Yuki\n');
	expect(text).toContain('No date was recognized in the file.');
});

test('a meeting without names ends after its length', async () => {
	const result = await demoResult();
	const imported = { ...result.imported, participants: [], segmentCount: 3, seconds: 45 };
	expect(report({ ...result, imported }, { colors: false, width: 80 })).toMatch(/45 seconds, 3 segments\n/);
});

test('the start of a meeting can be given, and has to be a date', () => {
	expect(parseArguments(['a.vtt', '--start', '2026-03-02T09:15:00Z'], '/')).toMatchObject({ file: '/a.vtt', start: new Date('2026-03-02T09:15:00Z') });
	expect(() => parseArguments(['a.vtt', '--start', 'Monday'], '/')).toThrow(/^--start takes a date and time, .*not “Monday”/);
});

test('has the same text with and without colors', async () => {
	const colored = report(await demoResult(), { colors: true, width: 80 });
	const plain = report(await demoResult(), { colors: false, width: 80 });
	expect(colored).toContain(`${ESCAPE}[32m`);
	expect(plain).not.toContain(ESCAPE);
	expect(colored.replace(/\u001b\[\d+m/g, '')).toBe(plain);
});

test('shows counts, unlimited plans, and a meeting without action items', async () => {
	const text = report(await demoResult(), { colors: false, width: undefined });
	expect(text).toContain('61 minutes, 1,200 segments: Ann, Ben');
	expect(text).toContain('7 of 2,000 this hour: 4 by the workflow, 3 for this report');
	expect(text).toContain('2 (unlimited)');
	expect(text).toContain('No action items in this meeting.');
	expect(text).toContain('in 1.0 seconds');
});

test('admits that key points were generated twice', async () => {
	const text = report(await demoResult({ again: { cached: false, credits: 1 } }), { colors: false, width: 80 });
	expect(text).toContain('generated them again and used 1 AI credit.');
	expect(text).not.toContain('Generated once');
});

test('does not truncate the e-mail, however narrow the terminal', async () => {
	expect(report(await demoResult(), { colors: false, width: 20 })).toContain(address);
});

test('renders as SVG without control characters or broken markup', async () => {
	const svg = terminalSvg(report(await demoResult(), { colors: true, width: 80 }));
	expect(svg).not.toContain(ESCAPE);
	expect(svg).toContain('R&amp;D &lt;weekly&gt;</text>');
	expect(svg.match(/<text /g)?.length).toBe(svg.match(/<\/text>/g)?.length);
});
