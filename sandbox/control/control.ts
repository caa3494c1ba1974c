import type { z } from 'zod/v4';
import { check } from '../options.ts';
import type { Service } from '../service.ts';

/** One thing that people and tests can do to the sandbox and that the API does not offer. */
export interface Control<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
	readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	/** Inputs named in the path travel there, those of GET and DELETE in the query, all others in a JSON body. */
	readonly path: `/sandbox${string}`;
	readonly summary: string;
	/** Present where it changes what only a running sandbox has in its memory. */
	readonly runningOnly?: true;
	/** All inputs, flat. */
	readonly input: I;
	readonly output: O;
	/** Checks the input and does it. @throws SandboxError; ImportError */
	readonly perform: (service: Service, input: unknown) => Promise<z.output<O>>;
}

interface Definition<I extends z.ZodType, O extends z.ZodType> extends Omit<Control<I, O>, 'perform'> {
	readonly run: (service: Service, input: z.output<I>) => z.input<O> | Promise<z.input<O>>;
}

/** Ties what a control does to the shapes of its input and output. */
export const control = <I extends z.ZodType, O extends z.ZodType>({
	run,
	...rest
}: Definition<I, O>): Control<I, O> => ({
	...rest,
	perform: async (service, input) => rest.output.parse(await run(service, check(rest.input, input))),
});
