import { createHash, randomBytes } from 'node:crypto';
import { createRequestStateCodec, inputRequired, inputResponse, type InputRequiredResult, type ServerContext } from '@modelcontextprotocol/server';
import type { Operation } from '../../src/operations/index.ts';
import { sentences } from '../../src/forms/terms.ts';
import { CallFailure, type Settings } from './call.ts';
import { terms } from './terms.ts';
import { permissionOf } from './tools.ts';

/** Signs what a user is asked, for as long as this process runs. */
const codec = createRequestStateCodec<string>({ key: randomBytes(32), ttlSeconds: 300 });
export const requestState = { verify: codec.verify };

const refused = (what: string, code: string): CallFailure => new CallFailure(what, { code });

interface Wish {
	readonly name: string;
	readonly operation: Operation;
	readonly given: Readonly<Record<string, unknown>>;
}

/**
 * Whether a person agreed to a call with exactly these arguments; what to ask them if nobody has yet. What a model says about
 * a person's wishes does not count. @throws CallFailure if nobody can be asked, or they declined
 */
export async function consentOf(
	{ name, operation, given }: Wish,
	{ allow, apiKey }: Settings,
	{ mcpReq }: ServerContext,
	canAsk: boolean,
): Promise<InputRequiredResult | null> {
	const permission = permissionOf(operation);
	if (permission === null || allow.includes(permission)) return null;
	if (!canAsk) {
		throw refused(
			`Nothing was done, because a person has to agree to this, and this host cannot ask them. Tell them that they can do it in the app, or start the MCP server with “--allow ${permission}”.`,
			'needs_person',
		);
	}
	const asked = createHash('sha256').update(JSON.stringify([name, operation.id, given, apiKey])).digest('base64url');
	const answer = inputResponse(mcpReq.inputResponses, 'person');
	if (answer.kind === 'elicit' && mcpReq.requestState<string>() === asked) {
		if (answer.action === 'accept' && answer.content?.['agree'] === true) return null;
		throw refused('The person did not agree, so nothing was done. Do not ask again unless they bring it up.', 'declined');
	}
	return inputRequired({
		inputRequests: {
			person: inputRequired.elicit({
				message: `${sentences(terms, operation.action, operation.description)}\n${name} ${JSON.stringify(given, null, 1)}`,
				requestedSchema: { type: 'object', properties: { agree: { type: 'boolean', title: 'Do this now' } }, required: ['agree'] },
			}),
		},
		requestState: await codec.mint(asked),
	});
}
