import type { IWebhookFunctions } from 'n8n-workflow';
import { listWebhooks } from './atService.ts';
import { oneAtATime } from './oneAtATime.ts';
import { isOwn, ownRegistration, prepare, workflowIdOf } from './registering.ts';
import { replaceWebhook } from './replace.ts';

/** However many wrong deliveries come, the service is asked no more often than that. */
const LOOK_AGAIN_MS = 10 * 60_000;

/** A webhook this new may be one that n8n is still about to store the secret of. */
const SETTLING_MS = 30_000;

interface Look {
	/** Milliseconds since 1970. */
	readonly nextAt: number;
	/** Webhooks that were too new then. */
	readonly tooNew: ReadonlySet<string>;
}

/** When this process last looked, for each trigger. */
const looks = new Map<string, Look>();

/** A clock that was set back must not put it off by as much. */
const mayLook = (look: Look | undefined, now: number): boolean =>
	look === undefined || now >= look.nextAt || look.nextAt - now > LOOK_AGAIN_MS;

/**
 * Registers anew if the service has a webhook for this trigger that is not the one whose secret is held. Returns the ones
 * that are too new for that. By the service's clock, which may be ahead: one that was looked at before is new no more.
 */
async function lookAndReplace(context: IWebhookFunctions, before: Look | undefined, now: number): Promise<string[]> {
	const wanted = await prepare(context);
	const here = (await listWebhooks(wanted.client)).filter((webhook) => isOwn(webhook, wanted));
	if (here.length === 0 || (here.length === 1 && here[0]?.id === ownRegistration(context)?.id)) return [];
	const tooNew = here.filter(
		({ id, createdAt }) => createdAt && now - Date.parse(createdAt) < SETTLING_MS && !before?.tooNew.has(id),
	);
	if (tooNew.length > 0) return tooNew.map(({ id }) => id);
	await replaceWebhook(wanted, now);
	context.logger.info('The webhook was registered anew, because its signing secret was not the one held here');
	return [];
}

/**
 * After a delivery with a wrong signature: n8n does not check webhooks when it starts, so after restoring an old data
 * base, or a crash in the middle of an activation, the secret held here may not be the service's any more.
 * `now` in milliseconds since 1970. Never throws.
 */
export async function repairRegistration(context: IWebhookFunctions, now: number): Promise<void> {
	const key = `${workflowIdOf(context)}/${context.getNode().id}`;
	const before = looks.get(key);
	if (!mayLook(before, now)) return;
	looks.set(key, { nextAt: now + LOOK_AGAIN_MS, tooNew: new Set() });
	try {
		const tooNew = await oneAtATime(context, () => lookAndReplace(context, before, now));
		if (tooNew.length > 0) looks.set(key, { nextAt: now + SETTLING_MS, tooNew: new Set(tooNew) });
	} catch (error) {
		context.logger.warn('The webhook could not be checked after a wrong signature', { cause: String(error) });
	}
}
