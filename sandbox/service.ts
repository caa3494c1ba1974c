import type { AdjustableClock } from './adjustableClock.ts';
import type { Now } from './clock.ts';
import type { Db } from './db/open.ts';
import type { Deliveries } from './deliveries/deliveries.ts';
import type { Faults } from './faults/faults.ts';
import type { HeldCredit } from './limits/credits.ts';
import type { RequestLog } from './pages/requests/log.ts';
import type { StoredMeetingAi } from './textWork/storedMeeting.ts';
import type { TextWork } from './textWork/textWork.ts';
import type { InTurn } from './turns.ts';

/** What every part of a running sandbox shares. */
export interface Service {
	readonly db: Db;
	/** Path of the data base. */
	readonly database: string;
	/** Time of `clock`. */
	readonly now: Now;
	readonly clock: AdjustableClock;
	readonly faults: Faults;
	/** The last requests to the API. */
	readonly requests: RequestLog;
	readonly ai: StoredMeetingAi;
	/** Reads transcripts, beside everything else. */
	readonly text: TextWork;
	/** For results that are made once and saved: of two requests at the same time only one makes it. */
	readonly inTurn: InTurn;
	/** Credits of work under way. */
	readonly heldCredits: Set<HeldCredit>;
	readonly deliveries: Deliveries;
	/** Whether webhooks may point to loopback over plain HTTP. */
	readonly allowLoopbackHttp: boolean;
	/** Told about every unexpected error behind a 500. */
	readonly onError: (error: unknown) => void;
	/** Gives up what is under way and closes the data base. */
	close(): Promise<void>;
}
