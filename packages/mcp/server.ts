import { CLIENT_CAPABILITIES_META_KEY, ProtocolError, ProtocolErrorCode, ResourceNotFoundError, Server, type CallToolResult, type InputRequiredResult, type ServerContext, type ServerOptions, type Tool } from '@modelcontextprotocol/server';
import * as z from 'zod/v4';
import { call, CallFailure, type Calling, deedsOf, instructionsOn, neededFor, offered as offeredBy, type OperationTool, perform, type Permission, permissions, QUOTED, type Returned, tools, unasked } from '../../src/agents/index.ts';
import { trust } from '../../src/client/index.ts';
import { readCursor } from '../../src/operations/index.ts';
import { hostOf, VERSION, type Settings } from './call.ts';
import { connectorTools, fetchMeeting, Markdown, search } from './connector.ts';
import { decideOn, howToAllow, type Over, requestState } from './consent.ts';
import { linksTo, MARKDOWN, placeOf, ROOT, uriOf, withIds } from './links.ts';
import { progressOf } from './progress.ts';
import { promptsWith } from './prompts.ts';

/** Which permissions a person is asked for; and what these let an app do, and what is done without asking. Empty if nothing. */
export function decisionsOn(settings: Settings): { readonly asked: readonly Permission[]; readonly ifAsked: string; readonly unasked: string } {
	const tools = offeredBy(settings.toolsets, settings.readOnly);
	const needed = new Set(tools.flatMap(({ operation, generating = operation }) => neededFor(generating, settings) ?? []));
	const asked = permissions.filter((one) => needed.has(one));
	return { asked, ifAsked: deedsOf(asked, tools), unasked: deedsOf(permissions.filter((one) => settings.allow.includes(one)), tools) };
}

/** Who decides on this connection. */
function decidesOn(settings: Settings, over: Over, canAsk: boolean): string {
	if (settings.readOnly) return 'This server only reads: it changes nothing and spends no AI credit, whoever asks.';
	const { asked, ifAsked, unasked } = decisionsOn(settings);
	const decides = ifAsked === ''
		? ''
		: canAsk
			? `Before you ${ifAsked}, the host asks the person.`
			: `Calls that ${ifAsked} are refused, because a person has to agree and this host cannot ask them. They can do it in the app, or allow it ${howToAllow(asked.join(','), over)}.`;
	return [decides, unasked === '' ? '' : `You may ${unasked} without asking.`].filter(Boolean).join(' ');
}

/** The resources of a conversation: by the end of the URI, the tool that reads it, and its title. */
const parts: ReadonlyMap<string, { readonly tool: string; readonly title: string; readonly format: string }> = new Map([
	['transcript', { tool: 'conversation_get_transcript', title: 'Transcript', format: 'markdown' }],
	['key-points', { tool: 'key_points_get', title: 'Saved key points', format: 'object' }],
]);

const PAGE = 100;

/** A client that shows a person a form. One that only opens web pages does not count. */
const Asking = z.object({ elicitation: z.looseObject({}).refine((modes) => 'form' in modes || !('url' in modes)) });

const Listed = z.object({ id: z.string(), title: z.string().nullish().catch(null), startTime: z.string().catch('') });

const invalid = (message: string, data?: object): never => {
	throw new ProtocolError(ProtocolErrorCode.InvalidParams, message, data);
};

const isReturned = (one: InputRequiredResult | Returned): one is Returned => 'results' in one;

/** Arguments that n8n adds to those of a model. They change with every call. */
const OF_HOSTS: ReadonlySet<string> = new Set(['action', 'chatInput', 'sessionId', 'tool', 'toolCallId']);

/** The result as text only: n8n’s agents and ChatGPT show a model both forms, which would double what a result costs. */
const inText = (answer: object): CallToolResult => ({ content: [{ type: 'text', text: JSON.stringify(answer) }] });

/** The result in both forms, as ChatGPT requires. */
const inBoth = (answer: object): CallToolResult => ({ ...inText(answer), structuredContent: { ...answer } });

const inError = ({ message, details }: CallFailure): CallToolResult => ({ isError: true, content: [{ type: 'text', text: message }], _meta: { details } });

const connectors: Readonly<Record<string, typeof search>> = { search, fetch: fetchMeeting };

/** A server whose instructions depend on the client, which declares its abilities only when it connects. */
class InstructingServer extends Server {
	readonly instruct: (ctx: ServerContext) => string;

	constructor(options: ServerOptions, instruct: (ctx: ServerContext) => string) {
		super({ name: 'meeting-assistant', title: 'Meeting Assistant', version: VERSION }, options);
		this.instruct = instruct;
	}

	protected override _wrapHandler(...[method, handler]: Parameters<Server['_wrapHandler']>): ReturnType<Server['_wrapHandler']> {
		const wrapped = super._wrapHandler(method, handler);
		if (method === 'tools/call') {
			return async (request, ctx) => {
				const result = await wrapped(request, ctx);
				// Each failure of ours has details. Without any, it is the SDK’s, which asks clients of 2025 and passes on what their answer lacks.
				return result['isError'] === true && result._meta === undefined ? inError(unasked()) : result;
			};
		}
		if (method !== 'initialize' && method !== 'server/discover') return wrapped;
		return async (request, ctx) => ({ ...(await wrapped(request, ctx)), instructions: this.instruct(ctx) });
	}
}

/**
 * A server for one client, or one request of a client without sessions: tools, resources and prompts over the settings’ account.
 * `canAsk`: whether a question could reach the client, provided that it supports questions.
 */
