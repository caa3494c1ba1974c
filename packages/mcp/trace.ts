import * as z from 'zod/v4';

/** W3C Trace Context: how clients name the span that a call belongs to. */
const Trace = z.object({
	traceparent: z.string().regex(/^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/),
	tracestate: z.string().regex(/^[\x20-\x7e]{1,512}$/).optional().catch(undefined),
});

/** The headers that make the requests of a call part of the client’s trace; none if it has none, or one that is malformed. */
export function traceHeaders(meta: object | undefined): Readonly<Record<string, string>> {
	const { traceparent, tracestate } = Trace.safeParse(meta).data ?? {};
	return { ...(traceparent !== undefined && { traceparent }), ...(tracestate !== undefined && { tracestate }) };
}
