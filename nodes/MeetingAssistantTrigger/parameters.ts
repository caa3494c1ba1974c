import { z } from 'zod/v4';
import { Filters } from '../shared/filters.ts';
import type { TriggerContext } from './context.ts';

export const DEFAULT_WINDOW_SECONDS = 300;

export const includable = ['actionItems', 'conversation', 'feedback', 'keyPoints', 'transcript'] as const;
export type Includable = (typeof includable)[number];

const Options = z.object({
	removeDeadWebhooks: z.boolean().catch(false).default(false),
	/** Seconds a delivery may be old; 0 for any age. */
	timestampWindow: z.coerce.number().min(0).catch(DEFAULT_WINDOW_SECONDS).default(DEFAULT_WINDOW_SECONDS),
});

const Parameters = z.object({
	events: z.array(z.string()).catch([]),
	include: z.array(z.enum(includable).or(z.string())).catch([]),
	listenFor: z.enum(['events', 'samples']).catch('events'),
	filters: Filters,
	options: Options.catch(() => Options.parse({})),
});
export type Parameters = z.output<typeof Parameters>;

/** The node's form as filled in. */
export function readParameters(context: TriggerContext): Parameters {
	const read = (name: string): unknown => context.getNodeParameter(name);
	return Parameters.parse({
		events: read('events'),
		include: read('include'),
		listenFor: read('listenFor'),
		filters: read('filters'),
		options: read('options'),
	});
}
