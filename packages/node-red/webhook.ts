import * as z from 'zod/v4';
import { MINUTE_MS } from '../../src/api/index.ts';
import { ClientError, isTemporary } from '../../src/client/index.ts';
import { failedStep, isListed, isRegistered, leadsTo, register, type Registration, type RegistrationPort, remove } from '../../src/triggers/index.ts';
import { Refusal } from '../../src/words/index.ts';
import { isSameAccount, sleepUntil, type AccountNode } from './account.ts';
import { addressBase, GIVE_PUBLIC_ADDRESS, isElsewhere } from './deliveries.ts';
import type { Node, Red, Status } from './nodeRed.ts';
import { allStates, stateOf } from './state.ts';
import { terms } from './terms.ts';
import { showFailure } from './trigger.ts';

/** What an event node wants from its account's webhook. */
export interface Wanting {
	readonly node: Node;
	readonly account: AccountNode;
	readonly events: readonly string[];
	/** The name of its flow, or an empty text. */
	readonly flow: string;
}

/** An event node as started by the flows. */
export interface Listener<W extends Wanting = Wanting> {
	/** The ID of its account node. */
	readonly accountId: string;
	/** Null if it cannot run, in which case the reason was shown. */
	readonly started: Promise<W | null>;
	/** Aborted once it was closed. */
	readonly closed: AbortSignal;
}

const Stored = z.object({
	...{ id: z.string(), secret: z.string().min(1), url: z.string(), flowId: z.string() },
	previous: z.object({ secret: z.string().min(1), until: z.number() }).optional(),
});

/** Time limit for all requests of a removal: later ones of the same deploy wait for it. */
const REMOVAL_MS = 12_000;

/** The event nodes of an account, which share its webhook. Never empty. */
export interface Sharing<W extends Wanting = Wanting> {
	readonly account: AccountNode;
	readonly nodes: readonly W[];
	readonly port: RegistrationPort;
}

/** The webhook that some event nodes share. Null if none of them can run. */
export async function sharingOf<W extends Wanting>(red: Red, listeners: readonly Listener<W>[]): Promise<Sharing<W> | null> {
	const nodes = (await Promise.all(listeners.map(({ started }) => started))).filter((one) => one !== null);
	const [first] = nodes;
	if (!first) return null;
	const { account, node } = first;
	const state = stateOf(red, account);
	const port: RegistrationPort = {
		key: account.id,
		// The webhook belongs to the account, not to a flow.
		flowId: '',
		flowName: [...new Set(nodes.map(({ flow }) => flow).filter(Boolean))].sort().join(', '),
		ownUrl: () => addressBase(red, account) + account.id,
		givePublicAddress: GIVE_PUBLIC_ADDRESS,
		serviceUrl: async () => account.baseUrl,
		connect: async ({ timeoutMs, totalMs }) => account.connect({ timeoutMs, totalMs: Math.min(totalMs, 60_000) }),
		chosen: () => nodes.flatMap(({ events }) => events),
		overlaps: true,
		stored: {
			read: (): Registration | undefined => Stored.safeParse(state.read()).data,
			write: state.write,
			forget: state.remove,
		},
		log: { info: (words) => node.log(words), warn: (words, details) => node.warn(details ? `${words}: ${details.cause}` : words) },
		now: Date.now,
		terms,
	};
	return { account, nodes, port };
}

const FIRST_RETRY_MS = 30_000;
const LAST_RETRY_MS = 15 * MINUTE_MS;

/** Between two checks that the service still has a webhook: nothing else would show that somebody deleted it. */
const LOOK_MS = 10 * MINUTE_MS;

/** Temporary if this Node-RED is about to replace the other one. */
function elsewhere(): Refusal {
	const next = 'Enter the address of this one in the account node';
	return new Refusal('The public URL of the account leads to another Node-RED', next, { code: 'address_elsewhere' }, { cause: 'temporarily-unavailable' });
}

/** Others may give up one of the plan’s webhooks at any time. */
const mayPass = (error: unknown): boolean =>
	error instanceof ClientError
		? isTemporary(error)
		: error instanceof Refusal && (error.failure?.cause === 'temporarily-unavailable' || error.details.code === 'webhook_limit');

const addressOf = ({ port }: Sharing): string | null => {
	try {
		return port.ownUrl();
	} catch {
		return null;
	}
};

const show = ({ nodes }: Sharing, status: Status): void => nodes.forEach(({ node }) => node.status(status));

const showFailures = ({ nodes }: Sharing, ...failure: [error: unknown, options?: Parameters<typeof showFailure>[2]]): void =>
	nodes.forEach(({ node }) => showFailure(node, ...failure));

