import { z } from 'zod/v4';
import type { TriggerContext } from './context.ts';

/**
 * The webhook this node has at the service. n8n keeps one apart for tests in the editor. `url` and `workflowId` tell
 * whether it is really this node's: a copied workflow, or a copied data base, brings along the registration of another.
 */
const Registration = z.object({
	id: z.string().min(1),
	secret: z.string().min(1),
	url: z.string(),
	workflowId: z.string(),
	/** Milliseconds since 1970. */
	registeredAt: z.number().max(8_640_000_000_000_000).catch(0),
});
export type Registration = z.output<typeof Registration>;

/** In place of the service's id, where the service was not asked. */
export const SAMPLES_ID = 'samples';

const NAME = 'registration';

/**
 * The newest registration that this process has made or verified a delivery by, for each trigger. What n8n stores is one
 * document for all triggers of a workflow, and one that was not published anew writes its old copy of it back.
 */
const newest = new Map<string, Registration>();

/** Null while listening in the editor: of that n8n keeps the one copy there is. */
const placeOf = (context: TriggerContext): string | null =>
	context.getMode() === 'manual' ? null : `${String(context.getWorkflow().id)} ${context.getNodeWebhookUrl('default') ?? ''}`;

function isOutdated(stored: Registration | undefined, known: Registration | undefined): known is Registration {
	return known !== undefined && (stored === undefined || stored.registeredAt < known.registeredAt);
}

/** The one in force. Where the stored one is an older one, it is put right. */
export function readRegistration(context: TriggerContext): Registration | undefined {
	const memory = context.getWorkflowStaticData('node');
	const stored = Registration.safeParse(memory[NAME]).data;
	const known = newest.get(placeOf(context) ?? '');
	if (!isOutdated(stored, known)) return stored;
	memory[NAME] = known;
	return known;
}

/** To be called when a delivery has shown that it is in force: another process may have made it. */
export function rememberRegistration(context: TriggerContext, registration: Registration): void {
	const place = placeOf(context);
	if (place !== null) newest.set(place, registration);
}

/** `now` in milliseconds since 1970. */
export function storeRegistration(
	context: TriggerContext,
	registration: Omit<Registration, 'registeredAt'>,
	now: number,
): void {
	// The clock may have been set back.
	const registeredAt = Math.max(now, (readRegistration(context)?.registeredAt ?? 0) + 1);
	const inForce = { ...registration, registeredAt };
	context.getWorkflowStaticData('node')[NAME] = inForce;
	rememberRegistration(context, inForce);
}

export function forgetRegistration(context: TriggerContext): void {
	newest.delete(placeOf(context) ?? '');
	delete context.getWorkflowStaticData('node')[NAME];
}
