import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
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
import { placeOf, type App, type Message, type Middleware, type Node, type Red, type Request } from './nodeRed.ts';
import { short } from './operation.ts';
import { allStates, NOT_STORED, stateOf } from './state.ts';
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

/** Where deliveries arrive, below the public URL. Null if Node-RED serves no routes of flows. */
function deliveryPath({ settings: { httpNodeRoot = '' } }: Red): string | null {
	if (httpNodeRoot === false) return null;
	const root = httpNodeRoot.replaceAll(/^\/+|\/+$/g, '');
	return `${root && `/${root}`}/meeting-assistant/`;
}

function addressBase(red: Red, { publicUrl }: Account): string {
	const path = deliveryPath(red);
	if (path === null) {
		throw new Refusal('Node-RED serves no routes of flows', ({ pollingTrigger }) => `Set “httpNodeRoot” in settings.js, or use the ${pollingTrigger}, which needs none`, {
			code: 'no_address',
		});
	}
	if (publicUrl === '') {
		throw new Refusal('The public address of Node-RED is not known', ({ setPublicAddress, pollingTrigger }) => `${setPublicAddress}, or use the ${pollingTrigger}, which needs none`, {
			code: 'address_not_public',
		});
	}
	return publicUrl + path;
}

const Stored = z.object({ id: z.string(), secret: z.string().min(1), url: z.string(), flowId: z.string() });

/** Node-RED gives a node fifteen seconds to close. */
const CLOSING_MS = 12_000;

type Parameters = Awaited<ReturnType<typeof readForm<typeof instantTrigger.fields, typeof instantTrigger.filters, typeof instantTrigger.options>>>;

interface Running {
	readonly account: Account;
	readonly parameters: Parameters;
	readonly port: RegistrationPort;
	/** Whether another Node-RED certainly gets what is sent to the address of this one. */
	readonly isElsewhere: () => Promise<boolean>;
}

/** Nodes that take deliveries, by ID. */
const listening = new Map<string, Listener>();

interface Listener {
	readonly node: Node;
	readonly running: Running;
}

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
			return url.startsWith(base()) && /^[\w.-]+$/.test(id) && !placeOf(red, id)?.isOn;
		},
		log: { info: (words) => node.log(words), warn: (words, details) => node.warn(details ? `${words}: ${details.cause}` : words) },
		now: Date.now,
		terms,
	};
}

const INSTANCE = randomUUID();
const INSTANCE_HEADER = 'meeting-assistant-instance';
const PROBE_MS = 2000;

/** Flows are copied with their account, whose public URL then leads to where they came from. */
async function isElsewhere(red: Red, account: Account): Promise<boolean> {
	try {
		const { headers, body } = await fetch(addressBase(red, account), { redirect: 'manual', signal: AbortSignal.timeout(PROBE_MS) });
		await body?.cancel();
		const answered = headers.get(INSTANCE_HEADER);
		return answered !== null && answered !== INSTANCE;
	} catch {
		return false;
	}
}

const replays = createReplays(20_000, () => sleepUntil()(DETAILS_LIMIT_MS));

