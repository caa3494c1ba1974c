import { plain } from '../../src/format/index.ts';
import { colorsOf, print, printError, printJson, progressLine, table, UserError, wrapText, bodyWidthOf, section } from '../terminal.ts';
import { counted } from '../../src/words/index.ts';
import { parseArguments, readLibrary, readWorkflow } from '../rehearsal/arguments.ts';

const USAGE = `Usage: npm run forecast -- workflow.json … [options]

Adds up what workflows would take of the plan, without running them: requests by hour and AI credits by month.
Sub-workflows are found among these files and in their folders, by ID or name.

  --db FILE         the volume of a sandbox database
  --sample          the volume of the sample month
  --days N          the last N days, up to 92 (default 30)
  --until DATE      the end of that time, such as 2026-11-20T17:00:00Z (default: now)
  --timezone ZONE   for workflows without one (default: the account's)
  --user NAME       ID or email address, if the database has several users
  --json            prints the forecast as JSON

Without --db or --sample, three free requests read the volume of your account: set MEETING_ASSISTANT_API_KEY and
MEETING_ASSISTANT_BASE_URL. Exits with 1 if the plan is too small.`;

const DAY_MS = 86_400_000;
const progress = progressLine(process.stderr);
const number = new Intl.NumberFormat('en');

async function main(): Promise<void> {
	const given = process.argv.slice(2);
	const isSample = given.includes('--sample');
	const wanted = parseArguments(given.filter((word) => word !== '--sample'), process.env.INIT_CWD ?? '.', Date.now());
	if (!wanted) return await print(USAGE);
	const { until, days, database, user, timezone } = wanted;
	const isLocal = database !== null || isSample;
	if (!isLocal && !(process.env.MEETING_ASSISTANT_API_KEY && process.env.MEETING_ASSISTANT_BASE_URL)) {
		throw new UserError('Whose volume? Set MEETING_ASSISTANT_API_KEY and MEETING_ASSISTANT_BASE_URL to read your account, or add --sample or --db FILE.');
	}
	const files = wanted.files.map((file) => readWorkflow(file, wanted.pin));
	const others = wanted.files.flatMap((file) => readLibrary(file, []));
	progress.show('Reading the account');
	const [{ forecast }, { accountOf, readAccount }, { connect }] = await Promise.all([import('./forecast.ts'), import('./account.ts'), import('../../packages/client/index.ts')]);
	const span = { from: until - days * DAY_MS, until };
	const local = async () => {
		const { openMonth } = await import('../rehearsal/account/month.ts');
		return await accountOf(await openMonth(database, until, user), span);
	};
	const account = isLocal ? await local() : await readAccount(connect({}), span);
	const found = forecast({ files, others, account, ...span, timezone, paths: wanted.files });
	progress.clear();
	process.exitCode = found.isFine ? 0 : 1;
	if (wanted.isJson) return await printJson(found);
	const look = { colors: Boolean(process.stdout.isTTY) && !process.env.NO_COLOR, width: process.stdout.columns };
	const colors = colorsOf(look);
	await print(`\n${found.isFine ? colors.green('✔') : colors.red('✗')} ${colors.bold(wrapText(plain(found.sentence), bodyWidthOf(look)))}\n`);
	for (const { what, advice } of found.problems) await print(`${colors.red('✗')} ${wrapText(plain(`${what}. ${advice}`), bodyWidthOf(look))}\n`);
	const columns = [{ head: 'Node', width: 44 }, { head: 'Requests', width: 10, align: 'right' }, { head: 'AI credits', width: 10, align: 'right' }] as const;
	for (const { workflow, runs, nodes } of found.workflows) {
		const rows = nodes.map(({ node, requests, credits }) => [plain(node), number.format(requests), number.format(credits)]);
		await print(section(`${plain(workflow)}: ${counted(runs, 'run')} in ${counted(days, 'day')}`, table(columns, rows, colors), colors));
	}
	for (const note of found.notes) await print(`${wrapText(plain(note), bodyWidthOf(look))}\n`);
}

try {
	await main();
} catch (error) {
	progress.clear();
	printError(error instanceof UserError ? error.message : `The forecast failed: ${error instanceof Error ? error.message : String(error)}`);
	process.exitCode = 2;
}
// Otherwise the handles that n8n's engine keeps open would keep the process alive.
process.exit();
