import type { IPollFunctions } from 'n8n-workflow';
import { ClientError } from '../../src/client/index.ts';
import { isListed } from '../../src/triggers/index.ts';
import { Refusal } from '../../src/words/index.ts';
import { connect } from '../shared/account.ts';
import { triggerError } from '../shared/errors.ts';
import { logOf } from '../shared/log.ts';
import { quietSleep } from '../shared/quietSleep.ts';
import { NAME, Stored } from './registration.ts';

/** Time limit for one answer of the service. */
const TIMEOUT_MS = 15_000;

/** For n8n's own answer. `timeout` would only measure silence: whatever answers there could keep the check waiting. */
const OWN_ANSWER_MS = 3000;

const LONGEST_PAUSE_MS = 6 * 60 * 60_000;
/** As long as the trigger waits between two checks of its own, so the next attempt can succeed. */
const FIRST_PAUSE_MS = 10 * 60_000;

/** When to check a registration again. Each failure costs requests and a failed execution, so it doubles the pause. */
interface Watch {
	/** ID of the webhook at the service. */
	readonly of: string;
	/** Milliseconds since 1970. */
	readonly nextAt: number;
	readonly pauseMs: number;
}

/** For each trigger that this process watches. */
const watches = new Map<string, Watch>();

/** The trigger answers before it repairs. */
const REPAIR_WAITS_MS = [1000, 4000, 15_000];

const lost = (cause: string): Refusal =>
	new Refusal(
		'The service no longer has the webhook of this workflow, so no events arrive, and it could not be registered again',
		`${cause}Publish the workflow again to see what is missing`,
		{ code: 'webhook_lost' },
	);

/** Posts to the trigger without a signature, which it refuses, and checks its webhook. */
const wake = ({ helpers }: IPollFunctions, url: string): Promise<unknown> =>
	helpers.httpRequest({
		method: 'POST',
		url,
		body: { event: 'check' },
		json: true,
		abortSignal: AbortSignal.timeout(OWN_ANSWER_MS),
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
	});

/**
 * Has a webhook registered again if the service no longer has it: somebody deleted it, or it was gone when n8n came back.
 * `now` in milliseconds since 1970. If that does not help, throws the error that n8n shows as a failed execution.
 */
export async function watchWebhook(context: IPollFunctions, now: number, sleep = quietSleep): Promise<void> {
	const key = `${context.getWorkflow().id}/${context.getNode().id}`;
	const held = Stored.safeParse(context.getWorkflowStaticData('node')[NAME]).data;
	if (!held) return;
	const known = watches.get(key);
	const fresh: Watch = { of: held.id, nextAt: now, pauseMs: FIRST_PAUSE_MS };
	// The first call happens while the workflow is being published, and a failure would prevent that.
	if (known?.of !== held.id) return void watches.set(key, fresh);
	if (now < known.nextAt) return;
	try {
		const client = await connect(context, { timeoutMs: TIMEOUT_MS });
		if (await isListed(client, held)) return void watches.set(key, fresh);
		// Has the trigger check its webhook, as after a delivery with a wrong signature: n8n stores a new secret only where
		// deliveries arrive, which may be another process.
		const unreachable = await wake(context, held.url).then(
			() => '',
			(error: unknown) => `n8n could not reach itself at ${new URL(held.url).origin} (${String(error)}). `,
		);
		for (const ms of REPAIR_WAITS_MS) {
			await sleep(ms);
			if (await isListed(client, held)) return;
		}
		throw lost(unreachable);
	} catch (error) {
		// The service may be down, which says nothing about the webhook.
		if (error instanceof ClientError) return logOf(context).warn('The webhook could not be checked', { cause: String(error) });
		const { of, pauseMs } = known;
		const isFirst = pauseMs === FIRST_PAUSE_MS;
		watches.set(key, { of, nextAt: now + pauseMs, pauseMs: Math.min(LONGEST_PAUSE_MS, 2 * pauseMs) });
		if (isFirst) return logOf(context).warn('The webhook could not be checked or registered again', { cause: String(error) });
		throw triggerError(context.getNode(), error);
	}
}
