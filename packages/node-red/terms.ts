import type { Terms } from '../../src/forms/index.ts';

export const RUN_LIMITS = 'Requests and Credits';
export const CREDIT_RESERVE = 'AI Credits to Reserve';

/** What Node-RED’s own interface calls things. */
export const terms: Terms = {
	platform: 'Node-RED',
	step: 'node',
	flow: 'flow',
	timezone: 'your time zone',
	account: 'account node',
	list: { name: 'Get Many', verb: 'Get many' },
	operation: (resource, operation) => `${resource} > ${operation}`,
	runLimits: `“${RUN_LIMITS}”`,
	allowHttp: 'Allow HTTP on a Private Network',
	instantTrigger: 'meeting event node',
	pollingTrigger: 'meeting poll node',
};
