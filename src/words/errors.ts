import { type ErrorCode, MINUTE_MS } from '../api/index.ts';
import { BASE_URL, ClientError, isOutcomeUnknown, type Problem, UNENCRYPTED } from '../client/index.ts';
import { instantOf, machineTimeZone, momentFrom } from '../format/index.ts';
import { capitalized, counted, creditsLeft, plural } from './counts.ts';
import { type Terms, type Text, textIn, withoutFullStop } from '../forms/index.ts';
import { Refusal, type Details, type Failure } from './refusal.ts';

/**
 * What to do about an error, by its code, if an operation has better advice than the default. `outcome_unknown`: if the
 * request may have been processed, and repeating it would do it twice.
 */
export type Advice = Readonly<Partial<Record<ErrorCode | 'outcome_unknown', Text>>>;

/** A failure as people read it: what happened and what to do, each a sentence without its full stop. */
export interface Explanation {
	readonly what: string;
	readonly next: string;
	readonly failure?: Failure;
}

const AGAIN = 'Try again in a few minutes';

/** Added wherever an AI credit may have been spent without a result. */
export const AT_RISK: Text = ({ operation }) =>
	`The request may have been processed, which would have used an AI credit. Check ${operation('User', 'Get Profile')} before retrying`;

/** Advice for a 403 with a reason of its own. The plan or the key may still be the reason; only the message tells. */
export const orAnotherKey = (next: string): string =>
	`${next}. If this is about the plan or the key, use an API key of an account whose plan allows it`;

/** Whether a 403 is about the calendar alone. */
const isOfCalendar = (message: string): boolean => /\bcalendar\b/i.test(message) && !/\b(?:plans?|keys?)\b/i.test(message);

const ANOTHER_PLAN = 'Use an API key of an account whose plan allows this';
const NOT_OF_TOOL_SERVER =
	'A key made for the service’s own tool server works only there: create an API key in the desktop app under Settings, API keys';

/** What helps where a 403 says which it is, whatever was asked for; undefined where it does not. */
const forbiddenNext = (message: string): string | undefined => {
	if (isOfCalendar(message)) return 'Reconnect the calendar in the desktop app';
	if (/\btool[ -]server\b/i.test(message)) return NOT_OF_TOOL_SERVER;
	return /\bAPI access\b.*\bplan\b/i.test(message) ? ANOTHER_PLAN : undefined;
};

/** What helps against a limit that a person set for each run: a run that starts again reads the same. */
export const allowMore: Text = ({ runLimits }) => `${runLimits === '' ? 'Ask' : `Change ${runLimits} to allow more, or ask`} for less at once`;

/** The default advice for each code. */
const nextByCode: Readonly<Record<ErrorCode, Text>> = {
	validation_error: 'Correct the value that the message names',
	unauthorized: ({ account }) =>
		`Open the ${account} and enter a valid key. Keys are created in the desktop app under Settings, API keys`,
	forbidden: `${ANOTHER_PLAN}. ${NOT_OF_TOOL_SERVER}`,
	not_found: ({ operation, list }) =>
		`Check the ID. ${operation('Conversation', list.name)} returns the existing IDs; deleted conversations are left out`,
	rate_limited: 'Try again in a minute',
	ai_limit_exceeded: ({ operation }) =>
		`If some of the month’s AI credits are left, today’s are used up until midnight UTC: a day can use at most a third of them. ${operation('User', 'Get Profile')} shows how many are left and when they renew`,
	internal_error: AGAIN,
};

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(nextByCode, code);

const unavailable: Failure = { cause: 'temporarily-unavailable' };

/** Any other status may be temporary. */
const failureByStatus: Readonly<Record<number, Failure>> = {
	400: { cause: 'configuration-invalid' },
	401: { cause: 'credential-invalid' },
	403: { cause: 'configuration-invalid' },
	404: { cause: 'configuration-invalid' },
};

type NoAnswerReason = Extract<Problem, { kind: 'noAnswer' }>['reason'];

interface Says {
	readonly what: string;
	readonly next: Text;
}

