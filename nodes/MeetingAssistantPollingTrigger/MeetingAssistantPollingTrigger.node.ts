import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { properties, subtitle } from './form.static.ts';

export class MeetingAssistantPollingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Meeting Assistant Polling Trigger',
		name: 'meetingAssistantPollingTrigger',
		icon: { light: 'file:../../icons/meetingAssistant.svg', dark: 'file:../../icons/meetingAssistant.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle,
		description: 'Starts the workflow when it finds something new: a conversation, its key points, action items or feedback, or a meeting that begins soon. Works on every paid plan.',
		eventTriggerDescription: '',
		activationMessage: 'The workflow now starts with what comes from here on.',
		defaults: { name: 'Meeting Assistant Polling Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'meetingAssistantApi', required: true }],
		properties,
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const isManual = this.getMode() === 'manual';
		const items = isManual ? await (await import('./sample.ts')).sample(this) : await (await import('./tick.ts')).tick(this);
		return items.length > 0 ? [items.map((item) => ({ json: { ...item } }))] : null;
	}
}
