import { z } from 'zod/v4';

/** ISO 8601 date and time with `Z` or an offset. The pattern alone lets offsets through that no clock has (`+99:99`). */
export const DateTime = z.iso.datetime({ offset: true }).refine((text) => !Number.isNaN(Date.parse(text)), {
	error: 'must be a date and time, such as 2026-03-02T09:15:00Z',
});
