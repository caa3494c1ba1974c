import { runDemo, type Ended } from './runDemo.ts';

const ANSI = '\u001b[';

describe('the demo with the meeting that comes with it', () => {
	let ended: Ended;
	beforeAll(async () => {
		// From a folder within the project, as npm allows.
		ended = await runDemo([], { folder: __dirname });
	});

	test('ends well, says nothing on the error output and leaves nothing behind', () => {
		expect(ended).toMatchObject({ code: 0, err: '', left: [] });
	});

	test('shows what was imported', () => {
		expect(ended.out).toContain('Quillbrook pilot: trial review and next steps');
		expect(ended.out).toMatch(/16 minutes, 191 segments: Nora Feld, Priya Raman, Tomasz Wilk/);
	});

	test.each(['My Profile', 'Newest Conversation', 'Key Points', 'Follow-Up Draft', 'Send Email'])(
		'shows the node “%s” with one item and its milliseconds',
		(node) => {
			expect(ended.out).toMatch(new RegExp(`${node} +1 +\\d+\n`));
		},
	);

	test('shows what was used of the limits, and that key points are made only once', () => {
		expect(ended.out).toMatch(/Requests +\d+ of 500 this hour/);
		expect(ended.out).toMatch(/AI credits +2 of 100 this month/);
		expect(ended.out).toContain('Made once. Asked for again: the saved ones came, and no credit was used.');
	});

	test('shows action items with owners', () => {
		const items = ended.out.slice(ended.out.indexOf('Action items'), ended.out.indexOf('The e-mail'));
		expect(items).toMatch(/Nora Feld +.*quote/);
		expect(items).toMatch(/Tomasz Wilk +.*questionnaire/);
		expect(items).toMatch(/Priya Raman +.*sixteen scanners/);
	});

	test('shows the e-mail as it arrived', () => {
		const mail = ended.out.slice(ended.out.indexOf('The e-mail'));
		expect(mail).toMatch(/From +nora\.feld@example\.com/);
		expect(mail).toMatch(/To +nora\.feld@example\.com/);
		expect(mail).toMatch(/Subject +\S/);
		expect(mail).toContain('revised quote');
	});

	test('uses no colours where nobody watches', () => {
		expect(ended.out).not.toContain(ANSI);
	});
});

test('an interrupted demo leaves no data base behind', async () => {
	const ended = await runDemo([], { interruptAt: 'meeting-assistant-demo-' });
	expect(ended).toMatchObject({ code: 130, left: [] });
	expect(ended.out).not.toContain('✔');
});

test('--help says how to use it', async () => {
	const ended = await runDemo(['--help']);
	expect(ended).toMatchObject({ code: 0, err: '' });
	expect(ended.out).toContain('npm run demo [-- path/to/meeting.vtt]');
});
