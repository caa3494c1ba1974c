import { toolTerms } from '../../src/agents/index.ts';

export const terms = toolTerms({
	platform: 'the MCP server',
	flow: 'MCP server',
	account: 'environment of the MCP server',
	runLimits: 'the options of the MCP server',
	allowHttp: 'MEETING_ASSISTANT_ALLOW_HTTP',
});
