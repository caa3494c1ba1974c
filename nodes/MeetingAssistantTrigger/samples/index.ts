import type { IDataObject } from 'n8n-workflow';
import type { EventName } from '../../../src/api/index.ts';
import type { Received } from '../../../src/webhooks/index.ts';
import { Filters } from '../../shared/filters.ts';
import { eventsToRegister } from '../events.ts';
import { itemsOf } from '../items.ts';
import type { Parameters } from '../parameters.ts';
import { planOf } from '../wanted.ts';
import { sampleDetails } from './details.ts';
import { sampleData } from './events.ts';

/** A sample shows what there can be, whatever is filtered later. */
const none = Filters.parse({});

function received(event: EventName, timestamp: string): Received {
	const data = { ...sampleData[event] };
	const { conversationId } = { conversationId: undefined, ...data };
	return { event, timestamp, data, conversationId };
}

/** A made-up event of each chosen kind, as the real one would come; `now` in milliseconds since 1970. */
export function samplesFor(parameters: Parameters, now: number): IDataObject[] {
	const receivedAt = new Date(now).toISOString();
	return eventsToRegister(parameters.events).flatMap((event) => {
		const sample = received(event, receivedAt);
		const { wanted, splitActionItems } = planOf(sample, parameters);
		return itemsOf({ received: sample, receivedAt, included: { ok: true, ...sampleDetails }, wanted, splitActionItems, filters: none });
	});
}