/** Keeps one webhook at the service for each account that has event nodes, for the events that they want. `sleep` rejects when the signal is aborted. */
export function createWebhooks(
	red: Red,
	sleep = (ms: number, signal: AbortSignal): Promise<void> => sleepUntil(signal)(ms),
) {
	/** The accounts that keep a webhook, by ID, each with a promise that settles once they send the service no more requests. */
	const kept = new Map<string, { readonly listeners: readonly Listener[]; readonly stop: AbortController; readonly asking: Promise<void> }>();

	/**
	 * Removes webhooks of accounts whose event nodes were removed, or moved to another address, while Node-RED or the service
	 * was down. Webhooks of other accounts stay until a node uses that account; webhooks with other addresses may belong to
	 * the Node-RED from which this one was copied.
	 */
	async function removeLeftovers({ publicUrl, connect }: AccountNode, live: readonly (string | null)[]): Promise<void> {
		for (const state of allStates(red)) {
			const stored = () => Stored.safeParse(state.read()).data;
			const held = stored();
			if (!held || publicUrl === '' || !held.url.startsWith(`${publicUrl}/`) || live.includes(held.url)) continue;
			const client = connect({ timeoutMs: REMOVAL_MS });
			const { data: webhooks } = await client.webhooks.list();
			if (!webhooks.some(({ id, url }) => id === held.id && leadsTo(url, held.url))) continue;
			await client.webhooks.delete({ id: held.id });
			if (stored()?.id === held.id) state.remove();
		}
	}

	/** Resolves once the service no longer has the webhook. A check that fails says nothing about the webhook. */
	async function untilLost({ account, port }: Sharing, signal: AbortSignal): Promise<void> {
		for (;;) {
			await sleep(LOOK_MS, signal);
			const held = { ...port.stored.read(), url: port.ownUrl() };
			const isThere = await isListed(account.connect({ timeoutMs: REMOVAL_MS, signal }), held).catch((error: unknown) => {
				if (error instanceof ClientError) return true;
				throw error;
			});
			if (!isThere) return;
		}
	}

	/** Registers a webhook, keeps trying while the reason may be temporary, and registers again whenever it is lost. */
	async function keepRegistered(sharing: Sharing, live: readonly (string | null)[], signal: AbortSignal): Promise<void> {
		const { account, port } = sharing;
		let reported = '';
		for (let pause = FIRST_RETRY_MS; !signal.aborted; ) {
			let step = failedStep.isRegistered();
			try {
				if (await isElsewhere(red, account)) throw elsewhere();
				// If this fails, the registration below fails for the same reason and reports it.
				await removeLeftovers(account, live).catch(() => {});
				if (!(await isRegistered(port))) {
					step = failedStep.register(port);
					await register(port);
				}
				if (signal.aborted) return;
				show(sharing, { fill: 'green', shape: 'ring', text: 'waiting for events' });
				pause = FIRST_RETRY_MS;
				reported = '';
				await untilLost(sharing, signal);
				port.log.warn('The service no longer had the webhook, so it is registered again. What happened meanwhile was not delivered.');
			} catch (error) {
				if (signal.aborted) return;
				// After hours of trying, the same failure is only worth one report.
				if (String(error) !== reported) showFailures(sharing, error, error instanceof ClientError ? step : undefined);
				reported = String(error);
				if (!mayPass(error)) return;
				await sleep(pause, signal).catch(() => {});
				pause = Math.min(2 * pause, LAST_RETRY_MS);
			}
		}
	}

	/** Gives up soon, and never throws: webhooks left at the service are removed with the leftovers. */
	async function removeSoon({ account, port }: Sharing, shown: Sharing): Promise<void> {
		try {
			// The webhook belongs to the other Node-RED: copying its folder copies the registration.
			if (await isElsewhere(red, account)) return port.stored.forget();
			const signal = AbortSignal.timeout(REMOVAL_MS);
			await remove({ ...port, connect: async () => account.connect({ timeoutMs: REMOVAL_MS, signal }) });
		} catch (error) {
			showFailures(shown, error, error instanceof ClientError ? failedStep.remove(port) : undefined);
		}
	}

	const isMoved = (before: Sharing, now: Sharing): boolean => !isSameAccount(before.account, now.account) || addressOf(before) !== addressOf(now);

	/**
	 * Adapts the webhooks to the last deployed flows. What Node-RED tells a closing node is not enough: nodes in a subflow
	 * never learn that they were removed, while nodes that were only moved off a removed tab are told so.
	 */
	return async (deployed: readonly Listener[]): Promise<void> => {
		const of = (id: string): Listener[] => deployed.filter(({ accountId }) => accountId === id);
		const removals = [...kept].map(async ([id, { listeners, stop, asking }]) => {
			const next = of(id);
			if (next.length === listeners.length && next.every((listener) => listeners.includes(listener))) return;
			kept.delete(id);
			stop.abort();
			await asking;
			const [before, now] = await Promise.all([sharingOf(red, listeners), sharingOf(red, next)]);
			if (before && (!now || isMoved(before, now))) await removeSoon(before, now ?? before);
		});
		// Until the old webhooks are gone, the plan may have no room for new ones.
		await Promise.all(removals);
		const ids = [...new Set(deployed.map(({ accountId }) => accountId))];
		const all = await Promise.all(ids.map((id) => sharingOf(red, of(id))));
		const live = all.map((sharing) => sharing && addressOf(sharing));
		for (const [index, id] of ids.entries()) {
			if (kept.has(id)) continue;
			const [sharing, listeners, stop] = [all[index], of(id), new AbortController()];
			const signal = AbortSignal.any([stop.signal, ...listeners.map(({ closed }) => closed)]);
			const asking = sharing ? keepRegistered(sharing, live, signal).catch((error: unknown) => showFailures(sharing, error)) : Promise.resolve();
			kept.set(id, { listeners, stop, asking });
		}
	};
}
