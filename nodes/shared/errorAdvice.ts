import type { Failure } from 'n8n-workflow';
import type { ErrorCode } from '../../src/api/index.ts';
import type { Problem } from '../../src/client/index.ts';

export const CREDIT_AT_RISK =
	'It is not known whether the request was carried out, so an AI credit may have been spent: look at User “Get Profile” before you repeat it';

/** What to do about an error, by its code. */
export type Advice = Readonly<Partial<Record<ErrorCode, string>>>;

/** What to do about each code, where the operation does not know better. */
export const nextByCode: Readonly<Record<ErrorCode, string>> = {
	validation_error: 'Correct the value that the message names',
	unauthorized:
		'Open the credential and enter a key that is in force: the desktop app makes one under Settings, API keys',
	forbidden: 'The plan of the account or the kind of key does not allow this: it takes the Starter plan or above',
	not_found: 'Check the ID: Conversation “Get Many” lists those that exist, without what was deleted',
	rate_limited: 'Try again in a minute',
	ai_limit_exceeded:
		'User “Get Profile” says how many AI credits are left and when they are renewed: a day may use a third of the month’s credits',
	internal_error: 'Try again in some minutes',
};

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(nextByCode, code);

export const unavailable: Failure = { cause: 'temporarily-unavailable' };

/** Whether waiting helps, for n8n; every other status may pass. */
export const failureByStatus: Readonly<Record<number, Failure>> = {
	400: { cause: 'configuration-invalid' },
	401: { cause: 'credential-invalid' },
	403: { cause: 'configuration-invalid' },
	404: { cause: 'configuration-invalid' },
};

type NoAnswerReason = Extract<Problem, { kind: 'noAnswer' }>['reason'];

export const noAnswerWords: Readonly<Record<NoAnswerReason, { readonly what: string; readonly next: string }>> = {
	timeout: { what: 'The service did not answer in time', next: 'Try again in some minutes' },
	dns: {
		what: 'The host of the base URL was not found',
		next: 'Check the base URL in the credential, and the network of n8n',
	},
	refused: {
		what: 'Nothing accepts connections at the base URL',
		next: 'Check host and port of the base URL in the credential',
	},
	tls: {
		what: 'No secure connection to the base URL could be made',
		next: 'Check that the base URL is right and its certificate valid',
	},
	reset: { what: 'The connection was cut before an answer came', next: 'Try again in some minutes' },
	aborted: { what: 'The run was stopped before an answer came', next: 'Start the workflow again' },
	other: {
		what: 'The service did not answer',
		next: 'Check the base URL in the credential, and the network of n8n',
	},
};
