import { registerAccount } from './account.ts';
import type { Red } from './nodeRed.ts';
import { registerOperation } from './operation.ts';
import { registerPolling } from './polling.ts';
import { registerEvent } from './event.ts';

/** What Node-RED calls when it loads the package. */
export default (red: Red): void => {
	registerAccount(red);
	registerOperation(red);
	registerEvent(red);
	registerPolling(red);
};
