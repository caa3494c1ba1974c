import { WEBHOOK_TEST_TIMEOUT_SECONDS } from '../src/api/index.ts';
import type { Ai } from './ai/ai.ts';
import { type AiPause, createAiPause } from './ai/pause.ts';
import { type AdjustableClock, adjustableClock, type Now } from './clock.ts';
import { type Db, openDb } from './db/open.ts';
import { createDeliveries, type Deliveries } from './deliveries/deliveries.ts';
import { createFaults, type Faults } from './faults/faults.ts';
import { createRequestLog, type RequestLog } from './http/requestLog.ts';
import { plain } from '../src/format/index.ts';
import { reading, type StoredMeetingAi } from './textWork/storedMeeting.ts';
import { createTextWork, type TextWork } from './textWork/textWork.ts';
import { createTurns, type InTurn } from './turns.ts';

/** What every part of a running sandbox shares. */
export interface Service {
	readonly db: Db;
	/** Path of the database. */
	readonly database: string;
	/** Base of links to the sandbox: its own address, never the one a caller used. */
	readonly publicUrl: string;
	/** The time of `clock`. */
	readonly now: Now;
	readonly clock: AdjustableClock;
	readonly faults: Faults;
	/** The most recent requests to the API. */
	readonly requests: RequestLog;
	readonly ai: StoredMeetingAi;
	/** Holds back the AI. */
	readonly aiPause: AiPause;
	/** Reads transcripts without holding up other requests. */
	readonly text: TextWork;
	/** For results that are generated once and saved: of two concurrent requests only one generates the result. */
	readonly inTurn: InTurn;
	/** Credits held by work in progress. */
	readonly heldCredits: Set<HeldCredit>;
	readonly deliveries: Deliveries;
	/** Whether webhooks may point to loopback over plain HTTP. */
	readonly allowLoopbackHttp: boolean;
	/** Called with every unexpected error behind a 500. */
	readonly onError: (error: unknown) => void;
	/** Stops work in progress and closes the database. */
	close(): Promise<void>;
}

/** A credit reserved for work in progress, which is charged only if the work succeeds. */
export interface HeldCredit {
	readonly userId: string;
	readonly at: number;
}

export interface ServiceOptions {
	/** Path of a SQLite file, created if it does not exist, or `:memory:`. */
	readonly database: string;
	/** Scheme, host and port of links to the sandbox. */
	readonly publicUrl?: string;
	/** The clock for everything that depends on time. */
	readonly now?: Now;
	/** Default: the offline AI, which works with the words of the meeting. */
	readonly ai?: Ai;
	/** Allows webhooks to loopback addresses, also over plain HTTP. Private networks stay blocked. */
	readonly allowLoopbackHttp?: boolean;
	/** How long a webhook receiver may take to answer. */
	readonly deliveryTimeoutMs?: number;
	/** How long the offline AI may take for a result, or the import for a file. */
	readonly textWorkTimeoutMs?: number;
	/** Called with unexpected errors. Default: writes them to standard error. */
	readonly onError?: (error: unknown) => void;
}

/** Opens everything except the port. @throws SandboxError if the database cannot be used. */
export function openService(options: ServiceOptions): Service {
	const { database, now: base = Date.now, ai: given, allowLoopbackHttp = false, onError = printError } = options;
	const { deliveryTimeoutMs: timeoutMs = WEBHOOK_TEST_TIMEOUT_SECONDS * 1000 } = options;
	const publicUrl = new URL(options.publicUrl ?? 'http://127.0.0.1').origin;
	const clock = adjustableClock(base);
	const { now } = clock;
	const db = openDb(database);
	const deliveries = createDeliveries({ db, now, allowLoopbackHttp, timeoutMs });
	const text = createTextWork({ timeoutMs: options.textWorkTimeoutMs ?? TEXT_WORK_TIMEOUT_MS });
	const aiPause = createAiPause();
	let closed = false;
	return {
		db,
		database,
		publicUrl,
		now,
		clock,
		faults: createFaults(),
		requests: createRequestLog(),
		ai: aiPause.around(given === undefined ? text.ai : reading(given)),
		aiPause,
		text,
		inTurn: createTurns(),
		heldCredits: new Set(),
		deliveries,
		allowLoopbackHttp,
		// Work interrupted by closing ends in errors that nobody needs to see.
		onError: (error) => void (closed || onError(error)),
		async close() {
			closed = true;
			aiPause.close();
			await Promise.all([deliveries.stop(), text.close()]);
			db.close();
		},
	};
}

/** Far more than a meeting of a whole day takes, even on a busy machine. */
const TEXT_WORK_TIMEOUT_MS = 60_000;

const printError = (error: unknown): void => console.error(plain(`sandbox: ${String(error)}`));
