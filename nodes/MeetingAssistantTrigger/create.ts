import { NodeOperationError, type IHookFunctions } from 'n8n-workflow';
import { isCode, triggerError } from '../shared/triggerError.ts';
import { listenForSamples, wantsSamples } from './listenForSamples.ts';
import { oneAtATime } from './oneAtATime.ts';
import { hasNoWebhooks, NO_WEBHOOKS } from './plan.ts';
import { prepare } from './registering.ts';
import { replaceWebhook } from './replace.ts';

/**
 * Registers this trigger anew: afterwards the service has exactly one webhook for it and its secret is held here, or
 * an error says in words why not. `now` in milliseconds since 1970.
 */
export async function createWebhook(context: IHookFunctions, now: number): Promise<void> {
	if (wantsSamples(context)) return await listenForSamples(context, now);
	const wanted = await prepare(context);
	const { client, url } = wanted;
	try {
		await oneAtATime(context, () => replaceWebhook(wanted, now));
	} catch (error) {
		if (isCode(error, 'forbidden') && (await hasNoWebhooks(client))) {
			throw new NodeOperationError(context.getNode(), NO_WEBHOOKS);
		}
		throw triggerError(context.getNode(), error, {
			before: 'The webhook could not be registered at the service',
			advice: { validation_error: `The service has to be able to reach ${new URL(url).origin} over https://` },
		});
	}
}
