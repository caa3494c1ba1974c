import { z } from 'zod/v4';

export const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const;

/** The requests a fault applies to. */
const target = {
	/** Default: every method. */
	method: z.enum(methods).optional(),
	/** Path of an endpoint. `{name}` and `*` match one segment. Default: every endpoint that can give this answer. */
	path: z.string().startsWith('/', { error: 'must start with /' }).optional(),
	/** The share of these requests that fail, above 0 and up to 1. */
	share: z.number().gt(0).max(1).default(1),
	/** How many requests fail before the rule ends; null means no end. */
	count: z.int().min(1).nullable().default(null),
	/** With the same seed, the same requests fail. */
	seed: z.int().default(1),
};

/** Whether the request is processed before its answer is lost. */
const afterProcessing = z.boolean().default(false);
const delayMs = z.int().min(0).max(600_000).default(5000);

const fault = <const K extends string, S extends z.core.$ZodShape>(kind: K, options: S) =>
	z.strictObject(
		{ kind: z.literal(kind), ...options, ...target },
		{
			error: ({ code }) => (code === 'unrecognized_keys' ? `cannot be used with ${kind}` : undefined),
		},
	);

/** What goes wrong, and where. `retryAfterSeconds` defaults to the next full hour, as in the service. */
export const Rule = z.discriminatedUnion('kind', [
	fault('rate-limited', { retryAfterSeconds: z.int().min(0).optional() }),
	fault('provider-busy', {}),
	fault('ai-limit-exceeded', {}),
	fault('internal-error', { afterProcessing }),
	fault('unavailable', { afterProcessing }),
	fault('connection-reset', { afterProcessing }),
	fault('slow-first-byte', { delayMs }),
	fault('slow-body', { delayMs }),
	fault('truncated-json', {}),
	fault('wrong-content-type', {}),
	fault('redirect', { location: z.url({ protocol: /^https?$/ }).default('https://elsewhere.invalid') }),
	fault('clock-skew', { skewMs: z.int() }),
	fault('incomplete-key-points', {}),
], { error: ({ code }): string | undefined => (code === 'invalid_union' ? `must be one of ${kinds.join(', ')}` : undefined) });
export type Rule = z.output<typeof Rule>;
export type Kind = Rule['kind'];
export type NewRule = z.input<typeof Rule>;

export const kinds = Rule.options.map(({ shape }) => shape.kind.value);
