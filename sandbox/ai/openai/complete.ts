import { z } from 'zod/v4';
import { AiBusyError, AiFailedError } from '../../errors.ts';

/** How to reach a model. */
export interface ModelSettings {
	/** Base address of an OpenAI-compatible service, such as `http://localhost:11434/v1`. */
	readonly url: string;
	readonly model: string;
	/** Null if the service requires none. */
	readonly key: string | null;
	/** For one answer. */
	readonly timeoutMs: number;
}

/** Far more than any answer needs. */
const MAX_CHARACTERS = 2_000_000;

/** One request to the model's service. Redirects are not followed: the key goes nowhere else. @throws AiFailedError */
async function post({ url, key, timeoutMs }: ModelSettings, body: object): Promise<{ readonly status: number; readonly text: string }> {
	const signal = AbortSignal.timeout(timeoutMs);
	try {
		const response = await fetch(`${url.replace(/(?<!\/)\/+$/, '')}/chat/completions`, {
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

/** `fetch failed` alone is not helpful; the cause's code is, such as ECONNREFUSED. */
const NetworkError = z.object({ cause: z.object({ code: z.string() }) });
const codeOf = (error: unknown): string => NetworkError.safeParse(error).data?.cause.code ?? 'no answer';

export interface Message {
	readonly role: 'system' | 'user' | 'assistant';
	readonly content: string;
}

/** Asks the model for an answer of a JSON Schema. @throws AiBusyError, AiFailedError */
export type Complete = (messages: readonly Message[], format: { readonly name: string; readonly schema: object }) => Promise<string>;

const Completion = z.object({ choices: z.tuple([z.object({ message: z.object({ content: z.string().nullable() }) })], z.unknown()) });
const BUSY: readonly number[] = [429, 503, 529];
const NOT_UNDERSTOOD: readonly number[] = [400, 422];

/** Requests a chat completion over OpenAI's protocol, which many services support. */
export function completeWith(settings: ModelSettings): Complete {
	// Not every service supports structured outputs, so the schema is in the messages as well.
	let structured = true;
	return async (messages, { name, schema }) => {
		const body = { model: settings.model, messages };
		const format = { type: 'json_schema', json_schema: { name, schema, strict: true } };
		let answer = await post(settings, structured ? { ...body, response_format: format } : body);
		if (structured && NOT_UNDERSTOOD.includes(answer.status)) {
			answer = await post(settings, body);
			structured = answer.status !== 200;
		}
		if (BUSY.includes(answer.status)) throw new AiBusyError('The AI model provider is busy.');
		// The body is left out: some services repeat part of the key in it.
		if (answer.status !== 200) throw new AiFailedError(`The AI model answered with status ${answer.status}.`);
		return contentOf(answer.text);
	};
}

function contentOf(text: string): string {
	try {
		return Completion.parse(JSON.parse(text)).choices[0].message.content ?? '';
	} catch {
		throw new AiFailedError('What answered is not an OpenAI-compatible AI model.');
	}
}
