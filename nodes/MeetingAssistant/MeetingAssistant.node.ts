import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { catalogue } from '../../src/operations/index.ts';
import { execute } from './execute.ts';
import { searchCalendarEvents, searchContacts, searchConversations, searchWebhooks } from './form/listSearch.ts';
import { nodeProperties, subtitle } from './form/properties.ts';

export class MeetingAssistant implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Meeting Assistant',
		name: 'meetingAssistant',
		icon: { light: 'file:../../icons/meetingAssistant.svg', dark: 'file:../../icons/meetingAssistant.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: subtitle(catalogue),
		description: 'Work with your meetings: conversations, transcripts, key points, feedback, contacts and action items',
		defaults: { name: 'Meeting Assistant' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'meetingAssistantApi', required: true }],
		properties: nodeProperties(catalogue),
	};

	methods = { listSearch: { searchCalendarEvents, searchContacts, searchConversations, searchWebhooks } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await execute(this);
	}
}
