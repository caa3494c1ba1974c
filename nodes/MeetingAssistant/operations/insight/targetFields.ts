import type { Field } from '../../field.ts';

const showFor = (value: string): Field['showWhen'] => ({ prepareFor: [value] });

/** Whom one meets. */
export const targetFields = {
	prepareFor: {
		displayName: 'Prepare For',
		name: 'prepareFor',
		type: 'options',
		options: [
			{ name: 'Calendar Event', value: 'calendarEvent', description: 'All who are invited to it' },
			{ name: 'Company', value: 'company', description: 'All contacts with its e-mail domain' },
			{ name: 'Person', value: 'person', description: 'One contact' },
			{
				name: 'Event That Comes In',
				value: 'incoming',
				description: 'From Calendar Event “Get Many” or the trigger “Meeting starting soon”: takes a request less',
			},
		],
		default: 'person',
		required: true,
		description: 'Whom you are going to meet',
		hint: 'Requests: 1 for each person, and at most a few to find them. No AI credits.',
	},
	person: {
		displayName: 'Person',
		name: 'person',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		toolDefault: { mode: 'email', value: '' },
		required: true,
		description: 'A person you have met. By ID takes a request less than by e-mail.',
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				typeOptions: { searchListMethod: 'searchContacts', searchable: true },
			},
			{ displayName: 'By Email', name: 'email', type: 'string', placeholder: 'e.g. maria@acme.com' },
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. contact_5Tz9' },
		],
		showWhen: showFor('person'),
	},
	company: {
		displayName: 'Company',
		name: 'company',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. acme.com',
		description: 'The part of its people’s e-mail addresses after the @. A whole address will do, too.',
		showWhen: showFor('company'),
	},
	calendarEvent: {
		displayName: 'Calendar Event',
		name: 'calendarEventId',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		toolDefault: { mode: 'id', value: '' },
		required: true,
		description: 'One of the next 50 events, at most 30 days from now',
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				typeOptions: { searchListMethod: 'searchCalendarEvents', searchable: true },
			},
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 7cbh8rpc10lrc0ckih9tafss99' },
		],
		showWhen: showFor('calendarEvent'),
	},
	incoming: {
		displayName: 'Event',
		name: 'incomingEvent',
		type: 'json',
		default: '={{ $json }}',
		required: true,
		description: 'The calendar event as it came out of another node. Leave it as it is if that node is the one before.',
		showWhen: showFor('incoming'),
	},
} satisfies Record<string, Field>;
