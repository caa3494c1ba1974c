import { NodeOperationError, type IPollFunctions } from 'n8n-workflow';
import { sampleConversations, type Item } from '../../src/polling/index.ts';
import { connect } from './connection.ts';
import { CREATED, STARTING_SOON } from './events.ts';
import { pollError } from './failure.ts';
import { itemsOf } from './items.ts';
import { readParameters, wantsConversations } from './parameters.ts';
import { meetingItem, readCalendar } from './startingSoon.ts';

/** Enough for a sample of every event, however few requests a poll may make. */
const MAX_REQUESTS = 20;
const DAYS_AHEAD_MS = 14 * 86_400_000;

/** What the workflow would get, of what is there now. Nothing of the running trigger's memory is touched. */
export async function sample(context: IPollFunctions): Promise<Item[]> {
	const now = Date.now();
	const parameters = readParameters(context);
	const { events, results, briefing } = parameters;
	try {
		const connection = await connect(context, MAX_REQUESTS, now);
		const items: Item[] = [];
		if (wantsConversations(parameters)) {
			const found = await sampleConversations(connection.round, { created: events.has(CREATED), results });
			items.push(...found.flatMap((happening) => itemsOf(happening, parameters, new Date(now).toISOString())));
		}
		if (events.has(STARTING_SOON)) {
			const [next] = (await readCalendar(connection, now, now + DAYS_AHEAD_MS)) ?? [];
			if (next) items.push(await meetingItem(connection, next, briefing));
		}
		if (items.length > 0) return items;
	} catch (error) {
		throw pollError(context.getNode(), error, now);
	}
	throw new NodeOperationError(context.getNode(), 'There is nothing yet to show', {
		description:
			'The account has no conversation, key points, feedback or meeting of the kind that you chose. Record a meeting, or choose other events; the published workflow starts when there is something.',
	});
}
