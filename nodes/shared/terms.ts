import { ALLOW_HTTP } from '../../credentials/settings.ts';
import { LIMITS_LINK } from '../../src/words/index.ts';
import type { Terms } from '../../src/forms/index.ts';

export const RUN_LIMITS = 'Requests and Credits';
export const CREDIT_RESERVE = 'AI Credits to Reserve';

/** What n8n’s own interface calls things. */
export const terms: Terms = {
	platform: 'n8n',
	step: 'node',
	flow: 'workflow',
	activated: 'published',
	timezone: 'the workflow’s time zone',
	account: 'credential',
	list: { name: 'Get Many', verb: 'Get many' },
	operation: (resource, operation) => `${resource} > ${operation}`,
	waitForRetry: 'On the error output, a Wait node can wait for “details.retryAfterSeconds”',
	listUnprocessed: 'To list them, set On Error to “Continue (using error output)” in the node’s settings',
	runLimits: `“${RUN_LIMITS}” under “Options”`,
	limits: LIMITS_LINK,
	creditReserve: `“${CREDIT_RESERVE}” under “${RUN_LIMITS}”`,
	allowHttp: ALLOW_HTTP,
	raiseLimit: 'Raise Limit or turn on Return All',
	checkValue: 'If it is an expression, check what it returns for this item',
	allInputs: 'The expression {{ $input.all() }} is the list of all items that the node before returned',
	withoutSaved: 'To go on without, add “Include” under “Options” of Conversation > Get Many: it is empty where none is saved',
	instantTrigger: 'Meeting Assistant Trigger',
	pollingTrigger: 'Meeting Assistant Polling Trigger',
	freeWebhook: 'unpublish one of the workflows that use them',
	setPublicAddress:
		'Set the environment variable N8N_WEBHOOK_URL (WEBHOOK_URL in older versions) to the public https:// address of n8n and restart n8n',
	startingSoonTrigger: 'the trigger event Meeting Starting Soon',
};
