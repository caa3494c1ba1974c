import { z } from 'zod/v4';
import { quietSleep } from '../shared/within.ts';
import type { TriggerContext } from './context.ts';

const PROBE_TIMEOUT_MS = 3000;

/** n8n's own answer for a webhook that it does not have. */
const NotRegistered = z.object({ statusCode: z.literal(404), body: z.looseObject({ code: z.literal(404) }) });

/**
 * Whether n8n says that nothing listens at a URL of its own. A trigger that is alive refuses the request, since it is
 * not signed. Without a clear answer it counts as alive.
 */
export async function isDead(context: TriggerContext, url: string): Promise<boolean> {
	try {
		// n8n's timeout is for silence: an answer that trickles in goes on.
		const answer: unknown = await Promise.race([quietSleep(PROBE_TIMEOUT_MS), context.helpers.httpRequest({
			method: 'POST',
			url,
			body: { event: 'probe' },
			json: true,
			// `timeout` is one of silence: whatever answers there could keep the probe waiting.
			abortSignal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		})]);
		return NotRegistered.safeParse(answer).success;
	} catch {
		return false;
	}
}
