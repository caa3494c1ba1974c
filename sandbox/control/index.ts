import { actionItems } from './actionItems.ts';
import { ai } from './ai.ts';
import { calendar } from './calendar.ts';
import { clock } from './clock.ts';
import type { Control } from './control.ts';
import { deliveries } from './deliveries.ts';
import { everything } from './everything.ts';
import { faults } from './faults.ts';
import { keys } from './keys.ts';
import { meetings } from './meetings.ts';
import { users } from './users.ts';

/** Every control. The routes under `/sandbox`, the commands and the forms of the console are built from these. */
export const controls = {
	meetings,
	users,
	keys,
	calendar,
	actionItems,
	clock,
	ai,
	faults,
	deliveries,
	everything,
};

export const allControls: readonly Control[] = Object.values(controls).flatMap((group): Control[] => Object.values(group));

export { checkEntered, type Control, type Section, type Shown } from './control.ts';
export { type Entry, isRequired, type Kind, readText } from './entry.ts';
