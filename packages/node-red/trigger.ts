import { z } from 'zod/v4';
import { deliveryHeaders } from '../../src/api/index.ts';
import { ClientError } from '../../src/client/index.ts';
import { isChosen } from '../../src/events/catalogue.ts';
import { readItems } from '../../src/events/delivery.ts';
import { DETAILS_LIMIT_MS } from '../../src/events/details.ts';
import { explainFailure, type ExplainFailureOptions } from '../../src/events/failures.ts';
import { failedStep, isRegistered, register, remove, repair } from '../../src/events/registration/lifecycle.ts';
import type { Registration, RegistrationPort } from '../../src/events/registration/port.ts';
import { instantTrigger, readTrigger, type Trigger } from '../../src/events/triggers.ts';
import type { Fields, InputOf } from '../../src/operations/field.ts';
import { isPassing, type Item } from '../../src/polling/index.ts';
import { isSameAddress, isSigned, isStale, readDelivery } from '../../src/webhooks/index.ts';
import { createReplays } from '../../src/webhooks/replays.ts';
import { explainError, Refusal } from '../../src/words/errors.ts';
import { findAccount, isSameAccount, sleepUntil, text, type Account } from './account.ts';
import { addressBase, isElsewhere, takeDeliveries, type Delivery } from './deliveries.ts';
import { defineNode, type Message, type Node, type Red } from './nodeRed.ts';
import { short } from './operation.ts';
import { allStates, stateOf } from './state.ts';
import { terms } from './terms.ts';
import { Inputs, valuesFor } from './values.ts';

export const TriggerConfig = z.object({ account: text, fields: Inputs });
export type TriggerConfig = z.output<typeof TriggerConfig>;

/** The form as filled in: always shown fields, filters and options. */
export async function readForm<A extends Fields, B extends Fields, C extends Fields>(
	red: Red,
	node: Node,
	{ fields, filters, options }: Trigger<A, B, C>,
	inputs: Inputs,
): Promise<InputOf<A> & { readonly filters: InputOf<B>; readonly options: InputOf<C> }> {
	const valueOf = await valuesFor(red, node, { ...fields, ...filters, ...options }, inputs, {});
	return { ...readTrigger(fields, valueOf), filters: readTrigger(filters, valueOf), options: readTrigger(options, valueOf) };
}

export const eventMessage = (item: Item): Message => ({ topic: String(item['event']), dedupeKey: item.dedupeKey, payload: item });

/** Shows a failure at the node and to Catch nodes. */
export function showFailure(node: Node, error: unknown, options?: ExplainFailureOptions): void {
	const message = explainFailure(error, terms, options)?.message ?? String(error);
	const cause = explainError(error, { terms, now: Date.now() })?.details ?? {};
	node.status({ fill: 'red', shape: 'ring', text: short(message) });
	const failure = Object.assign(new Error(message, { cause }), { name: '', stack: message, code: cause['code'] ?? 'unexpected' });
	// Catch nodes start after the others of their flow. Without a message, Node-RED only logs the failure.
	setImmediate(() => node.error(failure, {}));
}

const Stored = z.object({ id: z.string(), secret: z.string().min(1), url: z.string(), flowId: z.string() });

/** For all requests of a removal: those of a deploy that come after it wait as long. */
const REMOVAL_MS = 12_000;

type Parameters = Awaited<ReturnType<typeof readForm<typeof instantTrigger.fields, typeof instantTrigger.filters, typeof instantTrigger.options>>>;

interface Running {
	readonly node: Node;
	readonly account: Account;
	readonly parameters: Parameters;
	readonly port: RegistrationPort;
}

/** A node as the flows started it. */
interface Listener {
	/** Null if it cannot run, which was shown. */
	readonly started: Promise<Running | null>;
	/** Aborted once it was closed. */
	readonly closed: AbortSignal;
}

/** Those of the flows as they run, by ID. One that was closed stays until the flows have started anew, perhaps with it. */
const listeners = new Map<string, Listener>();

