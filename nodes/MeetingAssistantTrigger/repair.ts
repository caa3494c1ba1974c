import type { IWebhookFunctions } from 'n8n-workflow';
import { prepare, workflowIdOf } from './registering.ts';
import { replaceWebhook } from './replace.ts';
import { readRegistration } from './stored.ts';

/** However many wrong deliveries come, the service is asked no more often than that. */
const LOOK_AGAIN_MS = 10 * 60_000;

/** A webhook this new may be one that n8n is still about to store the secret of. */
const SETTLING_MS = 30_000;

/** When this process last looked, for each trigger. */
const lastLook = new Map<string, number>();

function mayLook(key: string, now: number): boolean {
	const last = lastLook.get(key);
	return last === undefined || now - last >= LOOK_AGAIN_MS;
}

/** Registers anew if the service has a webhook for this trigger that is not the one whose secret is held. */
async function look(context: IWebhookFunctions, now: number): Promise<'settled' | 'too new'> {
	const wanted = await prepare(context);
	const held = readRegistration(context);
	const { data } = await wanted.client.webhooks.list();
	const here = data.filter(({ url }) => url === wanted.url);
	if (here.length === 0 || (here.length === 1 && here[0]?.id === held?.id)) return 'settled';
	const isNew = here.some(({ createdAt }) => createdAt !== undefined && now - Date.parse(createdAt) < SETTLING_MS);
	if (isNew) return 'too new';
	await replaceWebhook(wanted, now);
	context.logger.info('The webhook was registered anew, because its signing secret was not the one held here');
	return 'settled';
}

/**
 * After a delivery with a wrong signature: n8n does not check webhooks when it starts, so after restoring an old data
 * base, or a crash in the middle of an activation, the secret held here may not be the service's any more.
 * `now` in milliseconds since 1970. Never throws.
 */
export async function repairRegistration(context: IWebhookFunctions, now: number): Promise<void> {
	const key = `${workflowIdOf(context)}/${context.getNode().id}`;
	if (!mayLook(key, now)) return;
	lastLook.set(key, now);
	try {
		const outcome = await look(context, now);
		if (outcome === 'too new') lastLook.set(key, now - LOOK_AGAIN_MS + SETTLING_MS);
	} catch (error) {
		context.logger.warn('The webhook could not be checked after a wrong signature', { cause: String(error) });
	}
}
