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
import { isSigned, isStale, readDelivery } from '../../src/webhooks/index.ts';
import { createReplays } from '../../src/webhooks/replays.ts';
import { Refusal } from '../../src/words/errors.ts';
import { findAccount, sleepUntil, text, type Account } from './account.ts';
import type { App, Message, Node, Red } from './nodeRed.ts';
import { short } from './operation.ts';
import { stateOf } from './state.ts';
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
	node.status({ fill: 'red', shape: 'ring', text: short(message) });
	node.error(Object.assign(new Error(message), { name: '', stack: message }));
}

const BASE = '/meeting-assistant';

function httpRoot({ settings }: Red): string {
	const root = (settings.httpNodeRoot || '').replaceAll(/^\/+|\/+$/g, '');
	return root && `/${root}`;
}

function rootOf(red: Red, { publicUrl }: Account): string {
	if (!red.httpNode) throw new Refusal('Node-RED serves no routes of nodes', 'Set “httpNodeRoot” in settings.js', { code: 'no_address' });
	if (publicUrl === '') {
		throw new Refusal('The public address of Node-RED is not known', ({ setPublicAddress, pollingTrigger }) => `${setPublicAddress}, or use the ${pollingTrigger}, which needs none`, {
			code: 'address_not_public',
		});
	}
	return `${publicUrl}${httpRoot(red)}${BASE}`;
}

const Stored = z.object({ id: z.string(), secret: z.string().min(1), url: z.string(), flowId: z.string() });

/** Node-RED gives a node fifteen seconds to close. */
const CLOSING_MS = 12_000;

type Parameters = Awaited<ReturnType<typeof readForm<typeof instantTrigger.fields, typeof instantTrigger.filters, typeof instantTrigger.options>>>;

interface Running {
	readonly account: Account;
	readonly parameters: Parameters;
	readonly port: RegistrationPort;
}

function portOf(red: Red, node: Node, account: Account, parameters: Parameters): RegistrationPort {
	const state = stateOf(red, node);
	const root = () => rootOf(red, account);
	return {
		key: node.id,
		flowId: node.z ?? '',
		ownUrl: () => `${root()}/${node.id}`,
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
			if (!url.startsWith(`${root()}/`)) return false;
			const id = url.slice(root().length + 1);
			let isThere = false;
			red.nodes.eachNode((config) => void (isThere ||= config.id === id));
			return !isThere;
		},
		log: { info: (words) => node.log(words), warn: (words, details) => node.warn(details ? `${words}: ${details.cause}` : words) },
		now: Date.now,
		terms,
	};
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

/** Nodes that take deliveries, by ID. */
const listening = new Map<string, { readonly node: Node; readonly running: Running }>();

const idOf = (request: IncomingMessage): string => new URL(request.url ?? '', 'http://localhost').pathname.split('/').at(-1) ?? '';

const rootApp = (app: App): App => (app.parent ? rootApp(app.parent) : app);

const bodies = new WeakMap<IncomingMessage, Buffer>();

/**
 * Reads deliveries before the parsers of Node-RED’s editor do, which get every request where both have the same root: a
 * signature is over the bytes. Node-RED’s own HTTP nodes go to the top of the list in the same way.
 */
function readFirst(app: App, path: string): void {
	const root = rootApp(app);
	const read = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void): void => {
		const isDelivery = request.method === 'POST' && request.url?.startsWith(`${path}/`) && listening.has(idOf(request));
		if (!isDelivery) return next();
		bodyOf(request).then((body) => {
			if (!body) return void response.writeHead(413).end();
			bodies.set(request, body);
			// What parsers look at to see whether there is anything left to do.
			Object.assign(request, { _body: true, body: {} });
			next();
		}, next);
	};
	root.use(read);
	const { stack = [] } = root._router ?? {};
	stack.unshift(...stack.splice(stack.findIndex(({ handle }) => handle === read), 1));
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
	const end = (status: number): void => void response.writeHead(status).end();
	const found = listening.get(idOf(request));
	if (!found) return end(404);
	try {
		end(await receive(found.node, found.running, request.headers, bodies.get(request) ?? Buffer.alloc(0)));
	} catch (error) {
		showFailure(found.node, error);
		end(500);
	}
}

const FIRST_RETRY_MS = 30_000;
const LAST_RETRY_MS = 15 * 60_000;

/** Registers a webhook, and goes on trying while the reason may pass. */
async function keepRegistered(node: Node, port: RegistrationPort, signal: AbortSignal): Promise<void> {
	for (let pause = FIRST_RETRY_MS; !signal.aborted; pause = Math.min(2 * pause, LAST_RETRY_MS)) {
		try {
			if (!(await isRegistered(port))) await register(port);
			return node.status({ fill: 'green', shape: 'ring', text: 'waiting for events' });
		} catch (error) {
			if (signal.aborted) return;
			showFailure(node, error, error instanceof Refusal ? undefined : failedStep.register(port));
			if (!(error instanceof ClientError && isPassing(error.problem))) return;
			await sleepUntil(signal)(pause).catch(() => {});
		}
	}
}

export function registerTrigger(red: Red): void {
	if (red.httpNode) {
		readFirst(red.httpNode, `${httpRoot(red)}${BASE}`);
		red.httpNode.post(`${BASE}/:id`, (request, response) => void answer(request, response));
	}
	red.nodes.registerType('meeting-assistant-event', function (this: Node, given) {
		red.nodes.createNode(this, given);
		const config = TriggerConfig.parse(given);
		const stopping = new AbortController();
		const start = async (): Promise<Running> => {
			const account = findAccount(red, config.account);
			const parameters = await readForm(red, this, instantTrigger, config.fields);
			const running = { account, parameters, port: portOf(red, this, account, parameters) };
			listening.set(this.id, { node: this, running });
			return running;
		};
		const started = start();
		const registered = started.then(({ port }) => keepRegistered(this, port, stopping.signal)).catch((error: unknown) => showFailure(this, error));
		this.on('close', (isRemoved, done) => {
			stopping.abort();
			listening.delete(this.id);
			this.status({});
			if (!isRemoved) return done();
			const removal = Promise.all([started, registered]).then(async ([{ port }]) => {
				const soon = AbortSignal.timeout(CLOSING_MS);
				const connect: RegistrationPort['connect'] = async () => started.then(({ account }) => account.connect({ timeoutMs: CLOSING_MS, signal: soon }));
				await remove({ ...port, connect }).catch((error: unknown) => showFailure(this, error, failedStep.remove(port)));
			});
			// An account that never was has no webhook.
			removal.catch(() => {}).finally(done);
		});
	});
}
