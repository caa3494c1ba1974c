import * as z from 'zod/v4';
import { DEFAULT_HEADER_PREFIX } from '../src/api/index.ts';
import { DEFAULT_PATIENCE_MS, MAX_PATIENCE_MS } from '../src/client/index.ts';

/** How long a request may wait once the hourly limit is reached. */
export const DEFAULT_PATIENCE_SECONDS = DEFAULT_PATIENCE_MS / 1000;
export const MAX_PATIENCE_SECONDS = MAX_PATIENCE_MS / 1000;

/** The label of the credential’s field that errors point to. */
export const ALLOW_HTTP = 'Allow HTTP on a Private Network';

/** How many items a node processes at the same time. */
export const DEFAULT_CONCURRENCY = 5;
export const MAX_CONCURRENCY = 20;

/** An expression may return text, or a number out of bounds, which becomes the nearest allowed one. */
const within = (min: number, max: number) =>
	z.coerce.number().transform((value) => Math.min(max, Math.max(min, Math.round(value))));

const patienceSeconds = within(0, MAX_PATIENCE_SECONDS);
const itemsAtOnce = within(1, MAX_CONCURRENCY);

/** The part of the decrypted credential that nodes need. The key stays with n8n. */
export const CredentialSettings = z.object({
	/** Checked when it is used, so that the error quotes what the person entered. */
	baseUrl: z.string().catch(''),
	patienceSeconds: patienceSeconds.catch(DEFAULT_PATIENCE_SECONDS),
	concurrency: itemsAtOnce.catch(DEFAULT_CONCURRENCY),
	/** Absent while the field was never shown. */
	allowHttp: z.unknown().transform((value) => value === true || value === 'true'),
	headerPrefix: z.string().trim().min(1).catch(DEFAULT_HEADER_PREFIX),
});
export type CredentialSettings = z.output<typeof CredentialSettings>;

/** The limits that a node can override. */
export const LimitOverrides = z.object({
	patienceSeconds: patienceSeconds.optional().catch(undefined),
	concurrency: itemsAtOnce.optional().catch(undefined),
});
