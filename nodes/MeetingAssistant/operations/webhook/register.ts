import { api } from '../../../../src/api/index.ts';
import { operation } from '../../endpointOperation.ts';
import { eventOptions } from '../../../shared/eventOptions.ts';

export const register = operation({
	endpoint: api.webhooks.register,
	value: 'register',
	name: 'Register',
	action: 'Register a webhook',
	description:
		'Have events sent to an address of yours. The output holds the signing secret, which is shown only this once: store it safely and keep it out of logs.',
	fields: {
		url: {
			displayName: 'URL',
			name: 'url',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://hooks.acme.com/meetings',
			description: 'Where events are sent, starting with https://',
		},
		events: {
			displayName: 'Events',
			name: 'events',
			type: 'multiOptions',
			options: eventOptions,
			default: [],
			required: true,
			description: 'What you want to be told of, at least one',
		},
	},
	advice: {
		forbidden:
			'Webhooks need a Professional plan (up to 3) or an Enterprise plan: upgrade, or delete a webhook that is no longer needed',
		validation_error: 'The URL must start with https:// and be reachable for the service',
	},
});
