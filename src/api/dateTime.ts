import { z } from 'zod/v4';

/** ISO 8601 date and time with `Z` or an offset. */
export const DateTime = z.iso.datetime({ offset: true });
