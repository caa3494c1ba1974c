import type { ReaderOptions } from '../../src/meetings/index.ts';
import { digest, findActionItems, findDecisions, prepareForMeeting, searchTranscripts } from '../../src/reports/index.ts';
import { HOUR_MS, NOW, type Account } from '../../test/reports/support/account.ts';
import { begin } from '../../test/reports/support/task.ts';

const DAY_MS = 24 * HOUR_MS;
const daysAgo = (days: number): string => new Date(Date.parse(NOW) - days * DAY_MS).toISOString();
const pages = (meetings: number): number => Math.max(1, Math.ceil(meetings / 100));

/** Max key points that a briefing reads by default. */
const MAX_READ = 25;

export interface Case {
	readonly name: string;
	readonly run: (options: ReaderOptions) => Promise<object>;
	/** The requests that cannot be avoided, for this many meetings in the last week and as many in the week before. */
	readonly minimum: (meetings: number) => number;
}

const lastWeek = { since: daysAgo(7) };

/** Reports across meetings with the fewest requests they can take, as their documentation states. */
export const reports: readonly Case[] = [
	{
		name: 'Get Digest',
		run: (options) => digest(begin(options), lastWeek),
		minimum: (meetings) => pages(meetings) + meetings,
	},
	{
		name: 'Get Digest, by topic',
		run: (options) => digest(begin(options), lastWeek, { topic: 'pricing' }),
		minimum: (meetings) => pages(meetings) + meetings,
	},
	{
		name: 'Get Digest, compared',
		run: (options) => digest(begin(options), lastWeek, { previous: { since: daysAgo(14), until: daysAgo(7) } }),
		minimum: (meetings) => pages(2 * meetings) + 2 * meetings,
	},
	{
		name: 'Find Decisions',
		run: (options) => findDecisions(begin(options), lastWeek),
		minimum: (meetings) => pages(meetings) + meetings,
	},
	{
		name: 'Find Action Items',
		run: (options) => findActionItems(begin(options), lastWeek),
		minimum: (meetings) => pages(meetings) + meetings,
	},
	{
		name: 'Search Transcripts',
		run: (options) => searchTranscripts(begin(options), { ...lastWeek, query: 'hello' }),
		minimum: (meetings) => pages(meetings) + meetings,
	},
	{
		name: 'Search Transcripts, up to a limit',
		run: (options) => searchTranscripts(begin({ ...options, concurrency: 1 }), { ...lastWeek, query: 'there', limit: 10 }),
		minimum: (meetings) => pages(meetings) + Math.min(meetings, 10),
	},
	{
		name: 'Prepare for Meeting, topic',
		run: (options) => prepareForMeeting(begin(options), { topic: 'pricing' }, { days: 7 }),
		minimum: (meetings) => pages(meetings) + Math.min(meetings, MAX_READ),
	},
	{
		name: 'Prepare for Meeting, person without memory',
		run: (options) => prepareForMeeting(begin(options), { person: 'ann.lee@acme.example' }, { days: 7 }),
		minimum: (meetings) => 1 + pages(meetings) + Math.min(meetings, MAX_READ),
	},
];

/** This many meetings in the last week, and as many in the week before. */
export async function fill(world: Account, meetings: number): Promise<void> {
	const keyPoints = { participants: ['Ann Lee'], decisions: ['Lower the pricing'], sections: [{ heading: 'Pricing', points: ['Too high'] }] };
	for (let index = 0; index < meetings; index++) {
		for (const days of [1, 8]) {
			const startTime = new Date(Date.parse(NOW) - days * DAY_MS - index * 60_000).toISOString();
			await world.addMeeting({ title: `Meeting ${index}`, startTime, keyPoints });
		}
	}
}
