import { createHash, randomBytes } from 'node:crypto';
import { createRequestStateCodec, inputRequired, inputResponse, type InputRequiredResult, type ServerContext } from '@modelcontextprotocol/server';
import * as z from 'zod/v4';
import { allFields, createSession, creditsLine, meetingLines, type Operation, wholeDescription } from '../../src/operations/index.ts';
import { nameOf, sentence, textIn } from '../../src/forms/index.ts';
import { oneLine } from '../../src/format/index.ts';
import { CallFailure, sessionOf, type Calling, type Planned, type Settings } from './call.ts';
import { terms } from './terms.ts';
import { permissionOf, type OperationTool, type Permission } from './tools.ts';

/** What a person is asked: by what exactly, and to how many AI credits or changes they agree. */
const Asked = z.object({ digest: z.string(), count: z.number() });
type Asked = z.output<typeof Asked>;

/** Signs what a person is asked, for as long as this process runs. */
const codec = createRequestStateCodec<Asked>({ key: randomBytes(32), ttlSeconds: 300 });
export const requestState = { verify: codec.verify };

const refused = (what: string, code: string): CallFailure => new CallFailure(what, { code });

/** What each permission lets agents do. */
export const deeds: Readonly<Record<Permission, string>> = {
	delete: 'delete',
	register: 'register webhooks',
	rename: 'rename',
	share: 'share',
	spend: 'spend AI credits',
};

/** How a person allows something where nobody can be asked. */
export const howToAllow = (permission: string): string =>
	`with “Allow without asking” in the settings of the extension, or “--allow ${permission}” in the options of the MCP server`;

interface Wish {
	readonly tool: OperationTool;
	readonly operation: Operation;
	readonly given: Readonly<Record<string, unknown>>;
}

/** What somebody still has to allow; null if nothing. */
export function neededFor(operation: Operation, { allow }: Pick<Settings, 'allow'>): Permission | null {
	const permission = permissionOf(operation);
	return permission === null || allow.includes(permission) ? null : permission;
}

/** @throws CallFailure */
export function refuseUnasked(permission: Permission): never {
	throw refused(
		`Nothing was done, because a person has to agree to this, and this host cannot ask them. Tell them that they can do it in the app, or allow it ${howToAllow(permission)}.`,
		'needs_person',
	);
}

const digestOf = ({ tool, operation, given }: Wish, { apiKey }: Settings): string =>
	createHash('sha256').update(JSON.stringify([tool.tool.name, operation.id, given, apiKey])).digest('base64url');

/**
 * What a person agreed to, for a call with exactly these arguments; null if they were not asked yet. What a model says about a
 * person’s wishes does not count. @throws CallFailure if they declined
 */
export function agreedTo(wish: Wish, settings: Settings, { mcpReq }: ServerContext): Pick<Asked, 'count'> | null {
	const answer = inputResponse(mcpReq.inputResponses, 'person');
	const asked = Asked.safeParse(mcpReq.requestState());
	if (answer.kind !== 'elicit' || asked.data?.digest !== digestOf(wish, settings)) return null;
	if (answer.action === 'accept') return asked.data;
	throw refused('The person did not agree, so nothing was done. Do not ask again unless they bring it up.', 'declined');
}

/** What was said in meetings may be among the arguments, and must not look like a line of ours. */
const written = (value: unknown): string => (typeof value === 'string' ? `“${oneLine(value)}”` : JSON.stringify(value));

/** Arguments by the labels that people know, except those that select what the lines before them name. */
function argumentLines({ operation, given }: Wish): string[] {
	const labels = new Map(Object.entries(allFields(operation)).map(([input, field]) => [nameOf(input, field), field]));
	return Object.entries(given).flatMap(([name, value]) => {
		const field = labels.get(name);
		return field?.kind === 'reference' && field.picks === 'conversation' ? [] : [`${field?.label ?? name}: ${written(value)}`];
	});
}

/** Asks a person, with what they have to know to decide: what happens, to which meetings, and what it costs. */
export async function ask(wish: Wish, planned: readonly Planned[], settings: Settings, calling: Calling): Promise<InputRequiredResult> {
	const session = createSession(sessionOf(settings, calling));
	await session.findTimezone();
	const credits = planned.filter(({ spends }) => spends).length;
	const meetings = await meetingLines(session, planned.flatMap(({ conversationId }) => conversationId ?? []));
	const lines = [
		textIn(wish.operation.action, terms),
		...(meetings.length === 1 ? [`Meeting: ${meetings[0]}`] : meetings.map((meeting) => `- ${meeting}`)),
		...(credits > 0 ? [await creditsLine(session, credits)] : []),
		...argumentLines(wish),
		'',
		// The rest is for those who use the result.
		...wholeDescription(wish.operation, terms).split(/(?<=\.) /, 2).map(sentence),
	];
	return inputRequired({
		inputRequests: {
			person: inputRequired.elicit({ message: lines.join('\n'), requestedSchema: { type: 'object', properties: {} } }),
		},
		requestState: await codec.mint({ digest: digestOf(wish, settings), count: planned.length }),
	});
}