function portOf(red: Red, node: Node, account: Account, parameters: Parameters): RegistrationPort {
	const state = stateOf(red, node);
	const base = () => addressBase(red, account);
	return {
		key: node.id,
		// A node keeps its ID, and so its webhook, when it moves to another flow.
		flowId: '',
		ownUrl: () => base() + node.id,
		serviceUrl: async () => account.baseUrl,
		connect: async ({ timeoutMs, totalMs }) => account.connect({ timeoutMs, signal: AbortSignal.timeout(Math.min(totalMs, 60_000)) }),
		chosen: () => parameters.events,
		removesDead: () => parameters.options.removeDeadWebhooks,
		stored: {
			read: (): Registration | undefined => Stored.safeParse(state.read()).data,
			write: state.write,
			forget: state.remove,
		},
		isDead: async (url) => {
			const id = url.slice(base().length);
			return url.startsWith(base()) && /^[\w.-]+$/.test(id) && !listeners.has(id);
		},
		log: { info: (words) => node.log(words), warn: (words, details) => node.warn(details ? `${words}: ${details.cause}` : words) },
		now: Date.now,
		terms,
	};
}

const replays = createReplays(20_000, () => sleepUntil()(DETAILS_LIMIT_MS));

/** Takes a delivery, verified on the bytes as they came. Returns the answer’s status. */
async function receive({ node, account, parameters, port }: Running, { headers, rawBody }: Delivery): Promise<number> {
	const now = Date.now();
	const names = deliveryHeaders(account.headerPrefix);
	const header = (name: string): string | undefined => [headers[name.toLowerCase()]].flat()[0];
	const registration = port.stored.read();
	if (!registration || !isSigned(rawBody, header(names.signature), [registration.secret])) {
		void repair(port);
		return 401;
	}
	const received = readDelivery(rawBody, header(names.event));
	if (!received) return 400;
	if (isStale(received, parameters.options.maxAgeSeconds, now)) return 401;
	if (!isChosen(received.event, parameters.events)) return 200;
	const claimed = await replays({ webhook: `${registration.url} ${registration.id}`, rawBody, isDated: received.timestamp !== null }, now);
	if (claimed === 'accepted') return 200;
	if (claimed === 'unknown') return 503;
	try {
		const reading = { terms, sleep: sleepUntil(), connect: async () => account.connect({ timeoutMs: DETAILS_LIMIT_MS }) };
		const { items } = await readItems(received, parameters, reading, now);
		for (const item of items) node.send(eventMessage(item));
		claimed(true);
	} catch (error) {
		claimed(false);
		throw error;
	}
	node.status({ fill: 'green', shape: 'dot', text: `${received.event} at ${new Date(now).toLocaleTimeString()}` });
	return 200;
}

const HELD_MS = 5000;
const LOOK_MS = 20;

/** A deploy closes nodes before it starts them anew. Whether the service would deliver again is not known. */
async function runningOf(id: string): Promise<Running | null> {
	const isClosed = (): boolean => listeners.get(id)?.closed.aborted ?? true;
	for (let waited = 0; isClosed() && waited < HELD_MS; waited += LOOK_MS) await sleepUntil()(LOOK_MS);
	return isClosed() ? null : ((await listeners.get(id)?.started) ?? null);
}

async function receiveFor(id: string, delivery: Delivery): Promise<number> {
	const running = await runningOf(id);
	if (!running) return 404;
	try {
		if (delivery.isUsedUp) throw new Refusal('A delivery was read before its signature could be verified', 'Mount Node-RED before what parses bodies', { code: 'delivery_read' });
		return await receive(running, delivery);
	} catch (error) {
		showFailure(running.node, error);
		return 500;
	}
}

const FIRST_RETRY_MS = 30_000;
const LAST_RETRY_MS = 15 * 60_000;

/** The other one may be about to be replaced by this one. */
const elsewhere = (): Refusal =>
	new Refusal(
		'The public URL of the account leads to another Node-RED',
		'Enter the address of this one in the account node',
		{ code: 'address_elsewhere' },
		{ cause: 'temporarily-unavailable' },
	);

const mayPass = (error: unknown): boolean =>
	error instanceof ClientError ? isPassing(error.problem) : error instanceof Refusal && error.failure?.cause === 'temporarily-unavailable';

const addressOf = ({ port }: Running): string | null => {
	try {
		return port.ownUrl();
	} catch {
		return null;
	}
};

/**
 * Removes webhooks whose nodes were removed, or moved to another address, while Node-RED was down, or the service. Those of
 * other accounts wait for a node that uses them; those of other addresses may be of a Node-RED that this one is a copy of.
 */
