import * as z from 'zod/v4';

const error = 'must be a date and time with a time zone, such as 2026-03-02T09:15:00Z';
/** ISO 8601 date and time with `Z` or an offset. The pattern alone accepts offsets that no clock has (`+99:99`). */
export const DateTime = z.iso.datetime({ offset: true, error }).refine((text) => !Number.isNaN(Date.parse(text)), { error });

/** Text that is not blank. */
export const filledText = () => z.string().min(1).regex(/\S/, { error: 'must not be empty' });

/** The same with at most `max` characters, as people and JSON Schema count them: an emoji is one. */
export const filledTextUpTo = (max: number) =>
	filledText()
		.refine((text) => text.length <= max || [...text].length <= max, { error: `must have at most ${max} characters` })
		.meta({ maxLength: max });

/** Format of an API key (Authentication, 2). Only a hint for people: a vendor may use another prefix. */
export const API_KEY_FORMAT = /^svc_[0-9a-f]{32}$/;

/** Limits of each plan (Limits; Authentication, 4). `null`: unlimited. */
export const plans = {
	starter: { apiKeys: 1, aiGenerationsPerMonth: 10, webhooks: 0, requestsPerHour: 100, memory: false },
	professional: { apiKeys: 3, aiGenerationsPerMonth: 100, webhooks: 3, requestsPerHour: 500, memory: true },
	enterprise: { apiKeys: 10, aiGenerationsPerMonth: null, webhooks: null, requestsPerHour: 2000, memory: true },
} as const;

/** `memory`: whether the memory feature is available on the plan. */
export type Plan = (typeof plans)[Tier];

export const tiers = ['starter', 'professional', 'enterprise'] as const;
export type Tier = (typeof tiers)[number];

/** Share of the month's AI credits that can be used in one day (Limits, 4). */
export const DAILY_SHARE_OF_CREDITS = 1 / 3;

/** All error codes with their HTTP statuses (Errors). */
export const errorStatus = {
	validation_error: 400,
	unauthorized: 401,
	forbidden: 403,
	not_found: 404,
	rate_limited: 429,
	ai_limit_exceeded: 429,
	internal_error: 500,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** Codes that every endpoint can return. */
export const commonErrors = ['unauthorized', 'forbidden', 'rate_limited', 'internal_error'] as const;

/** Body of every error answer (Errors). `code` may be any text: an unknown code must not hide the message. */
export const ErrorBody = z.looseObject({
	error: z.looseObject({ code: z.string(), message: z.string() }),
});

/** Position of a page in the whole list (Resources, Pagination). */
export const Pagination = z.looseObject({ total: z.int(), limit: z.int(), offset: z.int() });

interface PageSize {
	readonly defaultSize: number;
	readonly maxSize: number;
}

const size = ({ defaultSize, maxSize }: PageSize) => z.int().min(1).max(maxSize).default(defaultSize);

/** A list read page by page with `limit` and `offset`. */
export const offsetPages = ({ defaultSize, maxSize }: PageSize) => ({
	kind: 'offset' as const,
	sizeParam: 'limit' as const,
	maxSize,
	query: { limit: size({ defaultSize, maxSize }), offset: z.int().min(0).default(0) },
});

/** A list with a single page: results beyond its maximum size cannot be read. */
export const singlePage = <const P extends string>(sizeParam: P, { defaultSize, maxSize }: PageSize) => ({
	kind: 'single' as const,
	sizeParam,
	maxSize,
	size: size({ defaultSize, maxSize }),
});

/** A list without a page size: one request returns all of it. */
export const wholeList = { kind: 'whole' as const };

export type Paging =
	| { readonly kind: 'offset'; readonly sizeParam: 'limit'; readonly maxSize: number }
	| { readonly kind: 'single'; readonly sizeParam: string; readonly maxSize: number }
	| typeof wholeList;

/** Answer to a delete request. */
export const Deleted = z.looseObject({ data: z.looseObject({ id: z.string(), deleted: z.literal(true) }) });

/** The same answer, for a repeated delete whose first answer was lost. */
export const deleted = (id: string): z.output<typeof Deleted> => ({ data: { id, deleted: true } });

/** Body of the two endpoints that return a saved result if there is one. */
export const generateBody = {
	forceRefresh: z.boolean().default(false).describe('Make a new result even when one is saved; uses an AI credit'),
};

/** Fields that only the answer to POST has. */
export const generated = { cached: z.boolean().describe('Whether a saved result was returned, free of credits') };

const SavedResult = z.looseObject({ data: z.looseObject({ createdAt: z.unknown() }) }).catch({ data: { createdAt: null } });

/** How far the clocks of the service's own machines may be apart. */
const SKEW_MS = 60_000;

/**
 * A saved result as an answer to the POST that was sent at `sentAt`, in milliseconds since 1970 by the service's clock.
 * One that is older cost nothing; where that is not certain, it counts as new.
 */
export const asGenerated = (answer: unknown, sentAt: number | undefined): unknown => {
	const saved = SavedResult.parse(answer);
	const cached = sentAt !== undefined && Date.parse(String(saved.data.createdAt)) < sentAt - SKEW_MS;
	return { ...saved, data: { ...saved.data, cached } };
};
