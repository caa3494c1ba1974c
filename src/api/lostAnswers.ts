/** The answer to a delete request, for a repeated one whose first answer was lost. */
export const deleted = (id: string) => ({ data: { id, deleted: true as const } });

/** How far the clocks of the service's own machines may be apart. */
const SKEW_MS = 60_000;

const fieldsOf = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});

/**
 * A saved result as an answer to the POST that was sent at `sentAt`, in milliseconds since 1970 by the service's clock. An
 * older one cost nothing; if in doubt, it counts as new.
 */
export const asGenerated = (answer: unknown, sentAt: number | undefined): unknown => {
	const body = fieldsOf(answer);
	const data = 'data' in body ? fieldsOf(body.data) : {};
	const createdAt = 'createdAt' in data ? Date.parse(String(data.createdAt)) : Number.NaN;
	const cached = sentAt !== undefined && createdAt < sentAt - SKEW_MS;
	return { ...body, data: { ...data, cached } };
};
