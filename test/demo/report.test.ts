import { simpleParser } from 'mailparser';
import type { Shown } from '../../scripts/demo/demo.ts';
import { report } from '../../scripts/demo/report.ts';
import { terminalSvg } from '../../scripts/docs/terminalSvg.ts';

const ESCAPE = '\u001b';
const address = `https://example.com/${'long/'.repeat(30)}`;

async function shown(changes: Partial<Shown['usage']> = {}): Promise<Shown> {
	return {
		file: 'call.vtt',
		imported: {
			conversationId: 'conv_1',
			title: 'R&D <weekly>',
			startTime: '2026-11-02T10:00:00Z',
			segmentCount: 1200,
			minutes: 61,
			participants: ['Ann', 'Ben'],
		},
		ran: [{ node: 'Send Email', items: 1, milliseconds: 12.4 }],
		usage: {
			rateLimit: { limit: 2000, remaining: 1993, resetAt: new Date(0) },
			lookingBack: 3,
			credits: { used: 2, limit: null },
			again: { cached: true, credits: 0 },
			...changes,
		},
		actionItems: [],
		mail: await simpleParser(`From: ann@example.com\r\nTo: ann@example.com\r\nSubject: Follow-up\r\n\r\nSee ${address}\r\n`),
		seconds: 1.04,
	};
}

test('uses colours when told to, and says the same without', async () => {
	const coloured = report(await shown(), { colours: true, width: 80 });
	const plain = report(await shown(), { colours: false, width: 80 });
	expect(coloured).toContain(`${ESCAPE}[32m`);
	expect(plain).not.toContain(ESCAPE);
	expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(plain);
});

test('says what it was told: counts, plans without a limit, and a meeting without action items', async () => {
	const text = report(await shown(), { colours: false, width: undefined });
	expect(text).toContain('61 minutes, 1,200 segments: Ann, Ben');
	expect(text).toContain('7 of 2,000 this hour: 4 by the workflow, 3 to write this report');
	expect(text).toContain('2 without a limit');
	expect(text).toContain('No action items were found in this meeting.');
	expect(text).toContain('in 1.0 seconds');
});

test('owns up when key points were made twice', async () => {
	const text = report(await shown({ again: { cached: false, credits: 1 } }), { colours: false, width: 80 });
	expect(text).toContain('made anew, and 1 credit was used');
	expect(text).not.toContain('Made once');
});

test('cuts nothing off the e-mail, however narrow the terminal', async () => {
	expect(report(await shown(), { colours: false, width: 20 })).toContain(address);
});

test('becomes a picture without control characters or broken markup', async () => {
	const svg = terminalSvg(report(await shown(), { colours: true, width: 80 }));
	expect(svg).not.toContain(ESCAPE);
	expect(svg).toContain('R&amp;D &lt;weekly&gt;</text>');
	expect(svg.match(/<text /g)?.length).toBe(svg.match(/<\/text>/g)?.length);
});
