import type { IHookFunctions } from 'n8n-workflow';
import { triggerError } from '../shared/triggerError.ts';
import { listWebhooks } from './atService.ts';
import { isAsWanted, isOwn, ownRegistration, prepare } from './registering.ts';

/**
 * Whether the service has exactly one webhook for this trigger, as wanted, and its secret is held here. A webhook whose
 * secret is not held is of no use: `create` replaces it.
 */
export async function webhookExists(context: IHookFunctions): Promise<boolean> {
	const held = ownRegistration(context);
	if (!held) return false;
	const wanted = await prepare(context);
	try {
		const here = (await listWebhooks(wanted.client)).filter((webhook) => isOwn(webhook, wanted));
		return here.length === 1 && here.every((webhook) => webhook.id === held.id && isAsWanted(webhook, wanted));
	} catch (error) {
		throw triggerError(context.getNode(), error, { before: 'The webhook could not be looked up at the service' });
	}
}