/** Takes a delivery, verified on the bytes as they came. Returns the answer’s status. */
async function receive(node: Node, running: Running, headers: IncomingMessage['headers'], rawBody: Buffer): Promise<number> {
	const { account, parameters, port } = running;
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

/** A node that was closed to be started anew, perhaps with another form, account or address. */
interface Closed {
	readonly started: Promise<Running>;
	/** Resolves when it asks nothing more of the service. */
	readonly settled: Promise<unknown>;
}

/** Until they are started anew, by ID. */
const closed = new Map<string, Closed>();

const MAX_BYTES = 1024 * 1024;

/** Undefined when it is too large. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
	const chunks: Buffer[] = [];
	let bytes = 0;
	for await (const chunk of request) {
		const part = Buffer.from(chunk);
		bytes += part.byteLength;
		if (bytes <= MAX_BYTES) chunks.push(part);
	}
	return bytes > MAX_BYTES ? undefined : Buffer.concat(chunks);
}

const pathOf = ({ url = '', originalUrl = url }: Request): string => originalUrl.split('?', 1).join('');

const HELD_MS = 5000;
const LOOK_MS = 20;

/** A deploy closes nodes before it starts them anew. Whether the service would deliver again is not known. */
async function listenerFor(id: string): Promise<Listener | undefined> {
	for (let waited = 0; closed.has(id) && waited < HELD_MS; waited += LOOK_MS) await sleepUntil()(LOOK_MS);
	return listening.get(id);
}

async function answer(id: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
	const end = (status: number): void => void response.writeHead(status).end();
	const isUsedUp = request.readableEnded;
	// A sender that gives up in the middle has no answer to read.
	const body = await bodyOf(request).catch(() => undefined);
	if (!body) return end(413);
	const listener = await listenerFor(id);
	if (!listener) return end(404);
	try {
		if (isUsedUp) throw new Refusal('A delivery was read before its signature could be verified', 'Mount Node-RED before what parses bodies', { code: 'delivery_read' });
		end(await receive(listener.node, listener.running, request.headers, body));
	} catch (error) {
		showFailure(listener.node, error);
		end(500);
	}
}

const rootApp = (app: App): App => (app.parent ? rootApp(app.parent) : app);

/**
 * Takes deliveries before anything else in Node-RED’s server does. A signature is over the bytes, which the parsers of the
 * editor would use up where both have the same root; and what `httpNodeAuth` asks for, the service does not have.
 */
function takeDeliveries(app: App, base: string): void {
	const root = rootApp(app);
	const take: Middleware = (request, response, next) => {
		if (request.method === 'GET' && pathOf(request) === base) return void response.writeHead(204, { [INSTANCE_HEADER]: INSTANCE }).end();
		const id = request.method === 'POST' && pathOf(request).startsWith(base) ? pathOf(request).slice(base.length) : '';
		if (listening.has(id) || closed.has(id)) void answer(id, request, response);
		else next();
	};
	root.use(take);
	// Where the order is kept is Express’s own affair, and not found is no place to move from. Last is safe: deliveries are
	// refused, not believed.
	const { stack = [] } = root._router ?? root.router ?? {};
	const place = stack.findIndex(({ handle }) => handle === take);
	if (place > 0) stack.unshift(...stack.splice(place, 1));
}

const FIRST_RETRY_MS = 30_000;
const LAST_RETRY_MS = 15 * 60_000;

const ELSEWHERE = 'address_elsewhere';

const elsewhere = (): Refusal =>
	new Refusal('The public URL of the account leads to another Node-RED', 'Enter the address of this one in the account node', { code: ELSEWHERE });

/** The other Node-RED may be about to be replaced by this one, and somebody may make room on the disk. */
const mayPass = (error: unknown): boolean =>
	(error instanceof ClientError && isPassing(error.problem)) || (error instanceof Refusal && (error.details.code === ELSEWHERE || error.details.code === NOT_STORED));

/**
 * Removes webhooks of nodes that were removed while Node-RED was down, or the service. Those of other accounts wait for a
 * node that uses them.
 */
async function removeLeftovers(red: Red, { account, port }: Running): Promise<void> {
	for (const state of allStates(red)) {
		const { data: held } = Stored.safeParse(state.read());
		if (!held || !(await port.isDead(held.url))) continue;
		const client = account.connect({ timeoutMs: CLOSING_MS });
		const { data: webhooks } = await client.webhooks.list();
		if (!webhooks.some(({ id, url }) => id === held.id && isSameAddress(url, held.url))) continue;
		await client.webhooks.delete({ id: held.id });
		state.remove();
	}
}

/** Registers a webhook, and goes on trying while the reason may pass. */
async function keepRegistered(red: Red, node: Node, running: Running, signal: AbortSignal): Promise<void> {
	const { port, isElsewhere } = running;
	for (let pause = FIRST_RETRY_MS; !signal.aborted; pause = Math.min(2 * pause, LAST_RETRY_MS)) {
		try {
			if (await isElsewhere()) throw elsewhere();
			// Whatever is in the way of that is in the way of the registration as well, which says so.
			await removeLeftovers(red, running).catch(() => {});
			if (!(await isRegistered(port))) await register(port);
			if (!signal.aborted) node.status({ fill: 'green', shape: 'ring', text: 'waiting for events' });
			return;
		} catch (error) {
			if (signal.aborted) return;
			showFailure(node, error, error instanceof Refusal ? undefined : failedStep.register(port));
			if (!mayPass(error)) return;
			await sleepUntil(signal)(pause).catch(() => {});
		}
	}
}

/** Removes a webhook in the time that Node-RED gives a node to close. */
async function removeSoon(node: Node, { account, port, isElsewhere }: Running): Promise<void> {
	// It is the other one’s: a registration comes along when the folder of a Node-RED is copied.
	if (await isElsewhere()) return port.stored.forget();
	const signal = AbortSignal.timeout(CLOSING_MS);
	const connect: RegistrationPort['connect'] = async () => account.connect({ timeoutMs: CLOSING_MS, signal });
	await remove({ ...port, connect }).catch((error: unknown) => showFailure(node, error, failedStep.remove(port)));
}

const addressOf = ({ port }: Running): string | null => {
	try {
		return port.ownUrl();
	} catch {
		return null;
	}
};

const isMoved = (before: Running, now: Running | undefined): boolean =>
	!now || !isSameAccount(before.account, now.account) || addressOf(before) !== addressOf(now);

/** Removes the webhook that this node has under an address of before, which `register` takes for somebody else’s. */
async function removeMoved(node: Node, before: Closed | undefined, now: Running | undefined): Promise<void> {
	await before?.settled;
	const earlier = await before?.started.catch(() => undefined);
	if (earlier && isMoved(earlier, now)) return await removeSoon(node, earlier);
	const held = now?.port.stored.read();
	// While Node-RED was down. Elsewhere it may be the webhook of a Node-RED that this one is a copy of.
	const isMovedHere = held && now && now.account.publicUrl !== '' && held.url.startsWith(`${now.account.publicUrl}/`) && held.url !== addressOf(now);
	if (isMovedHere) await removeSoon(node, { ...now, port: { ...now.port, ownUrl: () => held.url } });
}

export function registerTrigger(red: Red): void {
	const base = deliveryPath(red);
	if (base !== null) takeDeliveries(red.httpNode, base);
	red.nodes.registerType('meeting-assistant-event', function (this: Node, given) {
		red.nodes.createNode(this, given);
		const config = TriggerConfig.parse(given);
		const stopping = new AbortController();
		const before = closed.get(this.id);
		const start = async (): Promise<Running> => {
			const account = findAccount(red, config.account);
			const parameters = await readForm(red, this, instantTrigger, config.fields);
			const running = { account, parameters, port: portOf(red, this, account, parameters), isElsewhere: () => isElsewhere(red, account) };
			if (!stopping.signal.aborted) listening.set(this.id, { node: this, running });
			return running;
		};
		const started = start().finally(() => closed.get(this.id) === before && closed.delete(this.id));
		const settled = started
			.catch(() => undefined)
			.then((running) => removeMoved(this, before, running))
			.then(async () => keepRegistered(red, this, await started, stopping.signal))
			.catch((error: unknown) => showFailure(this, error));
		this.on('close', (_isRemoved, done) => {
			stopping.abort();
			listening.delete(this.id);
			this.status({});
			if (placeOf(red, this.id)?.isOn) {
				closed.set(this.id, { started, settled });
				return done();
			}
			// An account that never was has no webhook.
			void Promise.all([started, settled])
				.then(([running]) => removeSoon(this, running))
				.catch(() => {})
				.finally(done);
		});
	});
}
