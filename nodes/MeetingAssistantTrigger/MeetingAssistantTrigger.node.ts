import {
	NodeConnectionTypes,
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { properties, subtitle, WEBHOOK_PATH } from './form.static.ts';

export class MeetingAssistantTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Meeting Assistant Trigger',
		name: 'meetingAssistantTrigger',
		icon: { light: 'file:../../icons/meetingAssistant.svg', dark: 'file:../../icons/meetingAssistant.dark.svg' },
		group: ['trigger'],
		// For nodes of version 1 n8n evaluates an expression with each delivery, before it asks them.
		version: 2,
		subtitle,
		description:
			'Starts the workflow as soon as a conversation is recorded, its key points or action items are ready, or it is shared',
		eventTriggerDescription: 'Waiting for something to happen to a conversation, or for a test delivery',
		activationMessage: 'The service now sends the chosen events to this workflow.',
		defaults: { name: 'Meeting Assistant Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'meetingAssistantApi', required: true }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				path: WEBHOOK_PATH,
				responseMode: 'onReceived',
				responseData: 'noData',
				ndvHideUrl: true,
				ndvHideMethod: true,
			},
		],
		triggerPanel: {
			header: 'Get events from your meetings',
			executionsHelp: {
				inactive:
					'<b>While you build the workflow</b>, click the button: this trigger is registered at the service until the next event comes. To see something at once, choose “Show Samples at Once”.<br /><br /><b>To let it run by itself</b>, publish the workflow: this trigger is then registered for good, and each event shows in the executions list.',
				active:
					'<b>While you build the workflow</b>, click the button: a second webhook is registered at the service until the next event comes, and takes one of the plan’s places.<br /><br /><b>The workflow runs by itself</b>, since it is published. Each event shows in the <a data-key="executions">executions list</a>.',
			},
			activationHint: 'Once the workflow is published it runs by itself, without this button.',
		},
		properties,
	};

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				const { webhookExists } = await import('./checkExists.ts');
				return await webhookExists(this);
			},
			async create(this: IHookFunctions): Promise<boolean> {
				const { createWebhook } = await import('./create.ts');
				await createWebhook(this, Date.now());
				return true;
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				const { removeWebhook } = await import('./remove.ts');
				await removeWebhook(this);
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const { receive } = await import('./delivery.ts');
		return await receive(this, Date.now());
	}
}
