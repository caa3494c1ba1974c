/**
 * The requests of reports across meetings, counted at the sandbox, compared with the minimum. Fails if one takes more, or
 * uses an AI credit.
 */
import { account } from '../../test/reports/support/account.ts';
import { counted } from '../../src/words/counts.ts';
import { publish } from '../report.ts';
import { fill, reports } from './reports.ts';

const MEETINGS = [0, 1, 101, 250];

const cellsOf = new Map(reports.map(({ name }) => [name, new Array<string>()]));
/** The largest ratio of requests to the fewest possible. */
let worst = 0;
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
		worst = Math.max(worst, sent.length / minimum(meetings));
		cellsOf.get(name)?.push(`${sent.length} / ${minimum(meetings)} in ${ms} ms`);
	}
	isOver ||= worst > 1 || (await creditsUsed()) > before;
	await world.stop();
}

publish({
	title: 'Requests of reports across meetings',
	about: 'Requests that reached the sandbox / the fewest there can be, and the time that took, for so many meetings. None uses an AI credit.',
	head: ['Report', ...MEETINGS.map((meetings) => counted(meetings, 'meeting'))],
	rows: [...cellsOf].map(([name, cells]) => [name, ...cells]),
	ratios: [{ name: 'Requests of a report ÷ fewest possible, the worst', value: worst }],
});
if (isOver) {
	console.error('A report takes more requests than it must, or an AI credit.');
	process.exitCode = 1;
}
