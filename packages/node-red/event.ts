import { deliveryHeaders } from '../../src/api/index.ts';
import { DETAILS_LIMIT_MS, handOn, instantTrigger, isChosen, isSigned, memoryReplays, refusals, repair, Unread, type Verified, verifyDelivery } from '../../src/triggers/index.ts';
import { Refusal } from '../../src/words/index.ts';
import { findAccount, sleepUntil } from './account.ts';
import { takeDeliveries, type Delivery } from './deliveries.ts';
import { defineNode, flowNameOf, type Red } from './nodeRed.ts';
import { clockTime } from './operation.ts';
import { terms } from './terms.ts';
import { eventMessage, readForm, showFailure, TriggerConfig } from './trigger.ts';
import { createWebhooks, sharingOf, type Listener, type Sharing, type Wanting } from './webhook.ts';

type Parameters = Awaited<ReturnType<typeof readForm<typeof instantTrigger.fields, typeof instantTrigger.filters, typeof instantTrigger.options>>>;

interface Running extends Wanting {
	readonly parameters: Parameters;
}

const replays = memoryReplays(20_000);

/** Hands a delivery on to one of the nodes that share a webhook. Returns what to answer. */
async function hand({ node, account, parameters }: Running, verified: Verified, url: string): Promise<number> {
	const outcome = await handOn(
		verified,
		{ maxAgeSeconds: parameters.options.maxAgeSeconds, webhook: `${url} ${node.id}` },
		{ isChosen: (event) => isChosen(event, parameters.events), include: parameters.include, filters: parameters.filters, withOwnerEmail: parameters.options.withOwnerEmail, ifUnread: parameters.options.ifUnread },
		{ replays, terms, timezone: account.timezone, now: Date.now, sleep: sleepUntil(), connect: async () => account.connect({ timeoutMs: DETAILS_LIMIT_MS }) },
	);
	if ('refused' in outcome) return refusals[outcome.refused].status;
	if ('ignored' in outcome) return 200;
	for (const item of outcome.items) node.send(eventMessage(item));
	await outcome.settle(true);
	const { event } = outcome.received;
	const { label } = instantTrigger.fields.events.choices.find(({ value }) => value === event) ?? { label: event };
	node.status({ fill: 'green', shape: 'dot', text: `${label} at ${clockTime(Date.now())}` });
	return 200;
}

interface Taken {
	readonly content: string;
	readonly isOld: boolean;
	readonly at: number;
	isMatched: boolean;
}

/** How far apart the times of the same event from two webhooks may be. */
const SAME_MS = 2000;
const REMEMBERED = 1000;

/** By account: while a webhook is replaced, the old one and the new one both deliver what happens. */
const taken = new Map<string, Taken[]>();

/** Null if the other webhook has already delivered the event. */
function takeFirst(id: string, { received: { event, data, timestamp } }: Verified, isOld: boolean): { readonly forget: () => void } | null {
	const content = JSON.stringify([event, data]);
	const at = Date.parse(timestamp ?? '') || Date.now();
	const known = taken.get(id) ?? [];
	const other = known.find((one) => !one.isMatched && one.isOld !== isOld && one.content === content && Math.abs(one.at - at) <= SAME_MS);
	if (other) {
		other.isMatched = true;
		return null;
	}
	const own = { content, isOld, at, isMatched: false };
	taken.set(id, [...known, own].slice(-REMEMBERED));
	return { forget: () => void taken.set(id, (taken.get(id) ?? []).filter((one) => one !== own)) };
}

/** Takes a delivery to the webhook of an account. Returns what to answer. */
async function receive({ account, nodes, port }: Sharing<Running>, { headers, isUsedUp, read }: Delivery): Promise<number> {
	const { url = '', secret = '', previous } = port.stored.read() ?? {};
	const old = previous && previous.until > Date.now() ? [previous.secret] : [];
	const header = (name: string): string | undefined => [headers[name.toLowerCase()]].flat()[0];
	const rawBody = async (): Promise<Buffer | null> => {
		if (isUsedUp) throw new Refusal('A delivery was read before its signature could be verified', 'Mount Node-RED before what parses bodies', { code: 'delivery_read' });
		return (await read()) ?? null;
	};
	const { headerPrefix } = account;
	// The signature is checked once; each node then applies its own time limit.
	const verified = await verifyDelivery({ header, rawBody }, { secrets: [secret, ...old], headerPrefix, maxAgeSeconds: 0 }, Date.now());
	if (typeof verified === 'string') {
		if (verified === 'signature') void repair(port);
		return refusals[verified].status;
	}
	const first = takeFirst(account.id, verified, await isSigned(verified.rawBody, header(deliveryHeaders(headerPrefix).signature), old));
	if (!first) return 200;
	const answers = nodes.map((running) =>
		hand(running, verified, url).catch((error: unknown) => {
			const unsent = error instanceof Unread ? error.items.map(eventMessage) : [{}];
			for (const message of unsent) showFailure(running.node, error, {}, message);
			return 500;
		}),
	);
	const status = Math.max(...(await Promise.all(answers)));
	if (status >= 400) first.forget();
	return status;
}

const HELD_MS = 5000;
const LOOK_MS = 20;

export function registerEvent(red: Red): void {
	/** Running listeners by node ID. Closed ones stay until the deploy ends. */
	const listeners = new Map<string, Listener<Running>>();
	const of = (id: string): Listener<Running>[] => [...listeners.values()].filter(({ accountId }) => accountId === id);
	const isListening = (id: string): boolean => of(id).length > 0;
	let hasStarted = false;

	/** A deploy closes nodes before it restarts them, and the service might not deliver again. */
	async function receiveFor(id: string, delivery: Delivery): Promise<number> {
		const isChanging = (): boolean => !hasStarted || of(id).some(({ closed }) => closed.aborted);
		for (let waited = 0; isChanging() && waited < HELD_MS; waited += LOOK_MS) await sleepUntil()(LOOK_MS);
		const running = of(id).filter(({ closed }) => !closed.aborted);
		const sharing = await sharingOf(red, running);
		if (!sharing) return 404;
		return await receive(sharing, delivery).catch((error: unknown) => {
			sharing.nodes.forEach(({ node }) => showFailure(node, error));
			return 500;
		});
	}
	takeDeliveries(red, { knows: (id) => !hasStarted || isListening(id), receive: receiveFor });

	const reconcile = createWebhooks(red);
	let reconciled = Promise.resolve();
	red.events.on('flows:started', () => {
		hasStarted = true;
		for (const [id, { closed }] of listeners) if (closed.aborted) listeners.delete(id);
		const deployed = [...listeners.values()];
		reconciled = reconciled.then(() => reconcile(deployed));
	});
	defineNode(red, 'meeting-assistant-event', (node, given, closed) => {
		const config = TriggerConfig.parse(given);
		const start = async (): Promise<Running> => {
			const account = findAccount(red, config.account);
			const parameters = await readForm(red, node, instantTrigger, config.fields);
			return { node, account, parameters, events: parameters.events, flow: flowNameOf(red, node.id) };
		};
		const started = start().catch((error: unknown) => {
			showFailure(node, error);
			return null;
		});
		listeners.set(node.id, { accountId: config.account, started, closed });
		return {};
	});
}
