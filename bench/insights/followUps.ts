/**
 * The requests and AI credits of *Draft Follow-Ups* and *Sync Action Items*, counted at the sandbox, against the fewest
 * they can take. Fails if one takes more.
 */
import { draftFollowUps } from '../../src/operations/insight/draftFollowUps.ts';
import { syncActionItems } from '../../src/operations/insight/syncActionItems.ts';
import type { Operation } from '../../src/operations/index.ts';
import { account, NOW, type Account } from '../../test/insights/support/account.ts';
import { runIn } from '../../test/insights/support/runIn.ts';
import { publish } from '../report.ts';

const MEETINGS = [0, 1, 101, 250];
const pages = (meetings: number): number => Math.max(1, Math.ceil(meetings / 100));

type Values = Readonly<Record<string, unknown>>;

async function fill(world: Account, meetings: number): Promise<void> {
	const actionItems = [{ item: 'Send the offer', owner: 'Ann', priority: 'high' as const, confidence: 1 }];
	for (let index = 0; index < meetings; index++) {
		const startTime = new Date(Date.parse(NOW) - (index + 1) * 60_000).toISOString();
		await world.addMeeting({ title: `Meeting ${index}`, startTime, keyPoints: { actionItems } });
	}
}

interface Case {
	readonly name: string;
	readonly operation: Operation;
	/** What the previous case returned. */
	readonly values: (earlier: readonly unknown[]) => Values;
	/** The requests that cannot be avoided, and AI credits. */
	readonly minimum: (meetings: number) => readonly [requests: number, credits: number];
}

const cases: readonly Case[] = [
	{
		name: 'Sync Action Items, first time',
		operation: syncActionItems,
		values: () => ({}),
		minimum: (meetings) => [pages(meetings) + meetings, 0],
	},
	{
		name: 'Sync Action Items, nothing changed',
		operation: syncActionItems,
		values: (syncedBefore) => ({ syncedBefore }),
		minimum: (meetings) => [pages(meetings) + meetings, 0],
	},
	{
		name: 'Draft Follow-Ups',
		operation: draftFollowUps,
		values: () => ({}),
		minimum: (meetings) => [pages(meetings) + meetings, meetings],
	},
	{
		name: 'Draft Follow-Ups, all drafted before',
		operation: draftFollowUps,
		values: (draftedBefore) => ({ draftedBefore }),
		minimum: (meetings) => [pages(meetings), 0],
	},
];

const counted = new Map(cases.map(({ name }) => [name, new Array<string>()]));
/** The largest ratio of requests, or of credits, to the fewest possible. */
let worst = 0;

for (const meetings of MEETINGS) {
	const world = await account();
	await fill(world, meetings);
	const creditsUsed = async () => (await world.connect().client.user.profile()).data.apiUsage.aiGenerations.used;
	let earlier: readonly unknown[] = [];
	for (const { name, operation, values, minimum } of cases) {
		const before = await creditsUsed();
		const start = performance.now();
		const { sent, results } = await runIn(world, operation, values(earlier));
		const ms = Math.round(performance.now() - start);
		const credits = (await creditsUsed()) - before;
		const [requests, credit] = minimum(meetings);
		earlier = results;
		worst = Math.max(worst, sent.length / requests, credits / Math.max(1, credit));
		counted.get(name)?.push(`${sent.length} / ${requests}, credits ${credits} / ${credit}, ${ms} ms`);
	}
	await world.stop();
}

publish({
	title: 'Requests and AI credits of what is done once for each meeting',
	about: 'Requests / the fewest there can be, AI credits / the fewest there can be, and the time, for so many meetings.',
	head: ['Operation', ...MEETINGS.map((meetings) => `${meetings} meetings`)],
	rows: [...counted].map(([name, cells]) => [name, ...cells]),
	ratios: [{ name: 'Requests and credits of an operation ÷ fewest possible, the worst', value: worst }],
});
if (worst > 1) {
	console.error('An operation takes more requests or AI credits than it must.');
	process.exitCode = 1;
}
