import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Now } from '../clock.ts';
import type { ApiUser } from '../server/auth.ts';
import { incomplete, inPieces, mislabelled, pause, skewed, takeApart, truncated } from './distortions.ts';
import { PARALLEL } from './faults.ts';
import { rateLimited, refusal, unavailable } from './refusals.ts';
import type { Rule } from './rule.ts';

/** One request and what can be done about it. */
export interface Exchange {
	/** Path with query. */
	readonly target: string;
	readonly now: Now;
	/** Who asks. @throws ApiError */
	readonly caller: () => ApiUser;
	/** Lets the service answer, with everything that changes by it. Never throws. */
	readonly process: () => Promise<Response>;
	/** Ends the connection without an answer. */
	readonly reset: () => void;
}

/** Makes a request go wrong in the way a rule says. @throws ApiError when the caller may not ask at all. */
export async function inject(rule: Rule, { target, now, caller, process, reset }: Exchange): Promise<Response> {
	if ('afterProcessing' in rule && rule.afterProcessing) await process();
	const answer = async () => takeApart(await process());
	switch (rule.kind) {
		case 'rate-limited':
			return rateLimited(caller(), now, rule.retryAfterSeconds);
		case 'provider-busy':
			return refusal('rate_limited', 'The AI model provider is busy. Try again shortly.');
		case 'ai-limit-exceeded':
			return refusal('ai_limit_exceeded', 'The AI credits of this account are used up for now.');
		case 'internal-error':
			return refusal('internal_error', 'Something went wrong on the server.');
		case 'unavailable':
			return unavailable();
		case 'connection-reset':
			reset();
			return new Response(null, { headers: RESPONSE_ALREADY_SENT.headers });
		case 'slow-first-byte':
			return delayed(await process(), rule.delayMs);
		case 'slow-body':
			return inPieces(await answer(), rule.delayMs);
		case 'truncated-json':
			return truncated(await answer());
		case 'wrong-content-type':
			return mislabelled(await answer());
		case 'redirect':
			// 307 asks for the same method and body again: what must not be sent elsewhere is all in it.
			return new Response(null, { status: 307, headers: { Location: new URL(target, rule.location).href } });
		case 'clock-skew':
			return skewed(await answer(), rule.skewMs, now);
		case 'incomplete-key-points':
			return incomplete(await answer());
		case PARALLEL:
			return process();
	}
}

async function delayed(answer: Response, ms: number): Promise<Response> {
	await pause(ms);
	return answer;
}
