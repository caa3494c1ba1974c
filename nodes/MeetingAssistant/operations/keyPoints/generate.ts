import { z } from 'zod/v4';
import { api } from '../../../../src/api/index.ts';
import { savedOrMade } from '../../generated.ts';
import { operation } from '../../endpointOperation.ts';
import { readInput } from '../../readInput.ts';
import { conversationId } from '../conversationId.ts';
import { regenerate } from '../regenerate.ts';
import { own } from './fields.ts';
import { keyPointsResults, type Answered } from './results.ts';

const Input = z.object({ id: z.string(), forceRefresh: z.boolean().default(false) });

export const generate = operation({
	endpoint: api.keyPoints.generate,
	value: 'generate',
	name: 'Get or Generate',
	action: 'Get or generate the key points of a conversation',
	description:
		'Get the saved key points, or have the AI make them when none are saved. Making them uses one AI credit.',
	requests: '1, and 1 for each title where action items need a date',
	fields: { id: conversationId, forceRefresh: regenerate },
	own,
	async *run(session, input) {
		const { id, forceRefresh } = readInput(Input, input);
		const { data } = await savedOrMade<{ data: Answered }>({
			force: forceRefresh,
			read: () => session.client.keyPoints.get({ id }),
			make: () => session.call(api.keyPoints.generate, { id, forceRefresh }),
		});
		yield* keyPointsResults(session, data, input);
	},
});
