import { WEBHOOK_TEST_TIMEOUT_SECONDS } from '../src/api/index.ts';
import { adjustableClock } from './adjustableClock.ts';
import type { Ai } from './ai/ai.ts';
import type { Now } from './clock.ts';
import { openDb } from './db/open.ts';
import { createDeliveries } from './deliveries/deliveries.ts';
import { createFaults } from './faults/faults.ts';
import { createRequestLog } from './pages/requests/log.ts';
import type { Service } from './service.ts';
import { reading } from './textWork/storedMeeting.ts';
import { createTextWork } from './textWork/textWork.ts';
import { createTurns } from './turns.ts';

export interface ServiceOptions {
	/** Path of a SQLite file, made when it does not exist, or `:memory:`. */
	readonly database: string;
	/** Everything that depends on time asks this clock. */
	readonly now?: Now;
	/** Default: offline, out of the words of the meeting. */
	readonly ai?: Ai;
	/** Lets webhooks point to loopback addresses, also over plain HTTP. Private networks stay closed. */
	readonly allowLoopbackHttp?: boolean;
	/** How long a receiver of a delivery may take. */
	readonly deliveryTimeoutMs?: number;
	/** How long the offline AI may work on one result, or a file be read. */
	readonly textWorkTimeoutMs?: number;
	/** Told about unexpected errors; default: standard error. */
	readonly onError?: (error: unknown) => void;
}

/** Opens everything but the port. @throws SandboxError when the data base cannot be used. */
export function openService(options: ServiceOptions): Service {
	const { database, now: base = Date.now, ai: given, allowLoopbackHttp = false, onError = printError } = options;
	const { deliveryTimeoutMs: timeoutMs = WEBHOOK_TEST_TIMEOUT_SECONDS * 1000 } = options;
	const clock = adjustableClock(base);
	const { now } = clock;
	const db = openDb(database);
	const deliveries = createDeliveries({ db, now, allowLoopbackHttp, timeoutMs });
	const text = createTextWork({ timeoutMs: options.textWorkTimeoutMs ?? TEXT_WORK_TIMEOUT_MS });
	let closed = false;
	return {
		db,
		database,
		now,
		clock,
		faults: createFaults(),
		requests: createRequestLog(),
		ai: given === undefined ? text.ai : reading(given),
		text,
		inTurn: createTurns(),
		heldCredits: new Set(),
		deliveries,
		allowLoopbackHttp,
		// What was under way ends in errors then, about which there is nothing to tell.
		onError: (error) => void (closed || onError(error)),
		async close() {
			closed = true;
			await Promise.all([deliveries.stop(), text.close()]);
			db.close();
		},
	};
}

/** Far more than a meeting of a whole day takes, on a busy machine too. */
const TEXT_WORK_TIMEOUT_MS = 60_000;

const printError = (error: unknown): void => void process.stderr.write(`sandbox: ${String(error)}\n`);
