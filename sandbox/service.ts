import type { AdjustableClock } from './adjustableClock.ts';
import type { Ai } from './ai/ai.ts';
import type { Now } from './clock.ts';
import type { Db } from './db/open.ts';
import type { Deliveries } from './deliveries/deliveries.ts';
import type { Faults } from './faults/faults.ts';

/** What every part of a running sandbox shares. */
export interface Service {
	readonly db: Db;
	/** Path of the data base. */
	readonly database: string;
	/** Time of `clock`. */
	readonly now: Now;
	readonly clock: AdjustableClock;
	readonly faults: Faults;
	readonly ai: Ai;
	readonly deliveries: Deliveries;
	/** Whether webhooks may point to loopback over plain HTTP. */
	readonly allowLoopbackHttp: boolean;
	/** Told about every unexpected error behind a 500. */
	readonly onError: (error: unknown) => void;
}
