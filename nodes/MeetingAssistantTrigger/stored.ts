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
});
export type Registration = z.output<typeof Registration>;

/** In place of the service's id, where the service was not asked. */
export const SAMPLES_ID = 'samples';

const NAME = 'registration';

export const readRegistration = (context: TriggerContext): Registration | undefined =>
	Registration.safeParse(context.getWorkflowStaticData('node')[NAME]).data;

export function storeRegistration(context: TriggerContext, registration: Registration): void {
	context.getWorkflowStaticData('node')[NAME] = registration;
}

export function forgetRegistration(context: TriggerContext): void {
	delete context.getWorkflowStaticData('node')[NAME];
}
