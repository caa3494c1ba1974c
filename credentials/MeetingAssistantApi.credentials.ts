import type {
	IAuthenticateGeneric,
	Icon,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
} from 'n8n-workflow';
import { api, DEFAULT_HEADER_PREFIX } from '../src/api/index.ts';
import {
	ALLOW_HTTP,
	DEFAULT_CONCURRENCY,
	DEFAULT_PATIENCE_SECONDS,
	MAX_CONCURRENCY,
	MAX_PATIENCE_SECONDS,
} from './settings.ts';

/**
 * Not a regular expression: n8n looks at this whenever a workflow reads the credential, and gives a regular expression
 * 250 ms of the clock, so that on a busy machine the workflow would fail.
 */
const startsWith = (beginning: string) => ({ _cnd: { startsWith: beginning } });

/** What is sent there never leaves the machine. */
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
				'Address of the service, without a path. To try things out without an account, start the sandbox and enter the address that it prints.',
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
			displayName: `Over http:// others on the network could read the API key. Use https://, or turn on “${ALLOW_HTTP}” below if the service runs on a network that you trust.`,
			name: 'httpNotice',
			type: 'notice',
			default: '',
			displayOptions: {
				show: { baseUrl: [startsWith('http://')] },
				hide: { baseUrl: ownMachine.map(startsWith), allowHttp: [true] },
			},
		},
		{
			displayName: 'Longest Wait (Seconds)',
			name: 'patienceSeconds',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: MAX_PATIENCE_SECONDS },
			default: DEFAULT_PATIENCE_SECONDS,
			description: `How long a request may wait when the limit of requests per hour is used up. If the service asks for more, the node fails at once and says when to try again. 0 means never wait, ${MAX_PATIENCE_SECONDS} is the most.`,
		},
		{
			displayName: 'Items at Once',
			name: 'concurrency',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: MAX_CONCURRENCY },
			default: DEFAULT_CONCURRENCY,
			description: 'How many input items a node works on at the same time',
		},
		{
			displayName: ALLOW_HTTP,
			name: 'allowHttp',
			type: 'boolean',
			default: false,
			description:
				'Whether the base URL may start with http:// although the service runs on another machine. The API key then travels unencrypted: use it only on a network that you trust.',
		},
		{
			displayName: 'Header Prefix',
			name: 'headerPrefix',
			type: 'string',
			default: DEFAULT_HEADER_PREFIX,
			description:
				'Advanced: how the names of the signature and event headers of webhook deliveries begin. Change it only if your provider says so.',
		},
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { Authorization: '=Bearer {{ $credentials.apiKey }}' } },
	};

	test: ICredentialTestRequest = {
		request: {
			// What nodes would refuse is tried over https://, so that the key is not sent unencrypted by the test either.
			baseURL:
				'={{ $credentials.baseUrl.trim().replace(/\\/+$/, "").replace($credentials.allowHttp ? /^$/ : /^http:(?!\\/\\/(127\\.\\d+\\.\\d+\\.\\d+|([^\\/]+\\.)?localhost|\\[::1\\])(:\\d+)?$)/i, "https:") }}',
			url: api.user.profile.path,
			method: api.user.profile.method,
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
						'The key is valid, but may not use the API. The account needs the Starter plan or above, and a key made for the tool-server integration does not work here.',
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
						'The key works, but the limit of requests per hour is used up. Save the credential and go on after the next full hour.',
				},
			},
		],
	};
}
