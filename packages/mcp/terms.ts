import { type HostWords, toolTerms } from '../../src/agents/index.ts';

const words: HostWords = {
	platform: 'the MCP server',
	flow: 'MCP server',
	account: 'environment of the MCP server',
	runLimits: 'the options of the MCP server',
	allowHttp: 'MEETING_ASSISTANT_ALLOW_HTTP',
};

export const terms = toolTerms(words);

/** For a server that only reads. */
export const readingTerms = toolTerms(words, false);