export function createServer(settings: Settings, { over, canAsk }: { readonly over: Over; readonly canAsk: boolean }): Server {
	const offered = offeredBy(settings.toolsets, settings.readOnly);
	const host = hostOf(settings);
	const prompts = promptsWith(offered);
	const connected = settings.toolsets.includes('meetings') ? connectorTools : [];
	const toolCalled = (name: string): OperationTool => {
		const left = settings.readOnly ? 'this server only reads' : 'this server was not started with its toolset';
		return offered.find(({ tool }) => tool.name === name) ?? invalid(tools.has(name) ? `${name} is not offered, because ${left}` : `There is no tool called ${name}`);
	};
	const server = new InstructingServer({ capabilities: { tools: {}, resources: {}, prompts: {} }, requestState }, (ctx) =>
		instructionsOn(Date.now(), settings.timezone, decidesOn(settings, over, asks(ctx))),
	);
	const asks = ({ mcpReq }: ServerContext): boolean => {
		const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope };
		return canAsk && Asking.safeParse(envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities()).success;
	};

	const listed: Tool[] = [...connected, ...offered.map(({ tool }) => trust<Tool>(tool))];
	server.setRequestHandler('tools/list', () => ({ tools: listed }));
	server.setRequestHandler('tools/call', async ({ params: { name, arguments: sent = {} } }, ctx) => {
		const given = withIds(Object.fromEntries(Object.entries(sent).filter(([argument]) => !OF_HOSTS.has(argument))));
		const { signal } = ctx.mcpReq;
		const calling: Calling = { signal, ...progressOf(ctx.mcpReq) };
		try {
			const connector = connected.some((tool) => tool.name === name) ? connectors[name] : undefined;
			if (connector) return inBoth(await connector(settings, given[name === 'search' ? 'query' : 'id'], calling));
			const tool = toolCalled(name);
			const returned = await perform(host, tool, given, calling, decideOn({ tool, given }, settings, ctx, { over, canAsk: asks(ctx) }));
			if (!isReturned(returned)) return returned;
			const { content } = inText({ quoted: QUOTED, ...returned });
			return { content: [...content, ...linksTo(name, given, returned)] };
		} catch (error) {
			if (!(error instanceof CallFailure)) throw error;
			return inError(error);
		}
	});

	/** Reads a resource as a whole, because that is what a user who attaches it wants. */
	const read = async (tool: string, given: Readonly<Record<string, unknown>>, { signal }: ServerContext['mcpReq'], fixed: Readonly<Record<string, unknown>>, uri?: string) => {
		try {
			return await call(host, toolCalled(tool), given, { signal, isAgent: false, fixed });
		} catch (error) {
			if (!(error instanceof CallFailure)) throw error;
			const isOfRequest = ['not_found', 'invalid_input'].includes(String(error.details['code']));
			if (isOfRequest && uri !== undefined) throw new ResourceNotFoundError(uri, error.message);
			throw new ProtocolError(isOfRequest ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError, error.message, error.details);
		}
	};
	server.setRequestHandler('resources/list', async ({ params }, { mcpReq }) => {
		if (params?.cursor !== undefined && !readCursor(params.cursor)) invalid('The cursor is not one of this server');
		const { results, next } = await read('conversation_get_all', {}, mcpReq, { limit: PAGE, cursor: params?.cursor });
		const page = results.flatMap((conversation) => Listed.safeParse(conversation).data ?? []);
		const resources = page.map(({ id, title, startTime }) => ({
			uri: uriOf(id),
			name: title || id,
			description: `Transcript of the meeting of ${startTime}`,
			mimeType: MARKDOWN,
		}));
		return { resources, ...(next !== undefined && { nextCursor: next }) };
	});
	server.setRequestHandler('resources/templates/list', () => ({
		resourceTemplates: [...parts].map(([part, { title }]) => ({
			uriTemplate: `${ROOT}{conversationId}/${part}`,
			name: part,
			title: `${title} of a conversation`,
			mimeType: MARKDOWN,
		})),
	}));
	server.setRequestHandler('resources/read', async ({ params: { uri } }, { mcpReq }) => {
		const { id, part } = placeOf(uri) ?? { id: '', part: '' };
		const { tool, format } = parts.get(part) ?? invalid(`There is no resource ${uri}`, { uri });
		const { results } = await read(tool, { conversationId: id }, mcpReq, { format }, uri);
		return { contents: results.map((result) => ({ uri, mimeType: MARKDOWN, text: Markdown.parse(result).text })) };
	});

	server.setRequestHandler('prompts/list', () => ({
		prompts: Object.entries(prompts).map(([name, { title, description, arguments: taken }]) => ({ name, title, description, arguments: [...taken] })),
	}));
	server.setRequestHandler('prompts/get', ({ params: { name, arguments: given = {} } }) => {
		const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => value.trim() !== ''));
		const prompt = (Object.hasOwn(prompts, name) ? prompts[name] : undefined) ?? invalid(`There is no prompt called ${name}`);
		const missing = prompt.arguments.find((argument) => argument.required && filled[argument.name] === undefined);
		if (missing) invalid(`The prompt ${name} needs “${missing.name}”: ${missing.description}`);
		if (filled['days'] !== undefined && !/^[1-9]\d{0,3}$/.test(filled['days'].trim())) invalid('“days” must be a whole number, such as 7');
		return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text: prompt.text(filled) } }] };
	});
	return server;
}
