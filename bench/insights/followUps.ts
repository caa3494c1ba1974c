/**
 * The requests and AI credits of *Draft Follow-Ups*, *Find Action Items* and *Sync Action Items*, with and without the
 * addresses of people, counted at the sandbox, against the fewest they can take. Fails if one takes more.
 */
import { draftFollowUps } from '../../src/operations/resources/insight/draftFollowUps.ts';
import { findActionItems } from '../../src/operations/resources/actionItem/find.ts';
import { syncActionItems } from '../../src/operations/resources/actionItem/sync.ts';
import type { Operation } from '../../src/operations/index.ts';
import { account, HOUR_MS, NOW, type Account } from '../../test/insights/support/account.ts';
import { runIn } from '../../test/insights/support/runIn.ts';
import { counted } from '../../src/words/counts.ts';
import { publish } from '../report.ts';

const MEETINGS = [0, 1, 101, 250];
const pages = (meetings: number): number => Math.max(1, Math.ceil(meetings / 100));
/** Every second meeting, the first included, is linked to an event. */
const linked = (meetings: number): number => Math.ceil(meetings / 2);
const unlinked = (meetings: number): number => meetings - linked(meetings);

/** Who people are: the profile, the calendar of the one day, and the contacts, of which each unlinked meeting has two. */
const addresses = (meetings: number): number =>
	Math.min(1, meetings) + Math.min(1, linked(meetings)) + Math.ceil((2 * unlinked(meetings)) / 200);

type Values = Readonly<Record<string, unknown>>;

const event = {
	id: 'ev1',
	summary: 'Acme weekly',
	start: { dateTime: new Date(Date.parse(NOW) - HOUR_MS).toISOString() },
	end: { dateTime: NOW },
	attendees: [{ email: 'ann.lee@acme.example', displayName: 'Ann Lee' }],
};

async function fill(world: Account, meetings: number): Promise<void> {
	world.sandbox.connectCalendar(world.userId, 'google');
	world.sandbox.addCalendarEvent(world.userId, event);
	for (let index = 0; index < meetings; index++) {
		const isLinked = index % 2 === 0;
		const names = isLinked ? ['Ann Lee'] : [`Ben Ode${index}`, `Cleo Ode${index}`];
		const owner = names[0] ?? '';
		await world.addMeeting({
			title: `Meeting ${index}`,
			startTime: new Date(Date.parse(NOW) - (index + 1) * 60_000).toISOString(),
			...(isLinked ? { calendarEventId: event.id } : { attendees: names.map((name) => ({ name, email: `${name.replace(' ', '.')}@beta.example` })) }),
			keyPoints: { actionItems: [{ item: 'Send the offer', owner, priority: 'high' as const, confidence: 1 }], participants: names },
		});
	}
}

/** More drafts than there are meetings. */
const ALL = 1000;

interface Case {
	readonly name: string;
	readonly operation: Operation;
	/** What the previous case returned. */
	readonly values: (earlier: readonly unknown[]) => Values;
	/** The requests that cannot be avoided, and AI credits. */
	readonly minimum: (meetings: number) => readonly [requests: number, credits: number];
}

/** A sync reads which action items are open. */
const OPEN = 1;

const cases: readonly Case[] = [
	{
		name: 'Sync Action Items, first time',
		operation: syncActionItems,
		values: () => ({}),
		minimum: (meetings) => [pages(meetings) + meetings + OPEN, 0],
	},
	{
		name: 'Sync Action Items, nothing changed',
		operation: syncActionItems,
		values: (syncedBefore) => ({ syncedBefore }),
		minimum: (meetings) => [pages(meetings) + meetings + OPEN, 0],
	},
	{
		name: 'Draft Follow-Ups',
		operation: draftFollowUps,
		values: () => ({ maxDrafts: ALL, withRecipients: false }),
		minimum: (meetings) => [pages(meetings) + meetings, meetings],
	},
	{
		name: 'Draft Follow-Ups, all drafted before',
		operation: draftFollowUps,
		values: (draftedBefore) => ({ draftedBefore, withRecipients: false }),
		minimum: (meetings) => [pages(meetings), 0],
	},
	{
		name: 'Draft Follow-Ups, with recipients',
		operation: draftFollowUps,
		values: () => ({ maxDrafts: ALL, withRecipients: true }),
		// Only key points say who took part in a meeting without an event.
		minimum: (meetings) => [pages(meetings) + meetings + unlinked(meetings) + addresses(meetings), meetings],
	},
	{
		name: 'Find Action Items, with addresses',
		operation: findActionItems,
		values: () => ({ withOwnerEmail: true }),
		minimum: (meetings) => [pages(meetings) + meetings + addresses(meetings), 0],
	},
	{
		name: 'Sync Action Items, with addresses, first time',
		operation: syncActionItems,
		values: () => ({ withOwnerEmail: true }),
		minimum: (meetings) => [pages(meetings) + meetings + OPEN + addresses(meetings), 0],
	},
	{
		name: 'Sync Action Items, with addresses, nothing changed',
		operation: syncActionItems,
		values: (syncedBefore) => ({ syncedBefore, withOwnerEmail: true }),
		minimum: (meetings) => [pages(meetings) + meetings + OPEN, 0],
	},
];

const cellsOf = new Map(cases.map(({ name }) => [name, new Array<string>()]));
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
		// An hour’s requests for each, so that even one that takes too many is counted.
		world.clock.advance(HOUR_MS);
		worst = Math.max(worst, sent.length / requests, credits / Math.max(1, credit));
		cellsOf.get(name)?.push(`${sent.length} / ${requests}, credits ${credits} / ${credit}, ${ms} ms`);
	}
	await world.stop();
}

publish({
	title: 'Requests and AI credits of what is done once for each meeting, and of addresses',
	about: 'Requests / the fewest there can be, AI credits / the fewest there can be, and the time, for so many meetings.',
	head: ['Operation', ...MEETINGS.map((meetings) => counted(meetings, 'meeting'))],
	rows: [...cellsOf].map(([name, cells]) => [name, ...cells]),
	ratios: [{ name: 'Requests and credits of an operation ÷ fewest possible, the worst', value: worst }],
});
if (worst > 1) {
	console.error('An operation takes more requests or AI credits than it must.');
	process.exitCode = 1;
}
