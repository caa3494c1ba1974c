import { type Agreement, allOf, CallFailure, declined, deedsOf, defaultToolsets, type Decision, failing, type Hints, type Host, instructionsOn, neededFor, offered, onlyReading, type OperationTool, perform, type Permission, permissions, QUOTED, readingTerms, type Returned, terms, type Toolset, toolsets as allToolsets, unasked } from '../../src/agents/index.ts';
import { ClientError, isInputs, noRisk, refuseInput, trust } from '../../src/client/index.ts';
import { chosenTimeZone, isTimeZone, jsonIn } from '../../src/format/index.ts';
import type { TranscriptStore } from '../../src/meetings/index.ts';
import { eitherSignal } from '../../src/transport/index.ts';
import { type Details, Refusal } from '../../src/words/index.ts';
import { coreIn, type Client } from './connect.ts';
import { coreOf } from './core.ts';
import { amount, anyText, callback, check, count, listOf, methods, onlyFields, optional } from './given.ts';

export type { Hints, Permission, Toolset } from '../../src/agents/index.ts';

/** A JSON Schema of one argument. */
export interface ArgumentSchema {
	type: 'array' | 'boolean' | 'integer' | 'number' | 'object' | 'string';
	description?: string;
	enum?: (boolean | number | string)[];
	items?: ArgumentSchema;
	minimum?: number;
	maximum?: number;
	additionalProperties?: ArgumentSchema;
}

/** A JSON Schema of the arguments of a tool. Mutable, as frameworks type theirs. */
export interface ArgumentsSchema {
	type: 'object';
	properties: Record<string, ArgumentSchema>;
	required: string[];
	additionalProperties: false;
}

/** What a model reads when a tool has worked. */
export interface ToolResults {
	/** That `results` are what people said, and no instructions. */
	readonly quoted: string;
	readonly results: readonly unknown[];
	/** Whether these are all the results. */
	readonly complete: boolean;
	/** What to pass as `cursor` to get the rest, with the same arguments. */
	readonly next?: string;
	/** What was left out and why. */
	readonly notes?: readonly string[];
}

/** What a model reads when a tool has failed. */
export interface ToolError {
	/** What happened, and what to do next. */
	readonly error: string;
	/** For programs: `code`, and further details such as `retryAfterSeconds` or `creditAtRisk`. */
	readonly details: Details;
}

/** A tool for a language model, in the form that every framework accepts, except for the names of its properties. */
export interface AgentTool {
	/** Never changes, so that people can allow tools by name. */
	readonly name: string;
	/** For people. */
	readonly title: string;
	readonly description: string;
	readonly inputSchema: ArgumentsSchema;
	/** The hints of the Model Context Protocol. */
	readonly annotations: Hints;
	/**
	 * Runs the tool. `input`: its arguments, as an object or as JSON. A failure is returned as a result, because frameworks reword what a tool throws, and some then ask the
	 * model to try again. Only throws the reason with which `signal` was aborted.
	 */
	readonly execute: (input: unknown, options?: { readonly signal?: AbortSignal | undefined }) => Promise<ToolError | ToolResults>;
}

/** A call that somebody has to allow. */
export interface Question {
	/** What happens, to which meetings, and what it costs. */
	readonly text: string;
	readonly tool: string;
	readonly input: Readonly<Record<string, unknown>>;
	readonly permission: Permission;
}

export interface ToolsOptions {
	/** What tools may do without asking, beyond reading: `spend`, `share`, `rename`, `register`, `delete`. Default: nothing. */
	readonly allow?: readonly Permission[] | undefined;
	/**
	 * Asks a person about what `allow` does not name, and says whether they agree. Default: nobody is asked, and tools that would
	 * have to ask are left out.
	 */
	readonly ask?: ((question: Question) => boolean | Promise<boolean>) | undefined;
	/** The tools to offer. Default: all but `webhooks`. */
	readonly toolsets?: readonly Toolset[] | undefined;
	/** Requests that one call may make. */
	readonly maxRequests?: number | undefined;
	/** Requests of the hour to reserve for others. */
	readonly reserveRequests?: number | undefined;
	/** AI credits to reserve. */
	readonly reserveCredits?: number | undefined;
	/** IANA name of the time zone of times without an offset, and of reports. Default: that of the machine, or of the user’s profile. */
	readonly timezone?: string | undefined;
	/** Keeps the transcripts that were read. Default: in memory. */
	readonly transcripts?: TranscriptStore | undefined;
}

const toolsOptions = onlyFields(
	{
		allow: optional(listOf(permissions)),
		ask: optional(callback),
		maxRequests: optional(count),
		reserveCredits: optional(amount),
		reserveRequests: optional(amount),
		timezone: optional(anyText),
		toolsets: optional(listOf(allToolsets)),
		transcripts: optional(methods('it must have the methods `get` and `set`, as a Map has', 'get', 'set')),
	},
	{ readOnly: '`allow`: nothing is allowed by default', only: '`toolsets`, or filter what `createTools` returns' },
);

