import type { EventName } from '../../src/api/index.ts';
import { events, filterFields, type Filters, ifUnread, type IfUnread, readTrigger, withOwnerEmail } from '../../src/triggers/index.ts';
import { inputField, valueIn } from './form.ts';
import type { Step } from './step.ts';

const fields = {
	...filterFields,
	// A trigger reports one event.
	minimumScore: { ...filterFields.minimumScore, description: 'Overall score from 0 to 10' },
};

/** The filters that an event can meet or fail. */
const filtersOf = (event: EventName): (keyof typeof fields)[] => [
	...(events[event].details === 'none' ? [] : (['titleContains', 'external', 'minimumSegments'] as const)),
	...(events[event].details === 'actionItems' ? (['ownerContains', 'priorities', 'dueWithinDays'] as const) : []),
	...(event === 'conversation.feedback.ready' ? (['minimumScore'] as const) : []),
];

export const filterInputs = (event: EventName): object[] => filtersOf(event).map((name) => inputField(name, fields[name]));

export function filtersIn(event: EventName, given: Step): Filters {
	const offered = filtersOf(event);
	const read = valueIn(given);
	const isOffered = (input: string): boolean => offered.some((name) => name === input);
	return readTrigger(fields, (input, field) => (isOffered(input) ? read(input, field) : undefined));
}

export const isFiltered = (event: EventName, given: Step): boolean =>
	JSON.stringify(filtersIn(event, given)) !== JSON.stringify(filtersIn(event, { ...given, inputData: {} }));

const hasOwners = (event: EventName): boolean => events[event].details === 'actionItems';

export const ownerInputs = (event: EventName): object[] => (hasOwners(event) ? [inputField('withOwnerEmail', withOwnerEmail)] : []);

/** Whether the Zap asks for the addresses of owners. */
export const wantsOwners = (event: EventName, given: Step): boolean => hasOwners(event) && readTrigger({ withOwnerEmail }, valueIn(given)).withOwnerEmail;

/** What each run of an instant trigger reads besides the delivery. */
const unreadField = { ...ifUnread, description: 'What to do if the conversation, its action items or their owners cannot be read. A run that fails can be replayed.' };

export const unreadInputs = (event: EventName): object[] => (events[event].details === 'none' ? [] : [inputField('ifUnread', unreadField)]);

export const ifUnreadIn = (event: EventName, given: Step): IfUnread => (events[event].details === 'none' ? 'continue' : readTrigger({ ifUnread: unreadField }, valueIn(given)).ifUnread);
