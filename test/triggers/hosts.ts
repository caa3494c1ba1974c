import type { Terms } from '../../src/forms/terms.ts';

/** A platform with its own word for everything. */
export const otherTerms: Terms = {
	platform: 'Acme Flows',
	step: 'block',
	flow: 'recipe',
	timezone: 'the recipe’s time zone',
	account: 'connection',
	list: { name: 'List', verb: 'List' },
	operation: (resource, operation) => `the block ${operation} ${resource}`,
	runLimits: '“Run settings”',
	allowHttp: 'Unencrypted',
	instantTrigger: 'Meeting Happened',
	pollingTrigger: 'Meeting Check',
};

/** Words that belong to n8n. */
export const foreignWords = /n8n|\bnode|workflow|credential|execution|Meeting Assistant Trigger|Polling Trigger/i;
