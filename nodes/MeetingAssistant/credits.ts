import type { Endpoint, Input, Output } from '../../src/api/index.ts';
import { ClientError, createCreditFloor, type Client, type CreditFloor } from '../../src/client/index.ts';
import { CreditFloorReached } from './refusal.ts';

export interface Credits {
	/** Calls an endpoint that may cost a credit. Throws `CreditFloorReached` when none may be spent. */
	readonly call: <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<Output<E>>;
	readonly left: CreditFloor['left'] extends infer L ? () => L : never;
}

export interface CreditsOptions {
	readonly client: Client;
	/** AI credits that must stay; without it nobody asks how many there are. */
	readonly keep?: number;
	readonly readProfile: () => Promise<unknown>;
}

/** The AI credits of one run. Once the service says that they are used up, no request is sent that must cost one. */
export function createCredits({ client, keep, readProfile }: CreditsOptions): Credits {
	const floor = keep === undefined ? null : createCreditFloor({ keep, readProfile });
	let usedUp: ClientError | null = null;

	const remember = (error: unknown): never => {
		if (error instanceof ClientError && error.problem.kind === 'creditsExhausted') usedUp = error;
		throw error;
	};

	return {
		call: async (endpoint, input) => {
			if (usedUp && endpoint.credit === 'always') throw usedUp;
			const work = () => client.call(endpoint, input).catch(remember);
			if (floor === null) return await work();
			const spent = await floor.spend(work);
			if (!spent.ok) throw new CreditFloorReached(keep ?? 0, spent.left);
			return spent.result;
		},
		left: () => floor?.left,
	};
}
