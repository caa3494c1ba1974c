/**
 * The requests and AI credits of operations across 101 meetings when a fifth of all answers fails. What failed must be asked
 * again, and nothing else; no credit may be used twice. Fails if more is used than that, or if something is missing.
 */
import { findActionItems } from '../../src/operations/resources/actionItem/find.ts';
import { getDigest } from '../../src/operations/resources/insight/getDigest.ts';
import { syncActionItems } from '../../src/operations/resources/actionItem/sync.ts';
import { generateKeyPoints } from '../../src/operations/resources/keyPoints.ts';
import type { Operation } from '../../src/operations/index.ts';
import type { NewRule } from '../../sandbox/faults/rule.ts';
import { account, NOW, type Account } from '../../test/insights/support/account.ts';
import { runIn } from '../../test/insights/support/runIn.ts';
import { publish } from '../report.ts';

const MEETINGS = 101;
const SHARE = 0.05;

const faults: readonly NewRule[] = [
	{ kind: 'internal-error', method: 'GET', share: SHARE, seed: 11 },
	{ kind: 'connection-reset', afterProcessing: true, share: SHARE, seed: 12 },
	{ kind: 'truncated-json', share: SHARE, seed: 13 },
	{ kind: 'rate-limited', retryAfterSeconds: 1, share: SHARE, seed: 14 },
];

const operations: readonly (readonly [name: string, operation: Operation, credits: number])[] = [
	['Get Digest', getDigest, 0],
	['Find Action Items', findActionItems, 0],
	['Sync Action Items, first time', syncActionItems, 0],
	['Generate key points of each', generateKeyPoints, MEETINGS],
];

/** Adds the meetings, and returns their IDs. */
async function fill(world: Account, withKeyPoints: boolean): Promise<string[]> {
	const actionItems = [{ item: 'Send the offer', owner: 'Ann', priority: 'high' as const, confidence: 1 }];
	const ids: string[] = [];
	for (let index = 0; index < MEETINGS; index++) {
		const startTime = new Date(Date.parse(NOW) - (index + 1) * 60_000).toISOString();
		ids.push(await world.addMeeting({ title: `Meeting ${index}`, startTime, ...(withKeyPoints && { keyPoints: { actionItems } }) }));
	}
	return ids;
}

async function measure(operation: Operation, isPaid: boolean, withFaults: boolean) {
	const world = await account();
	const ids = await fill(world, !isPaid);
	const creditsUsed = async () => (await world.connect().client.user.profile()).data.apiUsage.aiGenerations.used;
	const before = await creditsUsed();
	if (withFaults) for (const fault of faults) world.sandbox.faults.add(fault);
	let [requests, results] = [0, 0];
	for (const values of isPaid ? ids.map((id) => ({ id })) : [{}]) {
		const ran = await runIn(world, operation, values, { patienceMs: 60_000 });
		[requests, results] = [requests + ran.sent.length, results + ran.results.length];
	}
	const failed = world.sandbox.faults.list().reduce((sum, { injected }) => sum + injected, 0);
	world.sandbox.faults.clear();
	const credits = (await creditsUsed()) - before;
	await world.stop();
	return { requests, failed, credits, results };
}

const rows: (number | string)[][] = [];
const worst = { requests: 0, credits: 0 };
for (const [name, operation, expected] of operations) {
	const [calm, faulty] = [await measure(operation, expected > 0, false), await measure(operation, expected > 0, true)];
	worst.requests = Math.max(worst.requests, faulty.requests / (calm.requests + faulty.failed));
	worst.credits = Math.max(worst.credits, faulty.credits / Math.max(1, expected));
	rows.push([name, calm.requests, faulty.requests, faulty.failed, `${faulty.credits} / ${expected}`, `${faulty.results} / ${calm.results}`]);
	if (faulty.results !== calm.results) process.exitCode = 1;
}
publish({
	title: 'Requests and AI credits under faults',
	about: `${MEETINGS} meetings, and one answer in five fails: internal errors of reads, connections cut after the work was done, truncated answers, and “rate limited” at once.`,
	head: ['Operation', 'Requests without faults', 'With faults', 'Failed', 'AI credits / fewest', 'Results / without faults'],
	rows,
	ratios: [
		{ name: 'Requests under faults ÷ fewest and those that failed, the worst', value: worst.requests },
		{ name: 'AI credits under faults ÷ fewest, the worst', value: worst.credits },
	],
});
if (worst.requests > 1 || worst.credits > 1) {
	console.error('An operation takes more requests or AI credits under faults than it must.');
	process.exitCode = 1;
}
