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
import { ClientError } from '../../src/client/index.ts';
import { simpleProfile } from '../../src/format/profile.ts';
import { coreOf, type Client } from './connect.ts';
import { anyText, callback, check, count, event, fields, list, object, text } from './given.ts';

export type { ActionItemFilter, Digest, FoundActionItems, MeetingTarget, Period, Preparation } from '../../src/insights/index.ts';

export interface InsightOptions {
	/** Max requests at once, at least 1; default 5. */
	readonly concurrency?: number | undefined;
	/** Milliseconds since 1970. */
	readonly now?: (() => number) | undefined;
}

const insightOptions = fields({ concurrency: count.optional(), maxPeople: count.optional(), now: callback.optional(), ownEmail: anyText.optional() });

function withClient(client: Client, options: InsightOptions) {
	check(insightOptions, options, 'options');
	const { concurrency } = options;
	return { client: coreOf(client), now: options.now ?? Date.now, ...(concurrency && { concurrency }) };
}

/**
 * What happened in the meetings of a period: decisions, action items by owner, and important dates. Reads saved key points,
 * so it uses no AI credit. Stops early at a limit, and says so in `complete`, `stoppedBy` and `resumeAt`.
 */
export async function digest(client: Client, period: Period, options: InsightOptions = {}): Promise<Digest> {
	check(object, period, 'period');
	return await digestOver(withClient(client, options), period);
}

const actionItemFilter = fields({
	owner: anyText.optional(),
	priorities: list('it must be a list of priorities').optional(),
	text: anyText.optional(),
});

/** Action items of many meetings, by owner, text or priority. Reads saved key points, so it uses no AI credit. */
export async function findActionItems(
	client: Client,
	filter: ActionItemFilter & Period,
	options: InsightOptions = {},
): Promise<FoundActionItems> {
	check(actionItemFilter, filter, 'filter');
	return await findOver(withClient(client, options), filter);
}

export interface PrepareOptions extends InsightOptions {
	/** Max briefings to read; default 10. */
	readonly maxPeople?: number | undefined;
	/** The user's own email address, to leave them out of an event's attendees. Default: one more request for it. */
	readonly ownEmail?: string | undefined;
}

const targets = { company: text.optional(), event: event.optional(), person: text.optional(), topic: text.optional() };

function checkTarget(target: MeetingTarget): void {
	check(fields(targets), target, 'target');
	const isNamed = Object.keys(targets).some((name) => Reflect.get(target, name) !== undefined);
	if (!isNamed) throw new ClientError({ kind: 'invalidInput', field: 'target', reason: 'pass a `person`, a `company`, an `event` or a `topic`' });
}

/** What to know before a meeting with a person, a company, or the attendees of a calendar event. Uses no AI credit. */
export async function prepareForMeeting(client: Client, target: MeetingTarget, options: PrepareOptions = {}): Promise<Preparation> {
	checkTarget(target);
	check(insightOptions, options, 'options');
	const { maxPeople, ownEmail: given, ...rest } = options;
	const ownEmail = given ?? ('event' in target ? (simpleProfile((await client.user.profile()).data).email ?? undefined) : undefined);
	return await prepareOver(withClient(client, rest), target, {
		...(maxPeople !== undefined && { maxPeople }),
		...(ownEmail !== undefined && { ownEmail }),
	});
}
