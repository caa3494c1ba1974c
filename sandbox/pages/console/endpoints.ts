import { api, type Endpoint } from '../../../src/api/index.ts';

/** Every endpoint of the table, in its order. */
export const endpoints: readonly Endpoint[] = Object.values(api).flatMap((resource): Endpoint[] =>
	Object.values(resource),
);
