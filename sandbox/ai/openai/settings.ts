import { z } from 'zod/v4';
import { SandboxError } from '../../errors.ts';
import type { Ai } from '../ai.ts';
import { modelAi } from './modelAi.ts';

const variables = { url: 'MEETING_ASSISTANT_AI_URL', model: 'MEETING_ASSISTANT_AI_MODEL', key: 'MEETING_ASSISTANT_AI_KEY' };

/** A model on a machine without a graphics card is slow. */
const TIMEOUT_MS = 120_000;

/** A key belongs in its own variable, since the address is shown in messages. */
const Url = z.url({ protocol: /^https?$/ }).refine((text) => URL.parse(text)?.username === '');

/** The AI configured by environment variables; undefined if there is none. @throws SandboxError `input`, naming the variable */
export function aiFromEnvironment(environment: Readonly<Record<string, string | undefined>>): Ai | undefined {
	const [url = '', model = '', key = ''] = [variables.url, variables.model, variables.key].map((name) => environment[name]);
	if (url === '' && model === '') return undefined;
	if (!Url.safeParse(url).success) {
		throw new SandboxError('input', `${variables.url} must be an http or https address, such as http://localhost:11434/v1.`);
	}
	if (model === '') throw new SandboxError('input', `${variables.model} must name the model to use at ${url}.`);
	return modelAi({ url, model, key: key === '' ? null : key, timeoutMs: TIMEOUT_MS });
}
