import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { throwIfStopped } from './cancellableSleep.ts';
import { connect } from './connection.ts';
import { errorItem, nodeError } from './errors.ts';
import { inOrder } from './inOrder.ts';
import { searchCalendarEvents, searchContacts, searchConversations, searchWebhooks } from './locators.ts';
import { resources } from './operations/index.ts';
import { resultItem } from './output.ts';
import { chosenOperation, itemInput, itemLimit } from './parameters.ts';
import { nodeProperties } from './properties.ts';
import { stopNote, stopOf, type Stop } from './stops.ts';
import { subtitle } from './subtitle.ts';

export class MeetingAssistant implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Meeting Assistant',
		name: 'meetingAssistant',
		icon: { light: 'file:../../icons/meetingAssistant.svg', dark: 'file:../../icons/meetingAssistant.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: subtitle(resources),
		description: 'Use conversations, transcripts, key points, feedback, contacts and action items of your meetings',
		defaults: { name: 'Meeting Assistant' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'meetingAssistantApi', required: true }],
		properties: nodeProperties(resources),
	};

	methods = { listSearch: { searchCalendarEvents, searchContacts, searchConversations, searchWebhooks } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const operation = chosenOperation(this, resources);
		const { session, gate, notes, concurrency, stopsWithWhatThereIs, signal } = await connect(this);
		const items = this.getInputData().length;
		const stops: Stop[] = [];

		const doItem = async (itemIndex: number): Promise<INodeExecutionData[]> => {
			const results: INodeExecutionData[] = [];
			try {
				throwIfStopped(signal);
				const input = itemInput(this, operation, itemIndex);
				for await (const result of operation.run(session(), input, itemLimit(this, operation, itemIndex))) {
					throwIfStopped(signal);
					results.push(await resultItem(this, result, itemIndex));
				}
				return results;
			} catch (error) {
				gate.failed(error);
				const place = { node: this.getNode(), itemIndex, operation };
				const stop = stopsWithWhatThereIs ? stopOf(error) : null;
				// A stopped run is over: no item of it goes on to the error output.
				if (this.continueOnFail() && !signal?.aborted) return [...(stop ? results : []), errorItem(error, place)];
				if (!stop) throw nodeError(error, place);
				stops.push(stop);
				return results;
			}
		};

		const results = await inOrder(items, concurrency, doItem);
		if (stops.length > 0) notes.add(stopNote(stops, items));
		else if (results.length === 0 && operation.whenEmpty) notes.add(operation.whenEmpty);
		const messages = notes.messages(gate.budget.rateLimit);
		this.addExecutionHints(...messages.map((message) => ({ message, location: 'outputPane' as const })));
		return [results];
	}
}
