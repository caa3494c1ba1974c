import { z } from 'zod/v4';
import { api } from '../../../../src/api/index.ts';
import { minutesOf } from '../../../../src/format/index.ts';
import { listed } from '../../list.ts';
import { operation } from '../../endpointOperation.ts';
import { readInput } from '../../readInput.ts';
import { result } from '../../result.ts';

const Input = z.object({
	search: z.string().optional(),
	since: z.string().optional(),
	before: z.string().optional(),
	minMinutes: z.number().optional(),
	withCalendarEvent: z.boolean().optional(),
});

const Element = z.object({
	startTime: z.string().catch(''),
	endTime: z.unknown(),
	duration: z.unknown(),
	linkedCalendarEventId: z.string().min(1).nullish().catch(null),
});

/** What the service cannot filter by; undefined where nothing of it is asked for. */
function wanted({ before, minMinutes, withCalendarEvent }: z.output<typeof Input>) {
	if (before === undefined && minMinutes === undefined && withCalendarEvent === undefined) return undefined;
	return (element: unknown): boolean => {
		const { linkedCalendarEventId, ...lasted } = Element.parse(element);
		return (
			(before === undefined || Date.parse(lasted.startTime) < Date.parse(before)) &&
			(minMinutes === undefined || (minutesOf(lasted) ?? 0) >= minMinutes) &&
			(withCalendarEvent === undefined || Boolean(linkedCalendarEventId) === withCalendarEvent)
		);
	};
}

const HERE = 'The service cannot filter by this, so conversations are read, 100 per request, until enough fit';

export const getMany = operation({
	endpoint: api.conversations.list,
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many conversations',
	description: 'Find recorded meetings and calls, by title, date and length',
	fields: {},
	filters: {
		since: {
			displayName: 'After',
			name: 'since',
			type: 'dateTime',
			default: '',
			description: 'Only conversations after this date and time. Without an offset, the workflow’s time zone counts.',
		},
		search: {
			displayName: 'Title Contains',
			name: 'search',
			type: 'string',
			default: '',
			placeholder: 'e.g. Acme',
			description: 'Only conversations with this text in their title',
		},
	},
	own: {
		filters: {
			before: {
				displayName: 'Before',
				name: 'before',
				type: 'dateTime',
				default: '',
				description: `Only conversations that started before this date and time. ${HERE}.`,
			},
			minMinutes: {
				displayName: 'Minimum Minutes',
				name: 'minMinutes',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 5,
				description: `Only conversations at least this long. ${HERE}.`,
			},
			withCalendarEvent: {
				displayName: 'With Calendar Event',
				name: 'withCalendarEvent',
				type: 'boolean',
				default: true,
				description: `Whether a conversation must belong to a calendar event, or must not. ${HERE}.`,
			},
		},
	},
	async *run(session, input, limit) {
		const asked = readInput(Input, input);
		const { search, since } = asked;
		const options = { limit, wants: wanted(asked) };
		for await (const conversation of listed(session, api.conversations.list, { search, since }, options)) {
			yield result(conversation);
		}
	},
});
