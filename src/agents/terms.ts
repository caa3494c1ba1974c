import { catalogue } from '../operations/index.ts';
import { type Terms, textIn } from '../forms/index.ts';

/** `keyPoints` and `getAll` as `key_points_get_all`. People allow tools by their names, so these never change. */
export const toolName = (resource: string, operation: string): string =>
	`${resource}_${operation}`.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** What each host of tools calls its own parts. */
export type HostWords = Pick<Terms, 'account' | 'allowHttp' | 'flow' | 'platform' | 'runLimits'>;

/**
 * An AI agent’s words for things: operations are tools, and their fields are arguments. `spends`: whether any tool may use AI
 * credits.
 */
export function toolTerms(words: HostWords, spends = true): Terms {
	const terms: Terms = {
		...words,
		step: 'tool',
		timezone: 'the user’s time zone',
		list: { name: 'List', verb: 'List' },
		operation: (resource, name) => {
			const { id = '', operations = [] } = catalogue.find((one) => one.name === resource) ?? {};
			const found = operations.find((one) => textIn(one.name, terms) === name);
			if (found?.id === 'generate') {
				return `“${toolName(id, 'get')}”${spends ? ' with “generate” set to ifMissing' : ', where it may spend AI credits (not here),'}`;
			}
			return `“${found ? toolName(id, found.id) : `${resource} ${name}`}”`;
		},
		instantTrigger: '',
		pollingTrigger: '',
	};
	return terms;
}

const ofPrograms: HostWords = {
	platform: 'the program',
	flow: 'program',
	account: 'settings of the program',
	runLimits: 'the settings of the program',
	allowHttp: 'allowHttp',
};

/** Terms for hosts that are programs of their own, whose tools need no words of a host. */
export const terms = toolTerms(ofPrograms);

/** The same where no tool may spend an AI credit. */
export const readingTerms = toolTerms(ofPrograms, false);