const checkBaseUrl: Text = ({ account }) => `Check the base URL in the ${account}, and the network of this machine`;

const noAnswer: Readonly<Record<NoAnswerReason, Says>> = {
	timeout: { what: 'The service did not answer in time', next: AGAIN },
	dns: { what: 'The host of the base URL was not found', next: checkBaseUrl },
	refused: {
		what: 'Nothing accepts connections at the base URL',
		next: ({ account }) => `Check the host and port of the base URL in the ${account}, and of the proxy if requests go through one`,
	},
	tls: {
		what: 'No secure connection to the base URL could be established',
		next: ({ allowHttp }) =>
			`Check that the base URL is right and its certificate is valid${allowHttp && '. If the service runs on your own machine, try http:// instead of https://'}`,
	},
	reset: { what: 'The connection was closed before the answer was complete', next: AGAIN },
	aborted: { what: 'The run was stopped before the service answered', next: ({ flow }) => `Start the ${flow} again` },
	other: { what: 'The service did not answer', next: checkBaseUrl },
};

const minutes = (ms: number): string => {
	const count = Math.max(1, Math.ceil(ms / MINUTE_MS));
	return plural(count, 'a minute', `${count} minutes`);
};

/** Where to look for what is wrong with an input. */
const checkValue = ({ step }: Terms): string => `If its value comes from an earlier ${step}, check what that returned`;

const anotherServer = ({ account }: Terms): string =>
	`Check the base URL in the ${account}. A proxy, a sign-in page or another program seems to be answering`;

interface Said extends Says {
	readonly failure?: Failure;
}

function rateLimited({ retryAfterMs, resetAt, limit }: Extract<Problem, { kind: 'rateLimited' }>, timezone: string): Said {
	if (retryAfterMs === null) {
		return { what: 'The service’s AI is busy', next: nextByCode.rate_limited, failure: unavailable };
	}
	const at = resetAt ? ` (${momentFrom(timezone, resetAt.getTime())})` : '';
	return {
		what: limit === null || limit < 2 ? 'This hour’s requests are used up' : `All ${counted(limit, 'request')} for this hour are used up`,
		next: `Try again in ${minutes(retryAfterMs)}${at}`,
		failure: { cause: 'rate-limited', retryAfterMs, ...(resetAt && { resetsAtEpochMs: resetAt.getTime() }) },
	};
}

/** The body, the URL or the headers exceed what a server accepts. */
const TOO_LARGE: ReadonlySet<number> = new Set([413, 414, 431]);

function unexpectedAnswer(problem: Extract<Problem, { kind: 'unexpectedAnswer' }>): Said {
	const { status, contentType, redirectsTo = 'another address', creditAtRisk } = problem;
	if (status >= 500) {
		const what = `The service, or a proxy in front of it, has a problem (HTTP ${status})`;
		return { what, next: nextByCode.internal_error, failure: unavailable };
	}
	if (status >= 300 && status < 400) {
		return {
			what: `The base URL redirects to ${redirectsTo} (HTTP ${status}), and the API key is not sent there`,
			next: ({ account }) => `If you trust that address, enter it as the base URL in the ${account}`,
			failure: unavailable,
		};
	}
	if (TOO_LARGE.has(status)) {
		return {
			what: `The service, or a proxy in front of it, refused the request because it is too large (HTTP ${status})`,
			next: 'Shorten the texts that are sent',
			failure: { cause: 'configuration-invalid' },
		};
	}
	const from = `(HTTP ${status}, ${contentType})`;
	if (status < 300 && /\bjson\b/i.test(contentType)) {
		const what = `The answer is cut short, or does not come from the meeting assistant ${from}`;
		const again: Text = (terms) => `Try again. If that does not help: ${anotherServer(terms)}`;
		return { what, next: creditAtRisk ? anotherServer : again, failure: unavailable };
	}
	return { what: `The answer does not come from the meeting assistant ${from}`, next: anotherServer, failure: unavailable };
}

/** How a reason begins where nothing was given: there is no value to correct, nor one that came from anywhere. */
const MISSING = 'it is missing';

const MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*(?:Z|[+-]\d\d:\d\d)/g;

/** When credits are available again, if the service says so. */
function renewal(message: string, now: number): Details {
	const at = instantOf(message.match(MOMENT)?.[0] ?? null);
	return at === null ? {} : { retryAfterSeconds: Math.max(0, seconds(at - now)), resetAt: new Date(at).toISOString() };
}

/** What the service says about used-up credits. If it says when they are renewed, the daily cap need not be explained. */
function creditsExhausted(message: string, timezone: string): Says {
	const words = withoutFullStop(message);
	const what = words.replace(MOMENT, (moment) => {
		const at = instantOf(moment);
		return at === null ? moment : momentFrom(timezone, at);
	});
	if (/spending/i.test(words))
		return { what, next: 'Raise the cap in your account, or continue next month' };
	const isDated = what !== words;
	return {
		what,
		next: isDated
			? ({ operation }) => `Continue then. ${operation('User', 'Get Profile')} shows how many are left`
			: nextByCode.ai_limit_exceeded,
	};
}

function said(problem: Problem, advice: Advice, timezone: string): Said {
	switch (problem.kind) {
		case 'invalidInput': {
			const { field, reason } = problem;
			if (reason.startsWith(MISSING)) return { what: `“${field}” ${reason.slice('it '.length)}`, next: '' };
			if (field !== BASE_URL) return { what: `“${field}” cannot be used: ${reason}`, next: (terms) => `Correct the field. ${checkValue(terms)}` };
			const allow: Text = ({ account, allowHttp }) =>
				`Correct it in the ${account}${allowHttp && `, or turn on “${allowHttp}” there if you trust the network`}`;
			const next: Text = reason === UNENCRYPTED ? allow : ({ account }) => `Correct it in the ${account}`;
			return { what: `The base URL cannot be used: ${reason}`, next };
		}
		case 'api': {
			const { code, status, message, missing } = problem;
			// The advice of an operation is about results that a conversation may lack, not about a missing conversation.
			const own = missing === 'conversation' ? {} : advice;
			const usual = isErrorCode(code) ? (own[code] ?? nextByCode[code]) : 'Look up the message in the documentation';
			const next = (code === 'forbidden' ? forbiddenNext(message) : undefined) ?? usual;
			// The service’s own words describe the format of keys.
			const what = code === 'unauthorized' ? 'The API key is wrong or was revoked' : withoutFullStop(message);
			return { what, next, failure: failureByStatus[status] ?? unavailable };
		}
		case 'rateLimited':
			return rateLimited(problem, timezone);
		case 'creditsExhausted':
			return { ...creditsExhausted(problem.message, timezone), failure: { cause: 'quota-exhausted' } };
		case 'noAnswer': {
			const { what, next } = noAnswer[problem.reason];
			return { what: problem.message ? `${what}: ${withoutFullStop(problem.message)}` : what, next, failure: unavailable };
		}
		case 'answerTooLarge':
			return {
				what: `The answer is larger than ${Math.round(problem.maxBytes / 1024 / 1024)} MB`,
				next: anotherServer,
				failure: unavailable,
			};
		case 'unexpectedAnswer':
			return unexpectedAnswer(problem);
		case 'requestsReserved': {
			const { by, made, resetAt, allReserved } = problem;
			if (by === 'time') return { what: 'The time is up', next: 'Run it again' };
			if (by === 'budget') return { what: `This run has used up its ${counted(made, 'request')}`, next: allowMore };
			if (allReserved) {
				return {
					what: 'All requests that your plan has in an hour are reserved',
					next: ({ runLimits }) => `Reserve fewer${runLimits && `: change ${runLimits}`}`,
				};
			}
			const when = resetAt ? `Continue at ${momentFrom(timezone, resetAt.getTime())}, when the hourly count resets` : 'Run it again for the rest';
			return {
				what: 'This hour’s requests are used up, except for the reserved ones',
				next: ({ runLimits }) => (runLimits === '' ? when : `${when}, or change ${runLimits}`),
			};
		}
		case 'refused':
			// Whoever found it out says what to do as well.
			return { what: withoutFullStop(problem.message), next: '' };
		case 'creditsReserved': {
			const { left, reserve } = problem;
			return {
				what: `${capitalized(creditsLeft(left))} and ${counted(reserve, 'is', 'are')} reserved, so nothing was spent`,
				next: ({ operation }) =>
					`Lower the AI credits to reserve, or continue when the credits renew. ${operation('User', 'Get Profile')} shows when`,
				failure: { cause: 'quota-exhausted' },
			};
		}
	}
}

