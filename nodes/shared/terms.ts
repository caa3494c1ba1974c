import { ALLOW_HTTP } from '../../credentials/settings.ts';
import type { Terms } from '../../src/forms/index.ts';

export const RUN_LIMITS = 'Requests and Credits';
export const CREDIT_RESERVE = 'AI Credits to Reserve';

/** What n8n’s own interface calls things. */
export const terms: Terms = {
	platform: 'n8n',
	step: 'node',
	flow: 'workflow',
	timezone: 'the workflow’s time zone',
	account: 'credential',
	list: { name: 'Get Many', verb: 'Get many' },
	operation: (resource, operation) => `${resource} > ${operation}`,
	runLimits: `“${RUN_LIMITS}” under “Options”`,
	allowHttp: ALLOW_HTTP,
	instantTrigger: 'Meeting Assistant Trigger',
	pollingTrigger: 'Meeting Assistant Polling Trigger',
};
