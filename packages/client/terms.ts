import type { Terms } from '../../src/words/terms.ts';

/** What programmers call things. */
export const terms: Terms = {
	platform: 'the program',
	step: 'call',
	flow: 'program',
	activated: 'running',
	timezone: 'the time zone of the run',
	account: 'client',
	list: { name: 'List', verb: 'List' },
	operation: (resource, operation) => `${resource} > ${operation}`,
	waitForRetry: '',
	listUnprocessed: '',
	runLimits: 'the options of the run',
	allowHttp: 'allowHttp',
	raiseLimit: 'Raise the limit or leave it out',
	checkValue: 'Check where the value comes from',
	keepInput: '',
	instantTrigger: 'webhook handler',
	pollingTrigger: 'poller',
	setPublicAddress: 'Make the handler reachable under a public https:// address',
	startingSoonTrigger: 'the event meeting.starting_soon',
};
