import * as z from 'zod/v4';
import { errorStatus } from './errorCodes.ts';

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

/** Body of every error answer (Errors). `code` may be any text: an unknown code must not hide the message. */
export const ErrorBody = z.looseObject({
	error: z.looseObject({ code: z.string().meta({ examples: Object.keys(errorStatus) }), message: z.string() }),
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

/** Body of the two endpoints that return a saved result if there is one. */
export const generateBody = {
	forceRefresh: z.boolean().default(false).describe('Make a new result even when one is saved; uses an AI credit'),
};

/** Fields that only the answer to POST has. */
export const generated = { cached: z.boolean().describe('Whether a saved result was returned, free of credits') };
