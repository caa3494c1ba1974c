import type { Terms } from '../../src/forms/index.ts';

export const RUN_LIMITS = 'Requests and Credits';
export const CREDIT_RESERVE = 'AI Credits to Reserve';

/** What Node-RED’s own interface calls things. */
export const terms: Terms = {
	platform: 'Node-RED',
	step: 'node',
	flow: 'flow',
	activated: 'deployed',
	timezone: 'your time zone',
	account: 'account node',
	list: { name: 'Get Many', verb: 'Get many' },
	operation: (resource, operation) => `${resource} > ${operation}`,
	waitForRetry: 'After a Catch node, a Delay node set to “Override delay with msg.delay” waits as long as needed',
	listUnprocessed: 'A Catch node gets the messages that were not processed',
	runLimits: `“${RUN_LIMITS}”`,
	limits: 'the page on limits',
	creditReserve: `“${CREDIT_RESERVE}” under “${RUN_LIMITS}”`,
	allowHttp: 'Allow HTTP on a Private Network',
	raiseLimit: 'Raise “Limit” or leave it empty',
	checkValue: 'If it comes from the message, the context, an environment variable or JSONata, check its value',
	allInputs: '',
	withoutSaved: 'To go on without, add “Include” under “Options” of Conversation > Get Many: it is empty where none is saved',
	instantTrigger: 'meeting event node',
	pollingTrigger: 'meeting poll node',
	freeWebhook: 'remove or disable one of the nodes that use them, and deploy',
	setPublicAddress: 'Enter the public https:// address of Node-RED in the account node',
	startingSoonTrigger: 'the event Meeting Starting Soon',
};
