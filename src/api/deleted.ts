import { z } from 'zod/v4';

/** Answer to both deletes. */
export const Deleted = z.looseObject({ data: z.looseObject({ id: z.string(), deleted: z.literal(true) }) });

/** That answer, for a repeated delete whose first answer got lost. */
export const deleted = (id: string): z.output<typeof Deleted> => ({ data: { id, deleted: true } });
