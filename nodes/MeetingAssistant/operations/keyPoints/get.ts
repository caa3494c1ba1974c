import { z } from 'zod/v4';
import { api } from '../../../../src/api/index.ts';
import { operation } from '../../endpointOperation.ts';
import { readInput } from '../../readInput.ts';
import { untilReady, waitSeconds, WaitSeconds } from '../../untilReady.ts';
import { conversationId } from '../conversationId.ts';
import { own } from './fields.ts';
import { keyPointsResults } from './results.ts';

const Input = z.object({ id: z.string(), waitSeconds: WaitSeconds });

export const get = operation({
	endpoint: api.keyPoints.get,
	value: 'get',
	name: 'Get Saved',
	action: 'Get the saved key points of a conversation',
	description:
		'Get key points that were made before: decisions, action items and dates, as data or as a text to send on. Uses no AI credit.',
	requests: '1, and 1 for each title where action items need a date',
	fields: { id: conversationId },
	own: { ...own, options: { ...own.options, waitSeconds } },
	advice: {
		not_found:
			'This conversation has no saved key points, or does not exist. Use Key Points “Get or Generate” to make them, which may use an AI credit',
	},
	async *run(session, input) {
		const { id, waitSeconds: seconds } = readInput(Input, input);
		const { data } = await untilReady(session, seconds, () => session.client.keyPoints.get({ id }));
		yield* keyPointsResults(session, data, input);
	},
});
