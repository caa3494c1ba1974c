import { setTimeout } from 'node:timers/promises';
import { z } from 'zod/v4';
import { rateLimitHeaders } from '../../src/api/index.ts';
import type { Now } from '../clock.ts';

const PIECES = 10;

/** A pause that does not keep a stopping sandbox alive. */
export const pause = (ms: number): Promise<unknown> => setTimeout(ms, undefined, { ref: false });

/** The same answer, its body in pieces spread over `ms`. The first piece comes at once. */
export async function inPieces({ status, headers, ...answer }: AnswerParts, ms: number): Promise<Response> {
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
export const truncated = ({ text, status, headers }: AnswerParts): Response =>
	new Response(text.slice(0, Math.floor(text.length / 2)), { status, headers });

/** The same answer, called text. */
export function mislabelled({ text, status, headers }: AnswerParts): Response {
	headers.set('Content-Type', 'text/plain');
	return new Response(text, { status, headers });
}

/** The same answer by a clock that is `ms` ahead: in `Date` and in the time the request limit resets. */
export function skewed({ text, status, headers }: AnswerParts, ms: number, now: Now): Response {
	headers.set('Date', new Date(now() + ms).toUTCString());
	const reset = headers.get(rateLimitHeaders.reset);
	if (reset !== null) headers.set(rateLimitHeaders.reset, String(Number(reset) + Math.round(ms / 1000)));
	return new Response(text, { status, headers });
}

const ActionItems = z.array(z.looseObject({ owner: z.unknown(), priority: z.unknown() }));
const WithKeyPoints = z.looseObject({
	data: z.looseObject({ keypoints: z.looseObject({ decisions: z.unknown(), actionItems: ActionItems }) }),
});

/** The same key points without decisions, and without owner and priority of action items. Any other answer stays as it is. */
export function incomplete({ text, status, headers }: AnswerParts): Response {
	const parsed = WithKeyPoints.safeParse(JSON.parse(text));
	if (!parsed.success) return new Response(text, { status, headers });
	const { data } = parsed.data;
	const { decisions: _decisions, actionItems, ...rest } = data.keypoints;
	const without = actionItems.map(({ owner: _owner, priority: _priority, ...item }) => item);
	const body = { ...parsed.data, data: { ...data, keypoints: { ...rest, actionItems: without } } };
	return new Response(JSON.stringify(body), { status, headers });
}

/** An answer taken apart. */
export interface AnswerParts {
	readonly text: string;
	readonly status: number;
	readonly headers: Headers;
}

export const takeApart = async (answer: Response): Promise<AnswerParts> => ({
	text: await answer.text(),
	status: answer.status,
	headers: new Headers(answer.headers),
});
