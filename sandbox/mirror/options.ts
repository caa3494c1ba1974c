import type { Db } from '../db/open.ts';
import type { ServiceOptions } from './service.ts';

export interface MirrorOptions extends ServiceOptions {
	readonly db: Db;
	/** Only meetings that started after this, milliseconds since 1970. */
	readonly since?: number | undefined;
	readonly withoutTranscripts?: boolean;
	/** Meetings no older than this many milliseconds are checked again for key points and feedback. Default: 14 days. */
	readonly recheckMs?: number | undefined;
	readonly onProgress: (progress: Progress) => void;
	/** Called once, when the copy is created, with the key that opens it. It cannot be shown again. */
	readonly onKey: (key: string) => void;
}

export interface Progress {
	/** Reads done and left, as far as known. */
	readonly done: number;
	readonly total: number;
	/** How many hours the rest takes with these requests per hour; 0 if it fits into this one. Null before the plan is known. */
	readonly hours: number | null;
	/** What was read last, in words. */
	readonly at: string;
}

export interface MirrorReport {
	/** Whether everything was read. The next run reads the rest. */
	readonly complete: boolean;
	readonly account: string;
	readonly plan: string;
	readonly memory: boolean;
	readonly calendar: 'connected' | 'none' | 'revoked';
	readonly meetings: number;
	/** Hidden by this run, because the service no longer lists them. */
	readonly deleted: number;
	readonly requests: number;
	/** What could not be copied, in sentences. */
	readonly problems: readonly string[];
}
