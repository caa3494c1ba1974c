/**
 * The requests of reports across meetings, counted at the sandbox, against the fewest they can take. Fails if one takes
 * more, or uses an AI credit.
 */
import Table from 'cli-table3';
import { account } from '../../test/insights/support/account.ts';
import { fill, reports } from './reports.ts';

const MEETINGS = [0, 1, 101, 250];

const counted = new Map(reports.map(({ name }) => [name, new Array<string>()]));
let isOver = false;

for (const meetings of MEETINGS) {
	const world = await account({ memory: false });
	await fill(world, meetings);
	const creditsUsed = async () => (await world.connect().client.user.profile()).data.apiUsage.aiGenerations.used;
	// Generating the key points to read has used some.
	const before = await creditsUsed();
	for (const { name, run, minimum } of reports) {
		const { sent, ...options } = world.connect();
		const start = performance.now();
		await run(options);
		const ms = Math.round(performance.now() - start);
		isOver ||= sent.length > minimum(meetings);
		counted.get(name)?.push(`${sent.length} / ${minimum(meetings)} in ${ms} ms`);
	}
	isOver ||= (await creditsUsed()) > before;
	await world.stop();
}

const table = new Table({ head: ['Requests / minimum', ...MEETINGS.map((meetings) => `for ${meetings}`)], style: { head: [], border: [] } });
for (const [name, cells] of counted) table.push([name, ...cells]);
console.log(table.toString());
if (isOver) {
	console.error('A report takes more requests than it must, or an AI credit.');
	process.exitCode = 1;
}
