import { anyOf } from './anyOf.ts';
import type { ActionItem } from '../../src/api/index.ts';
import type { NamedDate } from './dates.ts';

const URGENT = anyOf(
	'urgent(?:ly)?|asap|as soon as possible|immediately|right away|critical|top priority|blocker',
	'blocking|today|tonight|tomorrow|end of (?:the )?day|first thing',
);
const RELAXED = anyOf(
	'when(?:ever)? you (?:get|have) (?:a chance|time|a minute)|no rush|at some point|eventually',
	'nice to have|low priority|not urgent|some day|sometime',
);
const SOON_DAYS = 3;
const LATER_DAYS = 30;

/** How soon a task is wanted, from the words around it and the days it names. */
export function priorityOf(sentence: string, dates: readonly NamedDate[]): ActionItem['priority'] {
	const days = Math.min(...dates.map(({ daysAway }) => daysAway));
	if (RELAXED.test(sentence)) return 'low';
	if (URGENT.test(sentence) || days <= SOON_DAYS) return 'high';
	return dates.length > 0 && days > LATER_DAYS ? 'low' : 'medium';
}
