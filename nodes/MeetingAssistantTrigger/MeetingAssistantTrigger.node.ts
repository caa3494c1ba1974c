import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type IHookFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { credentialTest } from '../shared/testedBy.ts';
import { builderHint, properties, subtitle, WEBHOOK_PATH } from './form.static.ts';

export class MeetingAssistantTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Meeting Assistant Trigger',
		name: 'meetingAssistantTrigger',
		icon: { light: 'file:../../icons/meetingAssistant.svg', dark: 'file:../../icons/meetingAssistant.dark.svg' },
		group: ['trigger'],
		// For version 1 of a node with a webhook, n8n starts its expression engine before it hands over a delivery: 50 ms of CPU each.
		version: 2,
		subtitle,
		// n8n's list of nodes shows this text for the action node as well.
		description: 'Start workflows from your meetings, and work with their transcripts, key points, follow-up emails, contacts and action items',
		eventTriggerDescription: 'Waiting for an event, or for a test delivery',
		activationMessage: 'The service now sends the chosen events to this workflow.',
		defaults: { name: 'Meeting Assistant Trigger' },
		builderHint,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'meetingAssistantApi', required: true, testedBy: 'testAccount' }],
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
					'<b>While you build the workflow</b>, click the button: the trigger registers a webhook until the next event arrives.<br /><br /><b>To run it automatically</b>, publish the workflow: the webhook then stays registered, and each event shows in the executions list.',
				active:
					'<b>While you build the workflow</b>, click the button: the trigger registers a second webhook until the next event arrives, which counts toward the plan’s webhooks.<br /><br /><b>The workflow is published</b> and runs automatically. Each event shows in the <a data-key="executions">executions list</a>.',
			},
			activationHint: 'Once the workflow is published, it runs automatically, without this button.',
		},
		properties,
	};

	methods = { credentialTest };

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				const { checkExists } = await import('./registration.ts');
				return await checkExists(this, Date.now());
			},
			async create(this: IHookFunctions): Promise<boolean> {
				const { create } = await import('./registration.ts');
				await create(this, Date.now());
				return true;
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				const { removeWebhook } = await import('./registration.ts');
				await removeWebhook(this, Date.now());
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const { receive } = await import('./delivery.ts');
		return await receive(this, Date.now());
	}

	/** n8n never checks webhooks by itself, neither when it starts nor later. But it starts polling nodes every time. */
	async poll(this: IPollFunctions): Promise<null> {
		const { watchWebhook } = await import('./watch.ts');
		await watchWebhook(this, Date.now());
		return null;
	}

	/** Starts each execution. Without it, n8n would mistake what `poll` returns for the event that a person in the editor is waiting for. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const { complete } = await import('./delivery.ts');
		return [await complete(this, Date.now)];
	}
}
