import { z } from 'zod/v4';

/** Expressions may give anything; what cannot be read counts as not set. */
const minimum = z.coerce.number().positive().optional().catch(undefined);
const pattern = z.string().trim().catch('').default('');

const Fields = z.object({
	titleContains: pattern,
	ownerContains: pattern,
	minimumSegments: minimum,
	minimumActionItems: minimum,
	minimumScore: minimum,
});

/** The filters of a trigger's form. */
export const Filters = Fields.catch(() => Fields.parse({}));
export type Filters = z.output<typeof Filters>;

/** What is known of the conversation of an event; anything else than a text or a number where nothing tells. */
export interface Known {
	readonly title?: unknown;
	readonly segments?: unknown;
	readonly actionItems?: unknown;
	readonly score?: unknown;
}

/** Whether the parts between the asterisks occur in the text, in their order; case does not matter. */
export function matchesPattern(text: string, wanted: string): boolean {
	const lower = text.toLowerCase();
	let from = 0;
	for (const part of wanted.toLowerCase().split('*').map((piece) => piece.trim())) {
		const at = lower.indexOf(part, from);
		if (at < 0) return false;
		from = at + part.length;
	}
	return true;
}

const atLeast = (value: unknown, least: number | undefined): boolean =>
	least === undefined || typeof value !== 'number' || value >= least;

/** Whether an event may start the workflow. What is not known passes: a filter loses nothing. */
export const passes = ({ title, segments, actionItems, score }: Known, filters: Filters): boolean =>
	(typeof title !== 'string' || matchesPattern(title, filters.titleContains)) &&
	atLeast(segments, filters.minimumSegments) &&
	atLeast(actionItems, filters.minimumActionItems) &&
	atLeast(score, filters.minimumScore);

/** Whether an action item may start the workflow; one that belongs to nobody does. */
export const isOwned = ({ owner }: { readonly owner: string | null }, { ownerContains }: Filters): boolean =>
	owner === null || matchesPattern(owner, ownerContains);
