import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { deliveryHeaders } from '../../src/api/index.ts';
import { isChosen, TEST_EVENT } from '../../src/events/catalogue.ts';
import { readItems } from '../../src/events/delivery.ts';
import { DETAILS_LIMIT_MS } from '../../src/events/details.ts';
import { samplesFor } from '../../src/events/samples.ts';
import { isSigned, isStale, readDelivery } from '../../src/webhooks/index.ts';
import { createReplays } from '../../src/webhooks/replays.ts';
import { connect, readSettings } from '../shared/account.ts';
import { terms } from '../shared/terms.ts';
import { quietSleep } from '../shared/within.ts';
import { readParameters } from './form.ts';
import { heldRegistration, repairWebhook } from './registration.ts';

/** Answers at once and starts nothing. n8n answers by itself unless it learns that this was done. */
function refuse(context: IWebhookFunctions, status: 400 | 401 | 503, message: string): IWebhookResponseData {
	context.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}

/** 200, and no execution. */
const ignored: IWebhookResponseData = {};

type Request = ReturnType<IWebhookFunctions['getRequestObject']>;

/**
 * The names of the headers. Reading the credential costs n8n more than all the rest of a delivery, so it is read only for
 * one that does not use the service's own names. Whichever are found, the signature decides.
 */
async function headerNames(context: IWebhookFunctions, request: Request) {
	const usual = deliveryHeaders();
	if (request.header(usual.signature) !== undefined) return usual;
	try {
		return deliveryHeaders((await readSettings(context)).headerPrefix);
	} catch {
		return usual;
	}
}

/**
 * The deliveries this process has accepted, of all its triggers. Not in n8n's static data, which the last to save
 * overwrites whole: a delivery that ends after a new registration would bring the old secret back.
 */
const claim = createReplays(20_000, () => quietSleep(DETAILS_LIMIT_MS));

/**
 * Calls back once the sender has n8n's answer, with whether that says that the delivery was accepted: n8n answers when
 * the execution is on its way, and with an error when anything failed before. A sender that is gone by then has no answer.
 */
function whenAnswered(context: IWebhookFunctions, settle: (isAccepted: boolean) => void): void {
	const response = context.getResponseObject();
	// Closed follows when it was sent as well; the first of both counts.
	let isSettled = false;
	const settleOnce = (isAccepted: boolean): void => {
		if (isSettled) return;
		isSettled = true;
		settle(isAccepted);
	};
	response.once('finish', () => settleOnce(response.statusCode < 400));
	response.once('close', () => settleOnce(false));
}

/**
 * Takes a delivery: verified on the bytes as they came, then read, then filtered; `now` in milliseconds since 1970.
 * What is not signed with the secret held here gets a 401 at once and starts nothing.
 */
export async function receive(context: IWebhookFunctions, now: number): Promise<IWebhookResponseData> {
	const request = context.getRequestObject();
	if (!request.rawBody) await request.readRawBody();
	const { rawBody } = request;
	const listening = context.getMode() === 'manual';
	const registration = heldRegistration(context);
	const names = await headerNames(context, request);
	if (!rawBody || !registration || !isSigned(rawBody, request.header(names.signature), [registration.secret])) {
		const refused = refuse(context, 401, 'The signature is missing or wrong');
		if (!listening) await repairWebhook(context, now);
		return refused;
	}
	registration.confirm();
	const received = readDelivery(rawBody, request.header(names.event));
	if (!received) return refuse(context, 400, 'The delivery holds no event with data');
	const parameters = readParameters(context);
	if (isStale(received, parameters.options.maxAgeSeconds, now)) return refuse(context, 401, 'The delivery is too old, or from the future');

	if (!isChosen(received.event, parameters.events) && !(listening && received.event === TEST_EVENT)) return ignored;
	const isDated = received.timestamp !== null;
	const webhook = `${registration.url} ${registration.id}`;
	const settle = await claim({ webhook, rawBody, isDated }, now);
	if (settle === 'accepted') return ignored;
	if (settle === 'unknown') return refuse(context, 503, 'The same delivery is still being processed');
	whenAnswered(context, settle);
	const reading = { terms, sleep: quietSleep, connect: () => connect(context, { timeoutMs: DETAILS_LIMIT_MS }) };
	const items =
		listening && received.event === TEST_EVENT && parameters.listenFor === 'samples'
			? await samplesFor(parameters.events, parameters.include, { ...reading, now })
			: (await readItems(received, parameters, reading, now)).items;
	return items.length === 0 ? ignored : { workflowData: [items.map((item) => ({ json: { ...item } }))] };
}
