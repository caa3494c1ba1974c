import { z } from 'zod/v4';
import { api } from '../../../../src/api/index.ts';
import { operation } from '../../endpointOperation.ts';
import { readInput } from '../../readInput.ts';
import { untilReady, waitSeconds, WaitSeconds } from '../../untilReady.ts';
import { conversationId } from '../conversationId.ts';
import { options } from './transcriptOptions.ts';
import { fields } from './transcriptOutput.ts';
import { segmentsOf, transcriptResults } from './transcriptResults.ts';

const Input = z.object({ id: z.string(), waitSeconds: WaitSeconds });

export const getTranscript = operation({
	endpoint: api.transcript.get,
	value: 'getTranscript',
	name: 'Get Transcript',
	action: 'Get the transcript of a conversation',
	description: 'Get who said what and when, as data, as a text to send on, or as subtitles',
	requests: '1, and 1 per run for your name where it is shown',
	fields: { id: conversationId },
	own: { fields, options: { ...options, waitSeconds } },
	async *run(session, input) {
		const { id, waitSeconds: seconds } = readInput(Input, input);
		const { data } = await untilReady(
			session,
			seconds,
			() => session.client.transcript.get({ id }),
			({ data: transcript }) => segmentsOf(transcript).length > 0,
		);
		yield* transcriptResults(session, data, input);
	},
});
