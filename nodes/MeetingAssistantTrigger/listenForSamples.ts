import { createHmac, randomBytes } from 'node:crypto';
import { sleep, type IHookFunctions } from 'n8n-workflow';
import { deliveryHeaders } from '../../src/api/index.ts';
import { readSettings } from '../shared/account.ts';
import { TEST_EVENT } from './events.ts';
import { readParameters } from './parameters.ts';
import { ownUrl, workflowIdOf } from './registering.ts';
import { SAMPLES_ID, storeRegistration } from './stored.ts';

/** n8n takes test deliveries only once the registration has returned. */
const HEAD_START_MS = 1000;
const TIMEOUT_MS = 10_000;

/** Whether a person wants made-up events in the editor, rather than to wait for a real one. */
export const wantsSamples = (context: IHookFunctions): boolean =>
	context.getMode() === 'manual' && readParameters(context).listenFor === 'samples';

/**
 * Has n8n send a test delivery to itself, which the samples answer. The service is not asked, so it takes none of the
 * plan's places and works before anything is set up. Without the credential: n8n resolves none once this has returned.
 * `now` in milliseconds since 1970.
 */
export async function listenForSamples(context: IHookFunctions, now: number): Promise<void> {
	const url = ownUrl(context);
	const secret = randomBytes(32).toString('hex');
	storeRegistration(context, { id: SAMPLES_ID, secret, url, workflowId: workflowIdOf(context) }, now);
	const names = deliveryHeaders((await readSettings(context)).headerPrefix);
	const body = JSON.stringify({ event: TEST_EVENT, data: {}, timestamp: new Date(now).toISOString() });
	const signature = createHmac('sha256', secret).update(body).digest('hex');
	const headers = { 'Content-Type': 'application/json', [names.signature]: signature };
	void sleep(HEAD_START_MS)
		.then(() => {
			const abortSignal = AbortSignal.timeout(TIMEOUT_MS);
			return context.helpers.httpRequest({ method: 'POST', url, headers, body, abortSignal });
		})
		.catch((error: unknown) => {
			const cause = String(error);
			context.logger.warn('n8n could not reach itself at its webhook address, so no samples are shown', { cause });
		});
}
