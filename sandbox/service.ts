import { WEBHOOK_TEST_TIMEOUT_SECONDS } from '../src/api/index.ts';
import type { Ai } from './ai/ai.ts';
import { type AdjustableClock, adjustableClock, type Now } from './clock.ts';
import { type Db, openDb } from './db/open.ts';
import { createDeliveries, type Deliveries } from './deliveries/deliveries.ts';
import { createFaults, type Faults } from './faults/faults.ts';
import { createRequestLog, type RequestLog } from './server/requestLog.ts';
import { reading, type StoredMeetingAi } from './textWork/storedMeeting.ts';
import { createTextWork, type TextWork } from './textWork/textWork.ts';
import { createTurns, type InTurn } from './turns.ts';

/** What every part of a running sandbox shares. */
export interface Service {
	readonly db: Db;
	/** Path of the data base. */
	readonly database: string;
	/** What links to the sandbox start with: its own address, never what a caller says it is. */
	readonly publicUrl: string;
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

/** A credit reserved for work in progress, which is charged only if the work succeeds. */
export interface HeldCredit {
	readonly userId: string;
	readonly at: number;
}

export interface ServiceOptions {
	/** Path of a SQLite file, made when it does not exist, or `:memory:`. */
	readonly database: string;
	/** Scheme, host and port that links to the sandbox start with. */
	readonly publicUrl?: string;
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
	const publicUrl = new URL(options.publicUrl ?? 'http://127.0.0.1').origin;
	const clock = adjustableClock(base);
	const { now } = clock;
	const db = openDb(database);
	const deliveries = createDeliveries({ db, now, allowLoopbackHttp, timeoutMs });
	const text = createTextWork({ timeoutMs: options.textWorkTimeoutMs ?? TEXT_WORK_TIMEOUT_MS });
	let closed = false;
	return {
		db,
		database,
		publicUrl,
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