async function removeLeftovers(red: Red, { publicUrl, connect }: Account): Promise<void> {
	const running = await Promise.all([...listeners.values()].map(({ started }) => started));
	const live = running.map((one) => one && addressOf(one));
	for (const state of allStates(red)) {
		const stored = () => Stored.safeParse(state.read()).data;
		const held = stored();
		if (!held || publicUrl === '' || !held.url.startsWith(`${publicUrl}/`) || live.includes(held.url)) continue;
		const client = connect({ timeoutMs: REMOVAL_MS });
		const { data: webhooks } = await client.webhooks.list();
		if (!webhooks.some(({ id, url }) => id === held.id && isSameAddress(url, held.url))) continue;
		await client.webhooks.delete({ id: held.id });
		if (stored()?.id === held.id) state.remove();
	}
}

/** Registers a webhook, and goes on trying while the reason may pass. */
async function keepRegistered(red: Red, running: Running, signal: AbortSignal): Promise<void> {
	const { node, account, port } = running;
	for (let pause = FIRST_RETRY_MS; !signal.aborted; pause = Math.min(2 * pause, LAST_RETRY_MS)) {
		try {
			if (await isElsewhere(red, account)) throw elsewhere();
			// Whatever is in the way of that is in the way of the registration as well, which says so.
			await removeLeftovers(red, account).catch(() => {});
			if (!(await isRegistered(port))) await register(port);
			if (!signal.aborted) node.status({ fill: 'green', shape: 'ring', text: 'waiting for events' });
			return;
		} catch (error) {
			if (signal.aborted) return;
			showFailure(node, error, error instanceof ClientError ? failedStep.register(port) : undefined);
			if (!mayPass(error)) return;
			await sleepUntil(signal)(pause).catch(() => {});
		}
	}
}

/** Gives up soon, and never throws: what is left at the service then goes with the leftovers. */
async function removeSoon(red: Red, { account, port }: Running, node: Node): Promise<void> {
	try {
		// It is the other one’s: a registration comes along when the folder of a Node-RED is copied.
		if (await isElsewhere(red, account)) return port.stored.forget();
		const signal = AbortSignal.timeout(REMOVAL_MS);
		await remove({ ...port, connect: async () => account.connect({ timeoutMs: REMOVAL_MS, signal }) });
	} catch (error) {
		showFailure(node, error, error instanceof ClientError ? failedStep.remove(port) : undefined);
	}
}

const isMoved = (before: Running, now: Running): boolean => !isSameAccount(before.account, now.account) || addressOf(before) !== addressOf(now);

/** Triggers that keep a webhook, by ID, with what ends when they ask nothing more of the service. */
const kept = new Map<string, { readonly listener: Listener; readonly asking: Promise<void> }>();

/**
 * Makes the webhooks those of the flows as deployed last. What Node-RED tells a closing node is not enough: nodes in a
 * subflow never hear that they were removed, and nodes that were only moved away from a tab that was removed do.
 */
async function reconcile(red: Red, deployed: ReadonlyMap<string, Listener>): Promise<void> {
	const removals = [...kept].map(async ([id, { listener, asking }]) => {
		const next = deployed.get(id);
		if (next === listener) return;
		kept.delete(id);
		await asking;
		const [before, now] = await Promise.all([listener.started, next?.started]);
		if (before && (!now || isMoved(before, now))) await removeSoon(red, before, now?.node ?? before.node);
	});
	// They may take up all that the plan allows.
	await Promise.all(removals);
	for (const [id, listener] of deployed) {
		if (kept.has(id)) continue;
		const ask = async (): Promise<void> => {
			const running = await listener.started;
			if (running) await keepRegistered(red, running, listener.closed).catch((error: unknown) => showFailure(running.node, error));
		};
		kept.set(id, { listener, asking: ask() });
	}
}

export function registerTrigger(red: Red): void {
	takeDeliveries(red, { knows: (id) => listeners.has(id), receive: receiveFor });
	let reconciled = Promise.resolve();
	red.events.on('flows:started', () => {
		for (const [id, { closed }] of listeners) if (closed.aborted) listeners.delete(id);
		const deployed = new Map(listeners);
		reconciled = reconciled.then(() => reconcile(red, deployed));
	});
	defineNode(red, 'meeting-assistant-event', (node, given, closed) => {
		const config = TriggerConfig.parse(given);
		const start = async (): Promise<Running> => {
			const account = findAccount(red, config.account);
			const parameters = await readForm(red, node, instantTrigger, config.fields);
			return { node, account, parameters, port: portOf(red, node, account, parameters) };
		};
		const started = start().catch((error: unknown) => {
			showFailure(node, error);
			return null;
		});
		listeners.set(node.id, { started, closed });
		return {};
	});
}
