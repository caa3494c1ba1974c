import { z } from 'zod/v4';
import { AiFailedError } from '../../errors.ts';
import type { ModelSettings } from './settings.ts';

/** Far above what any answer has. */
const MAX_CHARACTERS = 2_000_000;

interface Answer {
	readonly status: number;
	readonly text: string;
}

/** One request to the model's service. Redirects are not followed: the key goes nowhere else. @throws AiFailedError */
export async function post({ url, key, timeoutMs }: ModelSettings, body: object): Promise<Answer> {
	const signal = AbortSignal.timeout(timeoutMs);
	try {
		const response = await fetch(`${url.replace(/\/+$/, '')}/chat/completions`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json', ...(key !== null && { Authorization: `Bearer ${key}` }) },
			body: JSON.stringify(body),
			redirect: 'manual',
			signal,
		});
		return { status: response.status, text: await textOf(response) };
	} catch (error) {
		if (error instanceof AiFailedError) throw error;
		if (signal.aborted) throw new AiFailedError(`The AI model did not answer within ${timeoutMs / 1000} seconds.`);
		throw new AiFailedError(`The AI model cannot be reached (${codeOf(error)}).`);
	}
}

async function textOf({ body }: Response): Promise<string> {
	let text = '';
	for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
		text += chunk;
		if (text.length > MAX_CHARACTERS) throw new AiFailedError('The AI model does not stop answering.');
	}
	return text;
}

const NetworkError = z.object({ cause: z.object({ code: z.string() }) });

/** `fetch failed` tells nothing; the code of its cause does, such as ECONNREFUSED. */
const codeOf = (error: unknown): string => NetworkError.safeParse(error).data?.cause.code ?? 'no answer';
