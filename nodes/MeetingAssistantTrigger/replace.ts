import { NodeOperationError } from 'n8n-workflow';
import type { Webhook } from '../../src/api/index.ts';
import { isCode } from '../shared/triggerError.ts';
import { deleteWebhook } from './atService.ts';
import { findHolders, limitWords } from './holders.ts';
import { hasNoWebhooks } from './plan.ts';
import { clearOwn, registerOnce, type Registered } from './registerOnce.ts';
import type { Registering } from './registering.ts';
import { storeRegistration } from './stored.ts';

/** Registers although the plan's places are taken, if that is wanted and some of them are dead. */
async function registerInPlaceOfDead(wanted: Registering, others: readonly Webhook[]): Promise<Registered> {
	const { context, client, url, parameters } = wanted;
	const holders = await findHolders(context, others, url);
	const dead = holders.filter((holder) => holder.dead);
	if (!parameters.options.removeDeadWebhooks || dead.length === 0) {
		throw new NodeOperationError(context.getNode(), limitWords(holders));
	}
	for (const { webhook } of dead) await deleteWebhook(client, webhook.id);
	return await registerOnce(wanted);
}

async function register(wanted: Registering): Promise<Registered> {
	const { others } = await clearOwn(wanted);
	return await registerOnce(wanted).catch(async (error: unknown) => {
		const full = isCode(error, 'forbidden') && others.length > 0 && !(await hasNoWebhooks(wanted.client));
		if (full) return await registerInPlaceOfDead(wanted, others);
		throw error;
	});
}

/**
 * Registers this trigger anew in place of whatever leads to its URL, and stores id and secret. `now` in milliseconds
 * since 1970.
 * @throws ClientError, or NodeOperationError when the plan's places are taken.
 */
export async function replaceWebhook(wanted: Registering, now: number): Promise<void> {
	const { context, url, workflowId } = wanted;
	const { id, secret } = await register(wanted);
	storeRegistration(context, { id, secret, url, workflowId }, now);
}
