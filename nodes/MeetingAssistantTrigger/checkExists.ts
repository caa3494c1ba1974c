import type { IHookFunctions } from 'n8n-workflow';
import { triggerError } from '../shared/triggerError.ts';
import { isAsWanted, ownUrl, prepare, workflowIdOf } from './registering.ts';
import { readRegistration } from './stored.ts';

/**
 * Whether the service has exactly one webhook for this trigger, as wanted, and its secret is held here. A webhook whose
 * secret is not held is of no use: `create` replaces it.
 */
export async function webhookExists(context: IHookFunctions): Promise<boolean> {
	const held = readRegistration(context);
	if (held?.url !== ownUrl(context) || held.workflowId !== workflowIdOf(context)) return false;
	const wanted = await prepare(context);
	try {
		const { data } = await wanted.client.webhooks.list();
		const here = data.filter(({ id, url }) => id === held.id || url === wanted.url);
		return here.length === 1 && here.every((webhook) => webhook.id === held.id && isAsWanted(webhook, wanted));
	} catch (error) {
		throw triggerError(context.getNode(), error, { before: 'The webhook could not be looked up at the service' });
	}
}
