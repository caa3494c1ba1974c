import type {
	IAuthenticateGeneric,
	Icon,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
} from 'n8n-workflow';
import { defaults } from './defaults.static.ts';

/**
 * Not a regular expression: n8n evaluates this whenever a workflow reads the credential, and gives a regular expression
 * only 250 ms, so the workflow would fail on a busy machine.
 */
const startsWith = (beginning: string) => ({ _cnd: { startsWith: beginning } });

/** Requests to these addresses stay on this machine. */
const ownMachine = ['http://127.', 'http://localhost', 'http://[::1]'];

export class MeetingAssistantApi implements ICredentialType {
	name = 'meetingAssistantApi';

	displayName = 'Meeting Assistant API';

	icon: Icon = { light: 'file:../icons/meetingAssistant.svg', dark: 'file:../icons/meetingAssistant.dark.svg' };

	documentationUrl =
		'https://github.com/meeting-assistant-integrations/n8n-nodes-meeting-assistant#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				'In the meeting assistant’s desktop app, open Settings, then API keys, then select Create New Key. The key is shown only once.',
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
			displayOptions: { hide: { baseUrl: ['', ...['https://', 'http://', '='].map(startsWith)] } },
		},
		{
			displayName: `Over http://, others on the network could read the API key. Use https://, or turn on “${defaults.allowHttp}” below if the service runs on a network you trust.`,
			name: 'httpNotice',
			type: 'notice',
			default: '',
			displayOptions: {
				show: { baseUrl: [startsWith('http://')] },
				hide: { baseUrl: ownMachine.map(startsWith), allowHttp: [true] },
			},
		},
		{
			displayName: 'Max Wait (Seconds)',
			name: 'patienceSeconds',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: defaults.maxPatienceSeconds },
			default: defaults.patienceSeconds,
			description: `How long a request may wait when the hourly request limit is reached. If the service asks for a longer wait, the node fails at once and says when to try again. From 0 (never wait) to ${defaults.maxPatienceSeconds}.`,
		},
		{
			displayName: 'Items at Once',
			name: 'concurrency',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: defaults.maxConcurrency },
			default: defaults.concurrency,
			description: 'How many input items a node processes at the same time',
		},
		{
			displayName: defaults.allowHttp,
			name: 'allowHttp',
			type: 'boolean',
			default: false,
			description:
				'Whether to accept a base URL with http:// for a service on another machine. The API key is then sent unencrypted, so use this only on a network you trust.',
		},
		{
			displayName: 'Header Prefix',
			name: 'headerPrefix',
			type: 'string',
			default: defaults.headerPrefix,
			description:
				'Advanced: the prefix of the signature and event headers in webhook deliveries. Change it only if your provider tells you to.',
		},
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { Authorization: '=Bearer {{ $credentials.apiKey }}' } },
	};

	test: ICredentialTestRequest = {
		request: {
			// A URL that nodes would refuse is tried over https://, so that the test does not send the key unencrypted either.
			baseURL:
				'={{ $credentials.baseUrl.trim().replace(/\\/+$/, "").replace($credentials.allowHttp ? /^$/ : /^http:(?!\\/\\/(127\\.\\d+\\.\\d+\\.\\d+|([^\\/]+\\.)?localhost|\\[::1\\])(:\\d+)?(\\/|$))/i, "https:") }}',
			url: defaults.test.path,
			method: defaults.test.method,
			disableFollowRedirect: true,
		},
		rules: [
			{
				type: 'responseCode',
				properties: {
					value: 401,
					message:
						'The API key is wrong or was revoked. Create a new one in the desktop app under Settings, API keys, and enter it here.',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 403,
					message:
						'The key is valid but cannot use the API. The account needs the Starter plan or above, and keys for the tool-server integration do not work here.',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 404,
					message:
						'There is no meeting assistant at this base URL. Enter the address without a path, for example https://api.example.com.',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 429,
					message:
						'The key works, but the hourly request limit is reached. Save the credential and continue after the next full hour.',
				},
			},
		],
	};
}
