import { z } from 'zod/v4';
import { AiBusyError, AiFailedError } from '../../errors.ts';
import { post } from './post.ts';
import type { ModelSettings } from './settings.ts';

export interface Message {
	readonly role: 'system' | 'user' | 'assistant';
	readonly content: string;
}

/** What an answer must look like. */
export interface Format {
	readonly name: string;
	/** JSON Schema. */
	readonly schema: object;
}

/** Lets the model answer. @throws AiBusyError, AiFailedError */
export type Complete = (messages: readonly Message[], format: Format) => Promise<string>;

const Completion = z.object({
	choices: z.tuple([z.object({ message: z.object({ content: z.string().nullable() }) })], z.unknown()),
});

const BUSY: readonly number[] = [429, 503, 529];
const NOT_UNDERSTOOD: readonly number[] = [400, 422];

/** Makes the call of a chat completion, as OpenAI defined it and many others speak it. */
export function completeWith(settings: ModelSettings): Complete {
	// Not everybody who speaks the protocol knows structured outputs; the schema is in the messages as well.
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
		// Nothing of the body is told: some services repeat a part of the key in it.
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
