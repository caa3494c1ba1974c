import { HOUR_MS, MINUTE_MS } from '../../api/index.ts';
import type { Terms } from '../../forms/index.ts';
import { CREATED, resultsOf, STARTING_SOON } from '../items/catalogue.ts';
import type { IfUnread } from '../items/details.ts';
import { isWantedMeeting, itemsOfHappening, meetingItem, missingHint, unplacedHint, type WantedEvents } from '../items/make.ts';
import { ownerLookup } from '../items/people.ts';
import type { PollPlan } from './poll.ts';

/** How a polling trigger is configured, in the units of its form. */
export interface PollParameters extends WantedEvents {
	readonly minutesBefore: number;
	readonly includeBriefing?: boolean;
	/** Whether to add the addresses of the owners of action items. */
	readonly withOwnerEmail?: boolean;
	/** Whether the poll fails, so that the next one repeats it, if a briefing or owners cannot be read. Default: `continue`. */
	readonly ifUnread?: IfUnread | undefined;
	/** How many hours to look back when the trigger first starts. If missing or 0, only later events are reported. */
	readonly recentHours?: number | null | undefined;
	/** How long another trigger has to report an event first. */
	readonly headStartMinutes?: number;
	readonly handOver: PollPlan['handOver'];
}

/** What to look for in a poll, and how to turn it into items. */
export function pollPlan(parameters: PollParameters, terms: Terms): PollPlan {
	const { events, filters, minutesBefore, includeBriefing = false, withOwnerEmail = false, ifUnread, recentHours, headStartMinutes = 0, handOver } = parameters;
	const results = resultsOf(events);
	const created = events.includes(CREATED);
	return {
		conversations:
			created || results.length > 0
				? {
						created,
						results,
						recentMs: recentHours ? recentHours * HOUR_MS : null,
						itemsOf: (happening, now) => itemsOfHappening(happening, parameters, now),
						complete: (items, conversationOf, { client, now }) =>
							ownerLookup({ withOwnerEmail, ...filters, ifUnread }, { client, now, terms })(items, conversationOf),
					}
				: null,
		meetings: events.includes(STARTING_SOON)
			? {
					leadMs: minutesBefore * MINUTE_MS,
					isWanted: (meeting, own) => isWantedMeeting(meeting, own, filters),
					itemOf: (meeting, own, round) => meetingItem(meeting, own, { round, terms, includeBriefing, ifUnread }),
					unplacedHint,
				}
			: null,
		missingHint: (result) => missingHint(result, terms),
		leaveMs: headStartMinutes * MINUTE_MS,
		handOver,
	};
}

/** Advice for errors of a poll. */
export const calendarAdvice = {
	forbidden:
		'If the trigger reads the calendar, its access may have been revoked: connect it again in the desktop app. Otherwise the account needs the Starter plan or above',
	not_found: 'Connect a calendar in the desktop app, or do not choose “Meeting Starting Soon”',
};
