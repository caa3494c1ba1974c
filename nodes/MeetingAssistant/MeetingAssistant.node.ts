import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { connect } from './connection.ts';
import { errorItem, nodeError } from './errors.ts';
import { inOrder } from './inOrder.ts';
import { searchContacts, searchConversations, searchWebhooks } from './locators.ts';
import { resources } from './operations/index.ts';
import { resultItem } from './output.ts';
import { chosenOperation, itemInput, itemLimit } from './parameters.ts';
import { nodeProperties } from './properties.ts';

export class MeetingAssistant implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Meeting Assistant',
		name: 'meetingAssistant',
		icon: { light: 'file:../../icons/meetingAssistant.svg', dark: 'file:../../icons/meetingAssistant.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Use conversations, transcripts, key points, feedback, contacts and action items of your meetings',
		defaults: { name: 'Meeting Assistant' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'meetingAssistantApi', required: true }],
		properties: nodeProperties(resources),
	};

	methods = { listSearch: { searchConversations, searchContacts, searchWebhooks } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const operation = chosenOperation(this, resources);
		const { client, concurrency, signal } = await connect(this);

		const doItem = async (itemIndex: number): Promise<INodeExecutionData[]> => {
			try {
				signal?.throwIfAborted();
				const results: INodeExecutionData[] = [];
				const input = itemInput(this, operation, itemIndex);
				for await (const result of operation.run(client(), input, itemLimit(this, operation, itemIndex))) {
					signal?.throwIfAborted();
					results.push(resultItem(result, itemIndex));
				}
				return results;
			} catch (error) {
				const place = { node: this.getNode(), itemIndex, advice: operation.advice };
				// A stopped run is over: no item of it goes on to the error output.
				if (this.continueOnFail() && !signal?.aborted) return [errorItem(error, place)];
				throw nodeError(error, place);
			}
		};

		const results = await inOrder(this.getInputData().length, concurrency, doItem);
		if (results.length === 0 && operation.whenEmpty) {
			this.addExecutionHints({ message: operation.whenEmpty, location: 'outputPane' });
		}
		return [results];
	}
}
