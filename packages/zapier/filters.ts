import type { EventName } from '../../src/api/index.ts';
import { checkFilters, events, filteredEvents, filterFields, type Filters, ifUnread, type IfUnread, readTrigger, type STARTING_SOON, withOwnerEmail } from '../../src/triggers/index.ts';
import type { Asked } from '../../src/operations/index.ts';
import { inputField, valueIn } from './form.ts';
import type { Step } from './step.ts';

type Happening = EventName | typeof STARTING_SOON;

/** The filters that an event can meet or fail, in the order of the form. */
const filtersOf = (event: Happening): string[] => Object.entries(filteredEvents).flatMap(([name, filtered]) => (filtered.includes(event) ? [name] : []));

export const filterInputs = (event: Happening): object[] => Object.entries(filterFields).flatMap(([name, field]) => (filtersOf(event).includes(name) ? [inputField(name, field)] : []));

function filterValues(event: Happening, given: Step): Asked['valueOf'] {
	const offered = filtersOf(event);
	const read = valueIn(given);
	return (input, field) => (offered.includes(input) ? read(input, field) : undefined);
}

/** The filters of a delivery, which no value of them may lose. */
export const filtersIn = (event: Happening, given: Step): Filters => readTrigger(filterFields, filterValues(event, given));

/** The filters of a step that a person tries or turns on, or that Zapier repeats. Throws `ClientError` if one cannot be used. */
export function checkedFilters(event: Happening, given: Step): Filters {
	// Zapier has no expressions here: what is empty was not filled in.
	checkFilters(filterFields, { valueOf: filterValues(event, given), isFilled: () => false });
	return filtersIn(event, given);
}

export const isFiltered = (event: Happening, given: Step): boolean =>
	JSON.stringify(filtersIn(event, given)) !== JSON.stringify(filtersIn(event, { ...given, inputData: {} }));

const hasOwners = (event: EventName): boolean => events[event].details === 'actionItems';

export const ownerInputs = (event: EventName): object[] => (hasOwners(event) ? [inputField('withOwnerEmail', withOwnerEmail)] : []);

/** Whether the Zap asks for the addresses of owners. */
export const wantsOwners = (event: EventName, given: Step): boolean => hasOwners(event) && readTrigger({ withOwnerEmail }, valueIn(given)).withOwnerEmail;

/** Whether to fail if something cannot be read. Each run of an instant trigger reads more than the delivery contains. */
const unreadField = { ...ifUnread, description: 'What to do if the conversation, its action items or their owners cannot be read. A run that fails can be replayed.' };

export const unreadInputs = (event: EventName): object[] => (events[event].details === 'none' ? [] : [inputField('ifUnread', unreadField)]);

export const ifUnreadIn = (event: EventName, given: Step): IfUnread => (events[event].details === 'none' ? 'continue' : readTrigger({ ifUnread: unreadField }, valueIn(given)).ifUnread);