const seconds = (ms: number): number => Math.ceil(ms / 1000);

/** What a flow can branch on. `now` in milliseconds since 1970. */
function detailsOf(problem: Problem, now: number): Details {
	const risk: Details = 'creditAtRisk' in problem ? { creditAtRisk: problem.creditAtRisk } : {};
	switch (problem.kind) {
		case 'invalidInput':
			return { code: 'invalid_input', field: problem.field };
		case 'api':
			return { httpCode: problem.status, code: problem.code, ...risk };
		case 'rateLimited':
			return {
				httpCode: problem.status,
				code: 'rate_limited',
				retryAfterSeconds: problem.retryAfterMs === null ? null : seconds(problem.retryAfterMs),
				resetAt: problem.resetAt?.toISOString() ?? null,
				requestsPerHour: problem.limit,
				...risk,
			};
		case 'creditsExhausted':
			return { httpCode: problem.status, code: 'ai_limit_exceeded', ...renewal(problem.message, now), ...risk };
		case 'noAnswer':
			return { code: 'no_answer', reason: problem.reason, ...risk };
		case 'answerTooLarge':
			return { code: 'answer_too_large', maxBytes: problem.maxBytes, ...risk };
		case 'unexpectedAnswer':
			return { httpCode: problem.status, code: 'unexpected_answer', ...risk };
		case 'requestsReserved': {
			const waitsUntil = problem.by === 'limit' ? problem.resetAt : null;
			return {
				code: 'request_budget_used',
				retryAfterSeconds: waitsUntil ? Math.max(0, seconds(waitsUntil.getTime() - now)) : 0,
				resetAt: waitsUntil?.toISOString() ?? null,
				requestsMade: problem.made,
				...risk,
			};
		}
		case 'refused':
			return { code: problem.code, ...(problem.status !== null && { httpCode: problem.status }) };
		case 'creditsReserved':
			return { code: 'credits_reserved', creditsLeft: problem.left, creditsReserved: problem.reserve };
	}
}

/** A problem as people read it. `advice` takes the place of the default advice; `timezone` is the IANA name of the run’s. */
export function explainProblem(problem: Problem, terms: Terms, advice: Advice = {}, timezone = machineTimeZone()): Explanation {
	const { what, next: usual, failure } = said(problem, advice, timezone);
	const next = (isOutcomeUnknown(problem) ? advice.outcome_unknown : undefined) ?? usual;
	const atRisk = 'creditAtRisk' in problem && problem.creditAtRisk;
	// Whoever is told first to try again may do so before having looked whether it was paid for.
	const steps = !atRisk ? [next] : next === AGAIN ? [AT_RISK] : [next, AT_RISK];
	return {
		what,
		next: steps.map((text) => textIn(text, terms)).join('. '),
		...(failure && { failure }),
	};
}

export interface ExplainedError extends Explanation {
	readonly details: Details;
}

/** An error of an operation as people read it; null for an unexpected one. `now` in milliseconds since 1970. */
export function explainError(
	error: unknown,
	{
		terms,
		now,
		advice,
		timezone,
	}: { readonly terms: Terms; readonly now: number; readonly advice?: Advice | undefined; readonly timezone?: string | undefined },
): ExplainedError | null {
	if (error instanceof Refusal) {
		const { message, next, details, failure } = error;
		return { what: message, next: textIn(next, terms), details, ...(failure && { failure }) };
	}
	if (!(error instanceof ClientError)) return null;
	return { ...explainProblem(error.problem, terms, advice, timezone), details: detailsOf(error.problem, now) };
}
