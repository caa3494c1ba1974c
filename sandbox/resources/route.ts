import type { z } from 'zod/v4';
import type { Endpoint } from '../../src/api/index.ts';
import type { JsonText } from '../http/answer.ts';
import type { ApiUser } from '../auth.ts';
import { inputReader, type Parsed, type RawInput } from '../http/input.ts';
import type { Service } from '../service.ts';

export interface Caller {
	readonly service: Service;
	readonly user: ApiUser;
}

/** An endpoint and its handler. */
export interface Route<E extends Endpoint = Endpoint> {
	readonly endpoint: E;
	/** Checks the inputs and returns the 200 body. Throws ApiError. */
	readonly answer: (raw: RawInput, caller: Caller) => Promise<unknown>;
}

type Body<E extends Endpoint> = z.input<E['response']>;
/** `JsonText` if the answer is stored in the form in which it is sent. Only tests check its shape then. */
type Answer<E extends Endpoint> = Body<E> | Promise<Body<E>> | JsonText;

/** Connects a handler to its endpoint. Inputs and answer are typed by the endpoint table. */
export function route<const E extends Endpoint>(
	endpoint: E,
	handle: (input: Parsed<E>, caller: Caller) => Answer<E>,
): Route<E> {
	const read = inputReader(endpoint);
	return { endpoint, answer: async (raw, caller) => handle(read(raw), caller) };
}
