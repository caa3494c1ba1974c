import { catalogue } from '../../src/operations/index.ts';
import { type Terms, textIn } from '../../src/forms/index.ts';

/** `keyPoints` and `getAll` as `key_points_get_all`. People allow tools by their names, so these never change. */
export const toolName = (resource: string, operation: string): string =>
	`${resource}_${operation}`.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** An AI agent's words for things: operations are tools, and their fields are arguments. */
export const terms: Terms = {
	platform: 'the MCP server',
	step: 'tool',
	flow: 'MCP server',
	timezone: 'the user’s time zone',
	account: 'environment of the MCP server',
	list: { name: 'List', verb: 'List' },
	operation: (resource, name) => {
		const { id = '', operations = [] } = catalogue.find((one) => one.name === resource) ?? {};
		const found = operations.find((one) => textIn(one.name, terms) === name);
		if (found?.id === 'generate') return `“${toolName(id, 'get')}” with “generate” set to ifMissing`;
		return `“${found ? toolName(id, found.id) : `${resource} ${name}`}”`;
	},
	runLimits: 'the options of the MCP server',
	allowHttp: 'MEETING_ASSISTANT_ALLOW_HTTP',
	instantTrigger: '',
	pollingTrigger: '',
};
