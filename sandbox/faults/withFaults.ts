import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod/v4';
import { type Endpoint, plans, rateLimitHeaders } from '../../src/api/index.ts';
import type { Now } from '../clock.ts';
import { AiBusyError } from '../errors.ts';
import { limitReached, nextHour } from '../limits.ts';
import { errorAnswer } from '../http/answer.ts';
import { ApiError } from '../http/apiError.ts';
import { type ApiUser, authenticate } from '../auth.ts';
import { addFaultHeader, dateOf } from '../http/headers.ts';
import type { Service } from '../service.ts';
import type { Rule } from './rule.ts';

type Handler = (context: Context<{ Bindings: HttpBindings }>) => Promise<Response>;

/** Injects faults between an endpoint and its caller. */
export const withFaults =
	({ faults, db, now, onError }: Service, endpoint: Endpoint, handle: Handler): Handler =>
	async (context) => {
		const { req, env } = context;
		const rule = faults.next(endpoint, req.path);
		if (rule === undefined) return handle(context);
		const url = new URL(req.url);
		const answer = await inject(rule, {
			target: url.pathname + url.search,
			now,
			caller: () => authenticate(db, req.header('Authorization')),
			process: () => handle(context).catch((error: unknown) => errorAnswer(error, onError)),
			reset: () => void env.outgoing.socket?.resetAndDestroy(),
		});
		return addFaultHeader(answer, rule.kind);
	};

/** A request and the ways to handle it. */
interface Exchange {
	/** Path with query. */
	readonly target: string;
	readonly now: Now;
	/** The caller. @throws ApiError */
	readonly caller: () => ApiUser;
	/** Processes the request as usual, with all its effects. Never throws. */
	readonly process: () => Promise<Response>;
	/** Closes the connection without an answer. */
	readonly reset: () => void;
}

/** Makes a request fail as a rule says. @throws ApiError if the caller has no access. */
async function inject(rule: Rule, { target, now, caller, process, reset }: Exchange): Promise<Response> {
	if ('afterProcessing' in rule && rule.afterProcessing) await process();
	const answer = async () => takeApart(await process());
	switch (rule.kind) {
		case 'rate-limited':
			return rateLimited(caller(), now, rule.retryAfterSeconds);
		case 'provider-busy':
			return answered(new AiBusyError());
		case 'ai-limit-exceeded':
			return answered(new ApiError('ai_limit_exceeded', 'All AI credits of this account are used for now.'));
		case 'internal-error':
			return answered(new Error());
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
			// 307 requests the same method and body again, so a client that follows it would send everything elsewhere.
			return new Response(null, { status: 307, headers: { Location: new URL(target, rule.location).href } });
		case 'clock-skew':
			return skewed(await answer(), rule.skewMs, now);
		case 'incomplete-key-points':
			return incomplete(await answer());
	}
}

async function delayed(answer: Response, ms: number): Promise<Response> {
	await pause(ms);
	return answer;
}

/** An error as the service answers it. It is expected, so nothing is reported. */
const answered = (error: Error): Response => errorAnswer(error, () => {});

/** 429 as when all requests of the hour are used (Limits, 1 and 2), whatever the caller has left. */
function rateLimited({ plan }: ApiUser, now: Now, retryAfterSeconds: number | undefined): Response {
	const time = now();
	const reset = retryAfterSeconds === undefined ? nextHour(time) : time + retryAfterSeconds * 1000;
	return answered(limitReached(plans[plan].requestsPerHour, time, reset));
}

/** The answer of a proxy while the service behind it is down. */
const unavailable = (): Response =>
	new Response(
		'<!doctype html><html lang="en"><title>503 Service Unavailable</title><h1>Service Unavailable</h1></html>\n',
		{ status: 503, headers: { 'Content-Type': 'text/html; charset=utf-8' } },
	);

const PIECES = 10;

/** A pause that does not keep a stopping sandbox alive. */
const pause = (ms: number): Promise<unknown> => setTimeout(ms, undefined, { ref: false });

/** The same answer, its body in pieces spread over `ms`. The first piece is sent immediately. */
async function inPieces({ status, headers, ...answer }: AnswerParts, ms: number): Promise<Response> {
	const bytes = Buffer.from(answer.text);
	const size = Math.max(1, Math.ceil(bytes.length / PIECES));
	async function* pieces() {
		for (let start = 0; start < bytes.length; start += size) {
			if (start > 0) await pause(ms / (PIECES - 1));
			yield bytes.subarray(start, start + size);
		}
	}
	return new Response(ReadableStream.from(pieces()), { status, headers });
}

/** The same answer, its JSON cut in the middle of a complete HTTP message. */
const truncated = ({ text, status, headers }: AnswerParts): Response =>
	new Response(text.slice(0, Math.floor(text.length / 2)), { status, headers });

/** The same answer, labelled as text. */
function mislabelled({ text, status, headers }: AnswerParts): Response {
	headers.set('Content-Type', 'text/plain');
	return new Response(text, { status, headers });
}

/** The same answer from a server whose clock is `ms` ahead: in `Date` and in the reset of the request limit. */
function skewed({ text, status, headers }: AnswerParts, ms: number, now: Now): Response {
	headers.set('Date', dateOf(now() + ms));
	const reset = headers.get(rateLimitHeaders.reset);
	if (reset !== null) headers.set(rateLimitHeaders.reset, String(Number(reset) + Math.round(ms / 1000)));
	return new Response(text, { status, headers });
}

const ActionItems = z.array(z.looseObject({ owner: z.unknown(), priority: z.unknown() }));
const WithKeyPoints = z.looseObject({
	data: z.looseObject({ keypoints: z.looseObject({ decisions: z.unknown(), actionItems: ActionItems }) }),
});

/** The same key points without decisions, and without owner and priority of action items. Other answers are unchanged. */
function incomplete({ text, status, headers }: AnswerParts): Response {
	const parsed = WithKeyPoints.safeParse(JSON.parse(text));
	if (!parsed.success) return new Response(text, { status, headers });
	const { data } = parsed.data;
	const { decisions: _decisions, actionItems, ...rest } = data.keypoints;
	const without = actionItems.map(({ owner: _owner, priority: _priority, ...item }) => item);
	const body = { ...parsed.data, data: { ...data, keypoints: { ...rest, actionItems: without } } };
	return new Response(JSON.stringify(body), { status, headers });
}

/** An answer taken apart. */
interface AnswerParts {
	readonly text: string;
	readonly status: number;
	readonly headers: Headers;
}

const takeApart = async (answer: Response): Promise<AnswerParts> => ({
	text: await answer.text(),
	status: answer.status,
	headers: new Headers(answer.headers),
});
