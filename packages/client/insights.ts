import {
	digest as digestOver,
	findActionItems as findOver,
	prepareForMeeting as prepareOver,
	type ActionItemFilter,
	type Digest,
	type FoundActionItems,
	type MeetingTarget,
	type Period,
	type Preparation,
} from '../../src/insights/index.ts';
import { core, type Client } from './connect.ts';

export type { ActionItemFilter, Digest, FoundActionItems, MeetingTarget, Period, Preparation } from '../../src/insights/index.ts';

export interface InsightOptions {
	/** Max requests at once, at least 1; default 5. */
	readonly concurrency?: number | undefined;
	/** Milliseconds since 1970. */
	readonly now?: (() => number) | undefined;
}

const withClient = (client: Client, { concurrency, now = Date.now }: InsightOptions) => ({
	client: client[core](),
	now,
	...(concurrency !== undefined && { concurrency }),
});

/**
 * What happened in the meetings of a period: decisions, action items by owner, and important dates. Reads saved key points,
 * so it uses no AI credit. Stops early at a limit, and says so in `complete`, `stoppedBy` and `resumeAt`.
 */
export const digest = async (client: Client, period: Period, options: InsightOptions = {}): Promise<Digest> =>
	await digestOver(withClient(client, options), period);

/** Action items of many meetings, by owner, text or priority. Reads saved key points, so it uses no AI credit. */
export const findActionItems = async (
	client: Client,
	filter: ActionItemFilter & Period,
	options: InsightOptions = {},
): Promise<FoundActionItems> => await findOver(withClient(client, options), filter);

export interface PrepareOptions extends InsightOptions {
	/** Max briefings to read; default 10. */
	readonly maxPeople?: number | undefined;
	/** The user's own email address, to leave them out of an event's attendees. Default: one more request for it. */
	readonly ownEmail?: string | undefined;
}

/** What to know before a meeting with a person, a company, or the attendees of a calendar event. Uses no AI credit. */
export async function prepareForMeeting(client: Client, target: MeetingTarget, options: PrepareOptions = {}): Promise<Preparation> {
	const { maxPeople, ownEmail: given, ...rest } = options;
	const ownEmail = given ?? ('event' in target ? (await client.user.profile()).data.profile.email : undefined);
	return await prepareOver(withClient(client, rest), target, {
		...(maxPeople !== undefined && { maxPeople }),
		...(ownEmail !== undefined && { ownEmail }),
	});
}
