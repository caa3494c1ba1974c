/**
 * Checks *Sync Action Items*: how many requests it takes, counted at the sandbox, and whether its results are right in
 * random accounts. Fails if a sync takes too many requests or misses something, if hourly syncs exceed the Starter plan, or
 * if a random account ends up wrong. Usage: `npm run bench -- sync`, or this file with another number of accounts.
 */
import { plans } from '../../src/api/index.ts';
import { fieldsOf, textOf, type UnknownFields } from '../../src/format/read.ts';
import { syncActionItems } from '../../src/operations/resources/actionItem/sync.ts';
import { account, HOUR_MS, NOW } from '../../test/reports/support/account.ts';
import { runIn } from '../../test/reports/support/runIn.ts';
import { noCounts, play } from '../../test/reports/syncModel.ts';
import { publish } from '../report.ts';

const DAY_MS = 24 * HOUR_MS;
const MAX_REQUESTS = 35;
const ACCOUNTS = Number(process.argv[2] ?? 300);

function fail(message: string): void {
	console.error(message);
	process.exitCode = 1;
}

/** So many meetings, evenly over a number of days before now. A third of them have no action items. */
async function synced(meetings: number, days: number) {
	const world = await account();
	const table = new Map<string, UnknownFields>();
	const add = (index: number, startTime: string) =>
		world.addMeeting({
			title: `Meeting ${index}`,
			startTime,
			attendees: [{ name: 'Ben', email: 'ben@acme.example' }],
			keyPoints: { actionItems: index % 3 === 2 ? [] : [{ item: `Task ${index}`, owner: 'Ann', priority: 'high', confidence: 1 }] },
		});
	for (let index = 0; index < meetings; index++) await add(index, new Date(Date.parse(NOW) - ((index + 0.5) * days * DAY_MS) / meetings).toISOString());
	return {
		add: (index: number) => add(index, new Date(world.clock.now() - HOUR_MS / 2).toISOString()),
		stop: () => world.stop(),
		async sync() {
			const { sent, results } = await runIn(world, syncActionItems, { period: 'lastDays', days, syncedBefore: [...table.values()] });
			for (const row of results.map(fieldsOf)) table.set(textOf(row['dedupeKey']), row);
			world.clock.advance(HOUR_MS);
			return { requests: sent.length, found: results.length };
		},
	};
}

const rows: (number | string)[][] = [];
for (const [meetings, days] of [[70, 14], [250, 30]] as const) {
	const { add, sync, stop } = await synced(meetings, days);
	const first = await sync();
	const hourly: number[] = [];
	for (let hour = 0; hour < 31; hour++) hourly.push((await sync()).requests);
	await add(meetings);
	await add(meetings + 1);
	const twoNew = await sync();
	await stop();
	rows.push([`${meetings} of ${days} days`, first.requests, (hourly.reduce((sum, one) => sum + one, 0) / hourly.length).toFixed(1), Math.max(...hourly), twoNew.requests]);
	const expected = [meetings, meetings + 1].filter((index) => index % 3 !== 2).length;
	if (twoNew.found !== expected || Math.max(...hourly) > MAX_REQUESTS) fail(`${meetings} meetings: ${Math.max(...hourly)} requests, ${twoNew.found} of ${expected} changes`);
	if (days === 14 && Math.max(first.requests, ...hourly) > plans.starter.requestsPerHour) fail('Hourly syncs of 14 days do not fit into the Starter plan');
}
publish({
	title: 'Requests of Sync Action Items',
	about: 'Once an hour, where a third of the meetings has no action items: the first sync, 31 in which nothing changed, and one with two new meetings.',
	head: ['Meetings', 'First sync', 'Nothing changed, on average', 'At most', 'Two new meetings'],
	rows,
});

const counts = noCounts();
for (let seed = 1; seed <= ACCOUNTS; seed++) play(seed, counts);
const { syncs, resolved, resolvedWrong, resolvedMissed, disappearedWrong, createdTwice, noise, tablesThatDiffer, starved } = counts;
publish({
	title: 'Sync Action Items in drawn accounts',
	about: `${ACCOUNTS} accounts with key points made anew, deletions, equal texts, limits, faults, and schedules from every hour to once a week.`,
	head: ['Syncs', 'Resolved', 'Wrongly resolved', 'Not noticed as resolved', 'Wrongly gone', 'Created twice', 'Changes without a change', 'Tables that differ in the end', 'Meetings never read again'],
	rows: [[syncs, resolved, resolvedWrong, resolvedMissed, disappearedWrong, createdTwice, noise, tablesThatDiffer, starved]],
});
if (resolvedWrong + disappearedWrong + createdTwice + noise + tablesThatDiffer + starved > 0) fail('A drawn account is wrong.');
