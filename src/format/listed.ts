import { fieldsOf, numberOf } from './read.ts';

/** A conversation as the service lists it, whatever has become of its shape. Null where the answer lacks a value. */
export interface ListedConversation {
	/** Empty where the answer lacks it. */
	readonly id: string;
	readonly title: string | null;
	/** As sent by the service, readable or not. */
	readonly startTime: string | null;
	readonly endTime: string | null;
	readonly duration: number | null;
	readonly segmentCount: number | null;
	readonly linkedCalendarEventId: string | null;
}

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export function listedConversation(value: unknown): ListedConversation {
	const { id, title, startTime, endTime, duration, segmentCount, linkedCalendarEventId } = fieldsOf(value);
	return {
		id: textIn(id) ?? '',
		title: textIn(title),
		startTime: textIn(startTime),
		endTime: textIn(endTime),
		duration: numberOf(duration),
		segmentCount: numberOf(segmentCount),
		linkedCalendarEventId: textIn(linkedCalendarEventId),
	};
}
