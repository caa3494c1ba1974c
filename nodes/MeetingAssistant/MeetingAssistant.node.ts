import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type ILoadOptionsFunctions,
	type INodeExecutionData,
	type INodeListSearchResult,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { credentialTest } from '../shared/testedBy.ts';
import type * as Searches from './form/listSearch.ts';
import { builderHint, properties, sensitiveOutputFields, subtitle } from './form.static.ts';

/** A list of the editor. Its code is loaded when a list is first opened. */
const listSearch = (name: keyof typeof Searches) =>
	async function (this: ILoadOptionsFunctions, filter?: string, paginationToken?: string): Promise<INodeListSearchResult> {
		const searches = await import('./form/listSearch.ts');
		return await searches[name].call(this, filter, paginationToken);
	};

export class MeetingAssistant implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Meeting Assistant',
		name: 'meetingAssistant',
		icon: { light: 'file:../../icons/meetingAssistant.svg', dark: 'file:../../icons/meetingAssistant.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle,
		description: 'Start workflows from your meetings, and work with their transcripts, key points, follow-up emails, contacts and action items',
		defaults: { name: 'Meeting Assistant' },
		usableAsTool: true,
		builderHint,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'meetingAssistantApi', required: true, testedBy: 'testAccount' }],
		// n8n 2.41 knows these fields and does not hide them yet, so the form warns.
		sensitiveOutputFields,
		properties,
	};

	methods = {
		credentialTest,
		listSearch: {
			searchCalendarEvents: listSearch('searchCalendarEvents'),
			searchContacts: listSearch('searchContacts'),
			searchConversations: listSearch('searchConversations'),
			searchWebhooks: listSearch('searchWebhooks'),
		},
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const { execute } = await import('./execute.ts');
		return await execute(this);
	}
}
