import type { CallToolResult } from '@modelcontextprotocol/server';
import * as z from 'zod/v4';
import type { Returned } from '../../src/agents/index.ts';

export const ROOT = 'meeting-assistant://conversations/';
export const MARKDOWN = 'text/markdown';
export const uriOf = (id: string, part = 'transcript'): string => `${ROOT}${encodeURIComponent(id)}/${part}`;

/** The conversation and the part that an address names; null if it is not such an address. */
export function placeOf(uri: string): { readonly id: string; readonly part: string } | null {
	const [id = '', part = '', ...rest] = uri.startsWith(ROOT) ? uri.slice(ROOT.length).split('/') : [];
	try {
		return id === '' || rest.length > 0 ? null : { id: decodeURIComponent(id), part };
	} catch {
		return null;
	}
}

const ADDRESS = /meeting-assistant:\/\/conversations\/[^/\s,"]+\/[\w-]+/g;

/** Arguments with the IDs of conversations in place of their addresses, which are what a model has of a conversation that was linked or attached. */
export const withIds = (given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
	const idsIn = (value: unknown): unknown => {
		if (Array.isArray(value)) return value.map(idsIn);
		return typeof value === 'string' ? value.replace(ADDRESS, (uri) => placeOf(uri)?.id ?? uri) : value;
	};
	return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, /^conversationIds?$/.test(name) ? idsIn(value) : value]));
};

/** Results that belong to a whole transcript. A conversation's transcript is the result itself, unless it was cut. */
const linked = new Set(['conversation_ask', 'feedback_get', 'insight_search_transcripts', 'key_points_get']);

/** Each one costs a model tokens. */
const MAX_LINKS = 5;

const word = z.string().optional().catch(undefined);
const About = z.object({ conversationId: word, conversationTitle: word, title: word });
const Result = About.extend({ passages: z.array(About).default([]).catch([]) });

/** Links to the transcripts behind a result, for hosts that show or attach resources. */
export function linksTo(tool: string, given: Readonly<Record<string, unknown>>, { results, next }: Returned): CallToolResult['content'] {
	if (!linked.has(tool) && !(tool === 'conversation_get_transcript' && next !== undefined)) return [];
	const names = new Map<string, string>();
	for (const result of results.flatMap((one) => Result.safeParse(one).data ?? [])) {
		for (const { conversationId = given['conversationId'], conversationTitle, title = conversationTitle } of [result, ...result.passages]) {
			if (typeof conversationId === 'string') names.set(conversationId, title ?? conversationId);
		}
	}
	return [...names].slice(0, MAX_LINKS).map(([id, name]) => ({ type: 'resource_link', uri: uriOf(id), name, mimeType: MARKDOWN }));
}
