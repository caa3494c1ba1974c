import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod/v4';

const Mail = z.object({ subject: z.string(), text: z.string(), html: z.string() });

// n8n's email node cannot be loaded by Jest.
const program = `
	import { readFileSync } from 'node:fs';
	import { firstRun } from './sandbox/cli/firstRun.ts';
	import { startSandbox } from './sandbox/index.ts';
	import { loadPackages, runWorkflow } from './packages/rehearsal/engine/index.ts';
	import { startMailbox } from './scripts/mailServer.ts';

	const [example, startNode] = process.argv.slice(-2);
	const sandbox = await startSandbox({ port: 0, database: ':memory:' });
	const { key: apiKey } = await firstRun(sandbox);
	const mailbox = await startMailbox();
	const { error } = await runWorkflow(JSON.parse(readFileSync('examples/' + example + '.json', 'utf8')), {
		packages: await loadPackages(),
		credentials: {
			'Meeting Assistant account': { apiKey, baseUrl: sandbox.url },
			'SMTP account': { host: mailbox.host, port: mailbox.port, secure: false, disableStartTls: true },
		},
		startNode,
		// A schedule has no manual run of its own; a polling trigger shows the newest meeting in one.
		...(startNode === 'Every Monday' && { input: [{ json: {} }] }),
	});
	if (error) throw error;
	const [{ subject, text = '', html }] = mailbox.mails;
	console.log(JSON.stringify({ subject, text, html: html || '' }));
	await mailbox.stop();
	await sandbox.stop();
	process.exit();
`;

/** The mail that an unchanged example sends in its first run on the sample month. */
async function mailOf(example: string, startNode: string) {
	const words = ['--disable-warning=ExperimentalWarning', '--input-type=module-typescript', '-e', program, '--', example, startNode];
	const { stdout } = await promisify(execFile)(resolve('node_modules/.bin/node'), words);
	return Mail.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
}

test('the weekly digest has meetings, decisions, several people’s action items, and dates', async () => {
	const { html } = await mailOf('weekly-digest', 'Every Monday');
	for (const words of ['Decisions', 'Action items', 'Other participant', 'Nora Feld']) expect(html).toContain(words);
	expect(html.match(/<li/g)?.length).toBeGreaterThan(12);
}, 120_000);

test('the follow-up email quotes what was decided, and lists action items', async () => {
	const { text } = await mailOf('follow-up-email', 'After a Call');
	expect(text).toContain('Nora Feld: So we decided to start the rollout on ');
	expect(text).toMatch(/Action items\n- .+\n- .+\n- /);
}, 120_000);
