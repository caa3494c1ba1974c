import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { credentialTest } from '../shared/testedBy.ts';
import { builderHint, properties, subtitle } from './form.static.ts';

export class MeetingAssistantPollingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Meeting Assistant Polling Trigger',
		name: 'meetingAssistantPollingTrigger',
		icon: { light: 'file:../../icons/meetingAssistant.svg', dark: 'file:../../icons/meetingAssistant.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle,
		description: 'Checks for new conversations, key points, action items and feedback, and for meetings that start soon. Works on every paid plan.',
		eventTriggerDescription: '',
		activationMessage: 'The workflow now runs when something new happens.',
		defaults: { name: 'Meeting Assistant Polling Trigger' },
		polling: true,
		builderHint,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'meetingAssistantApi', required: true, testedBy: 'testAccount' }],
		properties,
	};

	methods = { credentialTest };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const { pollInTurn, sample } = await import('./poll.ts');
		const items = this.getMode() === 'manual' ? await sample(this) : await pollInTurn(this);
		return items.length > 0 ? [items.map((item) => ({ json: { ...item } }))] : null;
	}
}
