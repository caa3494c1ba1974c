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
 * 250 ms, so workflows would fail on a busy machine.
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
				'In the meeting assistant’s desktop app, open Settings, then API keys, then Create New Key. The key is shown only once.',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.example.com',
			description:
				'Address of the service, without a path. To try it without an account, start the sandbox and enter the address it prints.',
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
				'Whether the base URL may start with http:// even if the service runs on another machine. The API key is then sent unencrypted: use this only on a network you trust.',
		},
		{
			displayName: 'Header Prefix',
			name: 'headerPrefix',
			type: 'string',
			default: defaults.headerPrefix,
			description:
				'Advanced: prefix of the signature and event headers of webhook deliveries. Change it only if your provider tells you to.',
		},
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { Authorization: '=Bearer {{ $credentials.apiKey }}' } },
	};

	test: ICredentialTestRequest = {
		request: {
			// An http:// address that nodes would refuse is tested over https://, so that the test never sends the key unencrypted.
			baseURL:
				'={{ $credentials.baseUrl.trim().replace(/\\/+$/, "").replace($credentials.allowHttp ? /^$/ : /^http:(?!\\/\\/(127\\.\\d+\\.\\d+\\.\\d+|([^\\/]+\\.)?localhost|\\[::1\\])(:\\d+)?$)/i, "https:") }}',
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
						'The key is valid but has no access to the API. The account needs the Starter plan or above. A key created for the tool-server integration does not work here.',
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
