import { allFields, createSession, creditsLine, meetingLines, type Operation, REPLACES, webhookLines, wholeDescription } from '../operations/index.ts';
import { asMeant, type Field, isBlank, nameOf, readInput, sentence, textIn } from '../forms/index.ts';
import { quoted, visible } from '../format/index.ts';
import { type Agreed, call, CallFailure, type Calling, failing, type Host, isMissing, type Plan, type Planned, planOf, type Returned, sessionOf } from './call.ts';
import { generateField, type OperationTool, type Permission, permissionOf } from './tools.ts';

const either = (words: readonly string[], or = ' or '): string => [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(or);

/** What some permissions let tools do: “delete or rename meetings, or spend AI credits”. Empty if no tool needs them. */
export function deedsOf(permissions: readonly Permission[], tools: readonly OperationTool[]): string {
	const needing = (among: readonly OperationTool[]): string[] =>
		permissions.filter((one) => among.some(({ operation, generating = operation }) => permissionOf(generating) === one));
	const deeds = ['meetings', 'webhooks'].flatMap((name) => {
		const verbs = needing(tools.filter(({ toolset }) => toolset === name)).filter((one) => one !== 'spend');
		return verbs.length > 0 ? [`${either(verbs)} ${name}`] : [];
	});
	const all = [...deeds, ...(needing(tools).includes('spend') ? ['spend AI credits'] : [])];
	return either(all, all.some((one) => one.includes(' or ')) ? ', or ' : ' or ');
}

/** The permission that somebody still has to give for an operation; null if none. */
export function neededFor(operation: Operation, { allow }: Pick<Host, 'allow'>): Permission | null {
	const permission = permissionOf(operation);
	return permission === null || allow.includes(permission) ? null : permission;
}

/** The failure of a call that a person did not agree to. */
export const refused = (what: string, code: string): CallFailure => new CallFailure(what, { code });

export const declined = (): CallFailure => refused('The person did not agree, so nothing was done. Do not ask again unless they bring it up.', 'declined');

/** The failure of a call where asking failed, as in a host whose dialog breaks. */
export const unasked = (): CallFailure => refused('Nothing was done, because the person could not be asked.', 'needs_person');

/** What somebody wants done. */
export interface Wish {
	readonly operation: Operation;
	/** By the names that `nameOf` gives inputs. */
	readonly given: Readonly<Record<string, unknown>>;
}

/**
 * A value as forms show it, if they have words for it. In any other, there may be what was said in meetings, which must not look
 * like a line of ours.
 */
function written(value: unknown, field: Field | undefined): string {
	const read = field?.schema.safeParse(value);
	if (read?.success && field?.kind === 'boolean') return read.data === true ? 'Yes' : 'No';
	if (read?.success && field && 'choices' in field) {
		const chosen: readonly unknown[] = [read.data].flat();
		return field.choices.flatMap((choice) => (chosen.includes(choice.value) ? [choice.label] : [])).join(', ');
	}
	return typeof value === 'string' ? quoted(visible(value), Infinity) : visible(JSON.stringify(value));
}

const STATED: ReadonlySet<string> = new Set(['conversation', 'webhook'] satisfies Planned['about'][]);

/** Arguments by the labels that people know, except those that select what the lines before them name. */
function argumentLines({ operation, given }: Wish): string[] {
	const labels = new Map(Object.entries(allFields(operation)).map(([input, field]) => [nameOf(input, field), field]));
	return Object.entries(given).flatMap(([name, value]) => {
		if (isBlank(value)) return [];
		const field = labels.get(name);
		return field?.kind === 'reference' && STATED.has(field.picks) ? [] : [`${field?.label ?? name}: ${written(value, field)}`];
	});
}

/** What a person has to know to decide: what happens, to which meetings, and what it costs. @throws ClientError, Refusal for what does not exist, or cannot be paid for */
export async function questionOf(wish: Wish, { planned, notes }: Plan, host: Host, calling: Calling): Promise<string> {
	const session = createSession(sessionOf(host, calling));
	const does = planned.some(({ replaces }) => replaces) ? REPLACES : wholeDescription(wish.operation, host.terms);
	await session.findTimezone();
	const credits = planned.filter(({ spends }) => spends).length;
	const idsOf = (about: Planned['about']) => planned.flatMap((one) => (one.about === about ? (one.id ?? []) : []));
	const webhooks = await webhookLines(session, idsOf('webhook'));
	const meetings = await meetingLines(session, idsOf('conversation'), credits > 0 ? (wish.operation.minSegments ?? 1) : 0);
	return [
		textIn(wish.operation.action, host.terms),
		...(meetings.length === 1 ? [`Meeting: ${meetings[0]}`] : meetings.map((meeting) => `- ${meeting}`)),
		...webhooks.map((webhook) => `Webhook: ${webhook}`),
		...(credits > 0 ? [await creditsLine(session, credits, host.limits.reserveCredits)] : []),
		...notes,
		...argumentLines(wish),
		'',
		// The rest is for those who use the result.
		...does.split(/(?<=\.) /, 2).map(sentence),
	].join('\n');
}

export interface Agreement {
	readonly agreed: Agreed;
}

/** What a person agrees to who agrees to a plan. */
export const allOf = ({ planned }: Plan): Agreed => planned.map(({ id }) => id);

export interface Decision extends Wish {
	readonly tool: OperationTool;
	readonly permission: Permission;
	/** What the call would change or spend; or what it returns, if that is nothing. */
	readonly plan: () => Promise<Plan | Returned>;
	/** What a person has to know to decide. @throws CallFailure where there is nothing to decide */
	readonly question: (plan: Plan) => Promise<string>;
}

/**
 * Calls a tool. Asks `decide` if somebody still has to allow it. `decide` returns what they agreed to, or what to return instead
 * of calling the tool. A saved result is free, so `decide` is asked only if there is none. @throws CallFailure
 */
export async function perform<T extends object>(
	host: Host,
	tool: OperationTool,
	given: Readonly<Record<string, unknown>>,
	calledWith: Calling,
	decide: (decision: Decision) => Promise<Agreement | Returned | T>,
): Promise<Returned | T> {
	const calling: Calling = { memory: new Map(), tally: { made: 0 }, ...calledWith };
	const { generate: wanted, ...rest } = given;
	const read = async () => readInput(generateField, { valueOf: asMeant(() => wanted), toInstant: () => null, isAgent: true });
	const { generate } = tool.generating ? await failing(tool, host, calling, read) : { generate: 'never' };
	if (tool.generating && generate !== 'always') {
		const saved = await call(host, tool, rest, calling).catch((error: unknown) => {
			if (generate !== 'ifMissing' || !isMissing(error)) throw error;
			return null;
		});
		if (saved) return saved;
	}
	const operation = tool.generating ?? tool.operation;
	const chosen = { ...tool, operation };
	const values = tool.generating ? rest : given;
	// The person agrees to these arguments, including the ID of what is deleted.
	const fixed = { confirmation: given['conversationId'] ?? given['webhookId'], forceRefresh: generate === 'always' };
	// By the field of the operation, for which “generate” stands, so that the person reads what the form says.
	const asked = tool.generating ? { ...rest, forceRefresh: fixed.forceRefresh } : given;
	const permission = neededFor(operation, host);
	if (permission === null) return await call(host, chosen, values, { ...calling, fixed });
	const answer = await decide({
		...{ tool, operation, given, permission },
		plan: () => planOf((plan) => call(host, chosen, values, { ...calling, fixed, plan })),
		question: (plan) => failing(chosen, host, calling, () => questionOf({ operation, given: asked }, plan, host, calling)),
	});
	if (!isAgreement(answer)) return answer;
	return await call(host, chosen, values, { ...calling, fixed, agreed: answer.agreed });
}

const isAgreement = <T extends object>(answer: Agreement | T): answer is Agreement => 'agreed' in answer;
