import { sleep, type IExecuteFunctions, type INodeExecutionData, type IWebhookFunctions, type IWebhookResponseData } from 'n8n-workflow';
import { deliveryHeaders } from '../../src/api/index.ts';
import { type DeliveryHost, DETAILS_LIMIT_MS, isChosen, memoryReplays, readAgain, reasonIn, receiveDelivery, refusals, type Refused, type Settle, TEST_EVENT, Unread } from '../../src/triggers/index.ts';
import { connect, readSettings } from '../shared/account.ts';
import { triggerError } from '../shared/errors.ts';
import { terms } from '../shared/terms.ts';
import { quietSleep } from '../shared/quietSleep.ts';
import { readParameters } from './form.ts';
import { heldRegistration, repairWebhook } from './registration.ts';

/** Answers at once and starts nothing. n8n sends its own answer unless told that we answered. */
function refuse(context: IWebhookFunctions, refused: Refused): IWebhookResponseData {
	const { status, message } = refusals[refused];
	context.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}

/** 200, and no execution. */
const ignored: IWebhookResponseData = {};

type Request = ReturnType<IWebhookFunctions['getRequestObject']>;

/**
 * The prefix of the headers, if it is not the service's own. Reading the credential costs n8n more than the rest of a
 * delivery, so it is read only if necessary. Whichever headers are found, the signature decides.
 */
async function headerPrefix(context: IWebhookFunctions, request: Request): Promise<string | undefined> {
	if (request.header(deliveryHeaders().signature) !== undefined) return undefined;
	return await readSettings(context).then(
		(settings) => settings.headerPrefix,
		() => undefined,
	);
}

/**
 * The deliveries that this process has accepted, for all its triggers. Not in n8n's static data, which is overwritten as a
 * whole by whoever saves last: a delivery that ends after a new registration would restore the old secret.
 */
const replays = memoryReplays(20_000);

/**
 * Settles once the sender has n8n's answer, with whether it accepts the delivery: n8n answers once the execution is on its
 * way, and with an error if anything failed before that. A sender that is gone by then gets no answer.
 */
function whenAnswered(context: IWebhookFunctions, settle: Settle): void {
	const response = context.getResponseObject();
	// `close` also follows a sent answer; whichever comes first counts.
	let isSettled = false;
	const settleOnce = (isAccepted: boolean): void => {
		if (isSettled) return;
		isSettled = true;
		void settle(isAccepted);
	};
	if (response.closed) return settleOnce(false);
	response.once('finish', () => settleOnce(response.statusCode < 400));
	response.once('close', () => settleOnce(false));
}

/**
 * Takes a delivery; `now` in milliseconds since 1970. Anything not signed with the secret held here gets a 401 at once and
 * starts nothing.
 */
export async function receive(context: IWebhookFunctions, now: number): Promise<IWebhookResponseData> {
	const request = context.getRequestObject();
	const listening = context.getMode() === 'manual';
	const registration = heldRegistration(context);
	let read: ReturnType<typeof readParameters> | undefined;
	// Read only after a forged delivery is refused.
	const parameters = () => (read ??= readParameters(context));
	const host: DeliveryHost = {
		...{ replays, terms, timezone: () => context.getTimezone(), now: () => now, sleep: quietSleep },
		connect: () => connect(context, { timeoutMs: DETAILS_LIMIT_MS }),
	};
	const outcome = await receiveDelivery(
		{
			header: (name) => request.header(name),
			rawBody: async () => {
				if (!request.rawBody) await request.readRawBody();
				return request.rawBody ?? Buffer.alloc(0);
			},
		},
		{
			secrets: registration ? [registration.secret] : [],
			headerPrefix: await headerPrefix(context, request),
			get maxAgeSeconds() {
				return parameters().options.maxAgeSeconds;
			},
			webhook: `${registration?.url} ${registration?.id}`,
		},
		{
			isChosen: (event) => isChosen(event, parameters().events) || (listening && event === TEST_EVENT),
			get include() {
				return parameters().include;
			},
			get filters() {
				return parameters().filters;
			},
			get withOwnerEmail() {
				return parameters().options.withOwnerEmail;
			},
		},
		host,
	);
	if ('refused' in outcome && outcome.refused === 'signature') {
		const refused = refuse(context, outcome.refused);
		if (!listening) await repairWebhook(context, now);
		return refused;
	}
	registration?.confirm();
	if ('refused' in outcome) return refuse(context, outcome.refused);
	if ('ignored' in outcome) return ignored;
	whenAnswered(context, outcome.settle);
	return outcome.items.length === 0 ? ignored : { workflowData: [outcome.items.map((item) => ({ json: { ...item } }))] };
}

/** How long a request of an execution may wait for the rate limit. Nobody waits for its answer. */
const PATIENCE_MS = 30_000;

/**
 * What the execution starts with. The sender of a delivery waits for seconds only, so details that could not be read then are
 * read here once more. If they still cannot, the execution fails here, with the event as its input: retried, it reads them again.
 */
export async function complete(context: IExecuteFunctions, now: () => number): Promise<INodeExecutionData[]> {
	const input = context.getInputData();
	const items = input.map(({ json }) => ({ dedupeKey: '', ...json }));
	const { options, include, filters } = readParameters(context);
	if (reasonIn(items) === null || options.ifUnread === 'continue') return input;
	const wanted = { include, filters, withOwnerEmail: options.withOwnerEmail };
	const found = await readAgain(items, wanted, { terms, timezone: () => context.getTimezone(), now, sleep, connect: () => connect(context, { patienceMs: PATIENCE_MS }) });
	if (found.reason !== null) throw triggerError(context.getNode(), new Unread(found.reason));
	return found.items.map((item) => ({ json: { ...item }, pairedItem: { item: 0 } }));
}
