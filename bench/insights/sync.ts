/**
 * The requests of *Sync Action Items* for 250 meetings of 30 days, counted at the sandbox. Fails if a sync that finds two
 * new meetings takes more than 30, or misses something.
 */
import { fieldsOf, textOf, type UnknownFields } from '../../src/format/read.ts';
import { syncActionItems } from '../../src/operations/resources/insight/sync/syncActionItems.ts';
import { account, HOUR_MS, NOW } from '../../test/insights/support/account.ts';
import { runIn } from '../../test/insights/support/runIn.ts';
import { publish } from '../report.ts';

const MEETINGS = 250;
const SPAN_MS = 30 * 24 * HOUR_MS;
const MAX_REQUESTS = 30;

async function requestsOf(checkAgain: 'all' | 'never' | 'recent') {
	const world = await account();
	const add = (index: number) =>
		world.addMeeting({
			title: `Meeting ${index}`,
			startTime: new Date(Date.parse(NOW) - ((index + 0.5) * SPAN_MS) / MEETINGS).toISOString(),
			attendees: [{ name: 'Ben', email: 'ben@acme.example' }],
			// A third of them have none.
			keyPoints: { actionItems: index % 3 === 2 ? [] : [{ item: `Task ${index}`, owner: 'Ann', priority: 'high', confidence: 1 }] },
		});
	for (let index = 2; index < MEETINGS; index++) await add(index);
	const table = new Map<string, UnknownFields>();
	const sync = async () => {
		const { sent, results } = await runIn(world, syncActionItems, { period: 'last30Days', checkAgain, syncedBefore: [...table.values()] });
		for (const row of results.map(fieldsOf)) table.set(textOf(row['dedupeKey']), row);
		const found = results.filter((row) => fieldsOf(row)['change'] !== 'state').length;
		return { requests: sent.length, found, state: textOf(table.get('sync-state')?.['hash']).length };
	};
	const first = await sync();
	const same = await sync();
	await add(0);
	await add(1);
	const twoNew = await sync();
	await world.stop();
	return { first, same, twoNew };
}

const rows: (number | string)[][] = [];
for (const [name, checkAgain] of [['All Meetings', 'all'], ['Recent Meetings', 'recent'], ['Never', 'never']] as const) {
	const { first, same, twoNew } = await requestsOf(checkAgain);
	rows.push([name, first.requests, same.requests, twoNew.requests, twoNew.state]);
	if (twoNew.found !== 2 || (checkAgain !== 'all' && twoNew.requests > MAX_REQUESTS)) {
		console.error(`${name}: ${twoNew.requests} requests for ${twoNew.found} of 2 changes`);
		process.exitCode = 1;
	}
}
publish({
	title: 'Requests of Sync Action Items',
	about: `For ${MEETINGS} meetings of 30 days, by the setting of *Check Again*, and how long the state is that the flow keeps.`,
	head: ['Check Again', 'First sync', 'Nothing changed', 'Two new meetings', 'State, characters'],
	rows,
});
