import { z } from 'zod/v4';

/** Where a page stands in the whole list (Resources, Pagination). */
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

/** A list that has one page only: what does not fit its maximum size cannot be read. */
export const singlePage = <const P extends string>(sizeParam: P, { defaultSize, maxSize }: PageSize) => ({
	kind: 'single' as const,
	sizeParam,
	maxSize,
	size: size({ defaultSize, maxSize }),
});

/** A list that takes no size: one request returns all of it. */
export const wholeList = { kind: 'whole' as const };

export type Paging =
	| { readonly kind: 'offset'; readonly sizeParam: 'limit'; readonly maxSize: number }
	| { readonly kind: 'single'; readonly sizeParam: string; readonly maxSize: number }
	| typeof wholeList;
