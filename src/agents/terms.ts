import { catalogue } from '../operations/index.ts';
import { type Terms, textIn } from '../forms/index.ts';

/** `keyPoints` and `getAll` as `key_points_get_all`. People allow tools by their names, so these never change. */
export const toolName = (resource: string, operation: string): string =>
	`${resource}_${operation}`.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** What each host of tools calls its own parts. */
type HostWords = Pick<Terms, 'account' | 'allowHttp' | 'flow' | 'platform' | 'runLimits'>;

/** An AI agent’s words for things: operations are tools, and their fields are arguments. */
export function toolTerms(words: HostWords): Terms {
	const terms: Terms = {
		...words,
		step: 'tool',
		timezone: 'the user’s time zone',
		list: { name: 'List', verb: 'List' },
		operation: (resource, name) => {
			const { id = '', operations = [] } = catalogue.find((one) => one.name === resource) ?? {};
			const found = operations.find((one) => textIn(one.name, terms) === name);
			if (found?.id === 'generate') return `“${toolName(id, 'get')}” with “generate” set to ifMissing`;
			return `“${found ? toolName(id, found.id) : `${resource} ${name}`}”`;
		},
		instantTrigger: '',
		pollingTrigger: '',
	};
	return terms;
}

/** Terms for hosts that are programs of their own, whose tools need no words of a host. */
export const terms = toolTerms({
	platform: 'the program',
	flow: 'program',
	account: 'settings of the program',
	runLimits: 'the settings of the program',
	allowHttp: 'allowHttp',
});
