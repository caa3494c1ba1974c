import type { Terms } from '../../src/forms/terms.ts';

/** A platform with its own word for everything. */
export const otherTerms: Terms = {
	platform: 'Acme Flows',
	step: 'block',
	flow: 'recipe',
	activated: 'cooked',
	timezone: 'the recipe’s time zone',
	account: 'connection',
	list: { name: 'List', verb: 'List' },
	operation: (resource, operation) => `the block ${operation} ${resource}`,
	waitForRetry: '',
	listUnprocessed: '',
	runLimits: '“Run settings”',
	limits: 'the page on limits',
	creditReserve: '“Credits to Keep”',
	allowHttp: 'Unencrypted',
	raiseLimit: 'Ask for more',
	checkValue: 'Check the value',
	allInputs: '',
	withoutSaved: '',
	instantTrigger: 'Meeting Happened',
	pollingTrigger: 'Meeting Check',
	freeWebhook: 'take one off the stove',
	setPublicAddress: 'Give Acme Flows a public address',
	startingSoonTrigger: 'Meeting Soon',
};

/** Words that belong to n8n. */
export const foreignWords = /n8n|\bnode|workflow|credential|execution|Meeting Assistant Trigger|Polling Trigger/i;
