import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runDemo, type Ended } from './runDemo.ts';

const ANSI = '\u001b[';

describe('the demo with the sample meeting', () => {
	let ended: Ended;
	beforeAll(async () => {
		// From a folder inside the project, as npm allows.
		ended = await runDemo([], { folder: import.meta.dirname });
	});

	test('succeeds, prints nothing to stderr and leaves nothing behind', () => {
		expect(ended).toMatchObject({ code: 0, err: '', left: [] });
	});

	test('shows the imported meeting', () => {
		expect(ended.out).toContain('Quillbrook pilot: trial review and next steps');
		expect(ended.out).toMatch(/16 minutes, 191 segments: Nora Feld, Priya Raman, Tomasz Wilk/);
	});

	test.each(['After a Call', 'Draft', 'Send Email'])(
		'shows node “%s” with one item and its duration',
		(node) => {
			expect(ended.out).toMatch(new RegExp(`${node} +1 +[\\d,]+\n`));
		},
	);

	test('shows usage, and that key points are generated only once', () => {
		expect(ended.out).toMatch(/Requests +\d+ of 500 this hour/);
		expect(ended.out).toMatch(/AI credits +2 of 100 this month/);
		expect(ended.out).toContain('Generated once. A second request returned the saved ones and used no AI credit.');
	});

	test('shows action items with owners', () => {
		const items = ended.out.slice(ended.out.indexOf('Action items'), ended.out.indexOf('Email received'));
		expect(items).toMatch(/Nora Feld +.*quote/);
		expect(items).toMatch(/Tomasz Wilk +.*questionnaire/);
		expect(items).toMatch(/Priya Raman +.*sixteen scanners/);
	});

	test('shows the received e-mail', () => {
		const mail = ended.out.slice(ended.out.indexOf('Email received'));
		expect(mail).toMatch(/From +you@example\.com/);
		expect(mail).toMatch(/To +you@example\.com/);
		expect(mail).toMatch(/Subject +\S/);
		expect(mail).toContain('revised quote');
	});

	test('uses no colors outside a terminal', () => {
		expect(ended.out).not.toContain(ANSI);
	});
});

test('a meeting keeps the date that its file has, which decides when action items are due', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'demo-dated-'));
	try {
		const file = 'GMT20261119-150012_Recording.transcript.vtt';
		writeFileSync(join(folder, file), 'WEBVTT\n\n00:00:01.000 --> 00:00:10.000\nAnn Own: Hello Tom.\n\n00:10:00.000 --> 00:10:10.000\nAnn Own: I will send the offer by Friday.\n\n00:29:50.000 --> 00:29:59.000\nTom Ford: Great.\n');
		const { out } = await runDemo([file], { folder });
		expect(out).toMatch(/send the offer by Friday\. +2026-11-20/);
		expect(out).toMatch(/on 19\s+November\s+2026/);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});

test('an interrupted demo leaves no database behind', async () => {
	const ended = await runDemo([], { interruptAt: 'meeting-assistant-demo-' });
	expect(ended).toMatchObject({ code: 130, left: [] });
	expect(ended.out).not.toContain('✔');
});

test('--help shows the usage', async () => {
	const ended = await runDemo(['--help']);
	expect(ended).toMatchObject({ code: 0, err: '' });
	expect(ended.out).toContain('npm run demo [-- path/to/meeting.vtt]');
});
