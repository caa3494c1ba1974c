import type { z } from 'zod/v4';
import type { Endpoint } from '../../src/api/index.ts';
import type { JsonText } from '../server/answer.ts';
import type { ApiUser } from '../server/auth.ts';
import { inputReader, type Parsed, type RawInput } from '../server/input.ts';
import type { Service } from '../service.ts';

/** Who asks. */
export interface Caller {
	readonly service: Service;
	readonly user: ApiUser;
	/** Whether a generation is made although the same is being made already. */
	readonly parallel: boolean;
}

/** An endpoint with what answers it. */
export interface Route<E extends Endpoint = Endpoint> {
	readonly endpoint: E;
	/** Checks the inputs and returns the 200 body. Throws ApiError. */
	readonly answer: (raw: RawInput, caller: Caller) => Promise<unknown>;
}

type Body<E extends Endpoint> = z.input<E['response']>;
/** `JsonText` where the answer is kept as it is sent: then only tests know its shape. */
type Answer<E extends Endpoint> = Body<E> | Promise<Body<E>> | JsonText;

/** Ties a handler to its endpoint: inputs and answer have the types of the table. */
export function route<const E extends Endpoint>(
	endpoint: E,
	handle: (input: Parsed<E>, caller: Caller) => Answer<E>,
): Route<E> {
	const read = inputReader(endpoint);
	return { endpoint, answer: async (raw, caller) => handle(read(raw), caller) };
}
