import type { Terms } from '../../src/forms/index.ts';

/** Programmers' words for things, without the names of operations, which would take the whole catalogue. */
export const words: Omit<Terms, 'operation'> = {
	platform: 'the program',
	step: 'call',
	flow: 'program',
	timezone: 'the time zone of the run',
	account: 'client',
	list: { name: 'List', verb: 'List' },
	runLimits: 'the options of the run',
	allowHttp: 'allowHttp',
	instantTrigger: 'webhook handler',
	pollingTrigger: 'poller',
};