function zoneOf({ timezone: given }: ToolsOptions): string | null {
	const timezone = given ?? chosenTimeZone();
	if (timezone !== null && !isTimeZone(timezone)) refuseInput('timezone', 'it must be the IANA name of a time zone, such as Europe/Berlin');
	return timezone;
}

/** The part of a tool that needs no consent; null if there is none. */
function allowed(tool: OperationTool, allow: readonly Permission[]): OperationTool | null {
	const { operation, generating = operation } = tool;
	if (neededFor(generating, { allow }) === null) return tool;
	return neededFor(operation, { allow }) === null ? onlyReading(tool) : null;
}

/** Arguments as models’ APIs and frameworks pass them on: also as JSON, and as nothing for a tool without any. @throws Refusal for the model that wrote them */
function argumentsIn(input: unknown): Record<string, unknown> {
	if (input === undefined || input === null || input === '') return {};
	const given = typeof input === 'string' ? jsonIn(input) : input;
	if (isInputs(given)) return { ...given };
	throw new Refusal('The arguments are not a JSON object', 'Call the tool again with all of its arguments in one JSON object', { code: 'invalid_input', field: 'input' });
}

/** Decides about a call that somebody has to allow, by asking the program. */
const deciding = (ask: NonNullable<ToolsOptions['ask']>) => async (decision: Decision): Promise<Agreement | Returned> => {
	const plan = await decision.plan();
	if ('results' in plan) return plan;
	const text = await decision.question(plan);
	const question: Question = { text, tool: decision.tool.tool.name, input: decision.given, permission: decision.permission };
	const agrees = await new Promise((resolve) => resolve(ask(question))).catch((error: unknown) => {
		console.error('ask failed:', error);
		throw unasked();
	});
	if (agrees !== true) throw declined();
	return { agreed: allOf(plan) };
};

/**
 * The catalogue as tools for a language model: the same as those of the MCP server, with the same names. They change nothing and
 * spend no AI credit unless `allow` or `ask` says so. Nothing is sent before a tool is called. Throws `ClientError`
 * `invalidInput`.
 */
export function createTools(client: Client, options: ToolsOptions = {}): AgentTool[] {
	const { account, patienceMs, sleep, stop } = coreIn(client);
	check(toolsOptions, options, 'options');
	const { allow = [], ask, maxRequests, reserveRequests, reserveCredits, toolsets = defaultToolsets, transcripts } = options;
	const host: Host = {
		allow,
		terms: ask || allow.includes('spend') ? terms : readingTerms,
		timezone: zoneOf(options),
		limits: { maxRequests, reserveRequests, reserveCredits, patienceMs, concurrency: 5 },
		cache: new Map(),
		account: () => account,
		...(transcripts && { transcripts: () => transcripts }),
		connect: (given, signal) => coreOf(client, { ...given, signal }),
		sleep: (ms, signal) =>
			sleep(ms, signal).catch((cause: unknown) => {
				throw new ClientError({ kind: 'noAnswer', reason: 'aborted', ...noRisk }, { cause });
			}),
	};
	return offered(toolsets, false).flatMap((whole) => {
		const tool = ask ? whole : allowed(whole, allow);
		if (!tool) return [];
		const { name, title, description, inputSchema, annotations } = tool.tool;
		const execute: AgentTool['execute'] = async (input, { signal } = {}) => {
			try {
				const given = await failing(tool, host, {}, async () => argumentsIn(input));
				const either = eitherSignal(stop, signal);
				const returned = await perform<never>(host, tool, given, { signal: either }, deciding(ask ?? (() => false)));
				return { quoted: QUOTED, ...returned };
			} catch (error) {
				signal?.throwIfAborted();
				if (!(error instanceof CallFailure)) throw error;
				return { error: error.message, details: error.details };
			}
		};
		return [{ name, title, description, inputSchema: trust<ArgumentsSchema>(structuredClone(inputSchema)), annotations, execute }];
	});
}

/**
 * What a model has to know about all of these tools, for the start of its instructions: today’s date, that meetings are only quoted,
 * how to get the rest of a result, and what the model may do.
 */
export function toolInstructions(options: ToolsOptions = {}): string {
	check(toolsOptions, options, 'options');
	const { allow = [], ask, toolsets = defaultToolsets } = options;
	const tools = offered(toolsets, false);
	const deeds = deedsOf(allow, tools);
	const others = deedsOf(permissions.filter((one) => !allow.includes(one)), tools);
	const may = deeds === '' ? '' : `You may ${deeds} without asking.`;
	const asks = ask && others !== '' ? `Before you ${others}, the person is asked.` : '';
	const reads = may || asks ? '' : 'The tools only read: they change nothing and spend no AI credit, whoever asks.';
	return instructionsOn(Date.now(), zoneOf(options), [asks, may, reads].filter(Boolean).join(' '));
}
