import { actionItems } from './actionItems.ts';
import { calendar } from './calendar.ts';
import { clock } from './clock.ts';
import { contacts } from './contacts.ts';
import { deliveries } from './deliveries.ts';
import { everything } from './everything.ts';
import { faults } from './faults.ts';
import { keys } from './keys.ts';
import { meetings } from './meetings.ts';
import { users } from './users.ts';
import { webhooks } from './webhooks.ts';

/** Every control. The routes under `/sandbox` and the commands are built from these. */
export const controls = {
	everything,
	users,
	keys,
	meetings,
	calendar,
	contacts,
	actionItems,
	webhooks,
	deliveries,
	clock,
	faults,
};

export type { Control } from './control.ts';
