import type { Terms } from '../../src/forms/index.ts';

/** Programmers' words for things, without the names of operations, which would take the whole catalogue. */
export const words: Omit<Terms, 'operation'> = {
	platform: 'the program',
	step: 'call',
	flow: 'program',
	activated: 'running',
	timezone: 'the time zone of the run',
	account: 'client',
	list: { name: 'List', verb: 'List' },
	waitForRetry: '',
	listUnprocessed: '',
	runLimits: 'the options of the run',
	limits: 'the page on limits',
	creditReserve: '“reserveCredits” in the options of the run',
	allowHttp: 'allowHttp',
	raiseLimit: 'Raise the limit or leave it out',
	checkValue: 'Check where the value comes from',
	allInputs: '',
	withoutSaved: '',
	instantTrigger: 'webhook handler',
	pollingTrigger: 'poller',
	freeWebhook: 'remove the webhook of one of the programs that use them',
	setPublicAddress: 'Make the handler reachable under a public https:// address',
	startingSoonTrigger: 'the event meeting.starting_soon',
};
