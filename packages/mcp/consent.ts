import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createRequestStateCodec, inputRequired, inputResponse, type InputRequiredResult, type ServerContext } from '@modelcontextprotocol/server';
import * as z from 'zod/v4';
import { type Agreed, type Agreement, allOf, declined, type Decision, type OperationTool, type Returned, refused } from '../../src/agents/index.ts';
import type { Settings } from './call.ts';
import { firstUses } from './limits.ts';

/** A question to a person: the digest of the call, and what they would agree to. */
const Asked = z.object({ id: z.string(), digest: z.string(), agreed: z.array(z.string().nullable()) });

const TTL_SECONDS = 300;

/** Signs what a person is asked, for as long as this process runs. */
const codec = createRequestStateCodec<z.output<typeof Asked>>({ key: randomBytes(32), ttlSeconds: TTL_SECONDS });
export const requestState = { verify: codec.verify };

/** An answer counts once: a client that lost the result of a call may send it again. */
const isFirstAnswer = firstUses(Date.now);

/** How a client reaches the server. Only a program on the client’s machine can be an extension, with settings of its own. */
export type Over = 'http' | 'stdio';

/** How a person allows something if nobody can be asked. */
export const howToAllow = (permission: string, over: Over): string =>
	`with ${over === 'stdio' ? '“Allow without asking” in the settings of the extension, or ' : ''}“--allow ${permission}” in the options of the MCP server`;

/** What a model calls. */
interface Called {
	readonly tool: OperationTool;
	readonly given: Readonly<Record<string, unknown>>;
}

const digestOf = ({ tool, given }: Called, { apiKey }: Settings): string =>
	createHash('sha256').update(JSON.stringify([tool.tool.name, given, apiKey])).digest('base64url');

/**
 * What a person agreed to, for a call with exactly these arguments; null if they were not asked yet, or their answer was used. Claims
 * of a model about a person’s wishes do not count. @throws CallFailure if they declined
 */
function agreedTo(called: Called, settings: Settings, { mcpReq }: ServerContext): Agreed | null {
	const answer = inputResponse(mcpReq.inputResponses, 'person');
	const asked = Asked.safeParse(mcpReq.requestState());
	if (answer.kind !== 'elicit' || asked.data?.digest !== digestOf(called, settings)) return null;
	if (answer.action !== 'accept') throw declined();
	return isFirstAnswer(asked.data.id, Date.now() + TTL_SECONDS * 1000) ? asked.data.agreed : null;
}

/** Asks the person in front of the host, where it can. @throws CallFailure if they declined, before anything is read */
export function decideOn(called: Called, settings: Settings, ctx: ServerContext, { over, canAsk }: { readonly over: Over; readonly canAsk: boolean }) {
	const agreed = agreedTo(called, settings, ctx);
	return async (decision: Decision): Promise<Agreement | InputRequiredResult | Returned> => {
		if (agreed !== null) return { agreed };
		if (!canAsk) {
			throw refused(
				`Nothing was done, because a person has to agree to this, and this host cannot ask them. Tell them that they can do it in the app, or allow it ${howToAllow(decision.permission, over)}.`,
				'needs_person',
			);
		}
		const plan = await decision.plan();
		if ('results' in plan) return plan;
		return inputRequired({
			inputRequests: {
				person: inputRequired.elicit({ message: await decision.question(plan), requestedSchema: { type: 'object', properties: {} } }),
			},
			requestState: await codec.mint({ id: randomUUID(), digest: digestOf(called, settings), agreed: [...allOf(plan)] }),
		});
	};
}
