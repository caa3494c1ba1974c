import type { ICredentialDataDecryptedObject, Icon, ICredentialType, IHttpRequestOptions, INodeProperties } from 'n8n-workflow';
import { defaults } from './defaults.static.ts';

/**
 * Not a regular expression: n8n evaluates this whenever a workflow reads the credential, and gives a regular expression
 * only 250 ms, so the workflow would fail on a busy machine.
 */
const startsWith = (beginning: string) => ({ _cnd: { startsWith: beginning } });

/** Requests to these addresses stay on this machine. */
const ownHosts = ['127.', 'localhost', '[::1]'];
const ownMachine = ownHosts.map((host) => `http://${host}`);

/**
 * A setting that few people need. n8n drops the value of a hidden field, so a value that differs from the default keeps it
 * visible, with “Show Advanced Settings” off. Two conditions on one field that exclude each other need two properties.
 */
const advanced = (property: INodeProperties & { readonly default: number | string }): INodeProperties[] => [
	{ ...property, displayOptions: { show: { advanced: [true] } } },
	{ ...property, displayOptions: { hide: { advanced: [true], [property.name]: [property.default] } } },
];

const allowHttpField: INodeProperties = {
	displayName: defaults.allowHttp,
	name: 'allowHttp',
	type: 'boolean',
	default: false,
	description:
		'Whether to accept a base URL with http:// for a service on another machine. The API key is then sent unencrypted, so use this only on a network you trust.',
};

/** Shown if it is missing, and once it is on: however the base URL is written, its value must not be dropped. */
const allowHttp: INodeProperties[] = [
	{ ...allowHttpField, displayOptions: { hide: { allowHttp: [false], baseUrl: [startsWith('=')] } } },
	{
		...allowHttpField,
		displayOptions: {
			show: { baseUrl: [startsWith('http://')] },
			hide: { baseUrl: ownMachine.map(startsWith), allowHttp: [{ _cnd: { not: false } }] },
		},
	},
];

/**
 * Which addresses an HTTP Request node may send the key to. n8n adds these fields to each credential, open to all domains unless
 * the credential has its own: this one’s leave only the host of the base URL.
 */
const ownDomainOnly: INodeProperties[] = [
	{ displayName: 'Allowed HTTP Request Domains', name: 'allowedHttpRequestDomains', type: 'hidden', default: 'domains' },
	{
		displayName: 'Allowed Domains',
		name: 'allowedDomains',
		type: 'hidden',
		default: String.raw`={{ String($self["baseUrl"]).trim().replace(/^https?:\/\/(\[.*?\]|[^:/?#]*).*$/i, "$1") }}`,
	},
];

export class MeetingAssistantApi implements ICredentialType {
	name = 'meetingAssistantApi';

	displayName = 'Meeting Assistant API';

	icon: Icon = { light: 'file:../icons/meetingAssistant.svg', dark: 'file:../icons/meetingAssistant.dark.svg' };

	documentationUrl =
		'https://github.com/meeting-assistant-integrations/n8n-nodes-meeting-assistant/blob/main/docs/n8n.md#credentials';

	properties: INodeProperties[] = [
		{
			displayName:
				'To get a key, open the meeting assistant’s desktop app, then Settings > API Keys, and select Create New Key. It is shown only once.',
			name: 'whereNotice',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'The key starts with svc_',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.example.com',
			description:
				'The address of the service, without a path. To try it without an account, start the sandbox and enter the address that it prints.',
		},
		{
			displayName:
				'The base URL must start with https:// and end with the host name, for example https://api.example.com. Leave out any path.',
			name: 'baseUrlNotice',
			type: 'notice',
			default: '',
			displayOptions: { hide: { baseUrl: ['', ...['https://', 'http://', '=', ...ownHosts].map(startsWith)] } },
		},
		{
			displayName: 'Start the address of your own machine with http://, for example http://127.0.0.1:5680.',
			name: 'ownMachineNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { baseUrl: ownHosts.map(startsWith) } },
		},
		{
			displayName: `Over http://, others on the network could read the API key. Use https://, or turn on “${defaults.allowHttp}” if the service runs on a network you trust.`,
			name: 'httpNotice',
			type: 'notice',
			default: '',
			displayOptions: {
				show: { baseUrl: [startsWith('http://')] },
				hide: { baseUrl: ownMachine.map(startsWith), allowHttp: [true] },
			},
		},
		...allowHttp,
		{
			displayName: 'Show Advanced Settings',
			name: 'advanced',
			type: 'boolean',
			noDataExpression: true,
			default: false,
			description: 'Whether to show settings that most people never change. Those that differ from the default are always shown.',
		},
		...advanced({
			displayName: 'Max Wait (Seconds)',
			name: 'patienceSeconds',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: defaults.maxPatienceSeconds },
			default: defaults.patienceSeconds,
			description: `How long a request may wait when the hourly request limit is reached. If the service asks for a longer wait, the node fails at once and says when to try again. From 0 (never wait) to ${defaults.maxPatienceSeconds}.`,
		}),
		...advanced({
			displayName: 'Items at Once',
			name: 'concurrency',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: defaults.maxConcurrency },
			default: defaults.concurrency,
			description: 'How many input items a node processes at the same time',
		}),
		...advanced({
			displayName: 'Header Prefix',
			name: 'headerPrefix',
			type: 'string',
			default: defaults.headerPrefix,
			description:
				'The prefix of the signature and event headers in webhook deliveries. Change it only if your provider tells you to.',
		}),
		{
			displayName:
				'For requests that the node has no operation for, use this credential in an HTTP Request node: set Authentication to Predefined Credential Type, and Credential Type to Meeting Assistant API.',
			name: 'httpRequestNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { advanced: [true] } },
		},
		...ownDomainOnly,
	];

	/**
	 * Not an expression: all triggers of a workflow share one engine for expressions, and n8n closes it when the first of them ends
	 * a poll. The others, and a webhook that is being registered, could send no more requests.
	 */
	async authenticate({ apiKey }: ICredentialDataDecryptedObject, request: IHttpRequestOptions): Promise<IHttpRequestOptions> {
		request.headers = { ...request.headers, Authorization: `Bearer ${String(apiKey).trim()}` };
		return request;
	}
}
