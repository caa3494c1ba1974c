import type { Terms } from '../../src/words/terms.ts';

/** What Node-RED’s own interface calls things. */
export const terms: Terms = {
	platform: 'Node-RED',
	step: 'node',
	flow: 'flow',
	activated: 'deployed',
	timezone: 'the time zone of the machine',
	account: 'account node',
	list: { name: 'Get Many', verb: 'Get many' },
	operation: (resource, operation) => `${resource} > ${operation}`,
	waitForRetry: 'After a Catch node, a Delay node can wait for “msg.error.cause.retryAfterSeconds”',
	listUnprocessed: 'A Catch node gets the messages that were not processed',
	runLimits: 'Requests and Credits',
	allowHttp: 'Allow HTTP on a Private Network',
	raiseLimit: 'Raise “Limit” or leave it empty',
	checkValue: 'If it is read from the message or from elsewhere, check what is there',
	keepInput: 'Keep the default if that node comes right before this one',
	instantTrigger: 'meeting event node',
	pollingTrigger: 'meeting poll node',
	setPublicAddress: 'Enter the public https:// address of Node-RED in the account node',
	startingSoonTrigger: 'the event Meeting Starting Soon',
};
