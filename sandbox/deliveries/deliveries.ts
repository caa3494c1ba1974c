import { deliveryHeaders, type EventData, type EventName, plans } from '../../src/api/index.ts';
import { iso, type Now } from '../clock.ts';
import { type DeliveryOutcome, finishDelivery, insertDelivery } from '../db/deliveries.ts';
import type { Db } from '../db/open.ts';
import { findUser, type User } from '../db/users.ts';
import { listWebhooks, type StoredWebhook } from '../db/webhooks.ts';
import { createTurns } from '../turns.ts';
import { send, sign } from './send.ts';
import { addressRule } from './target.ts';

export interface Deliveries {
	/** Sends an event to each of the user's webhooks that is registered for it. Returns immediately. */
	emit<N extends EventName>(userId: string, event: N, data: EventData<N>): void;
	/** Sends `webhook.test` now and returns the outcome. */
	test(webhook: StoredWebhook): Promise<DeliveryOutcome>;
	/** Sends a delivery again, unchanged, because someone asked for it. It is recorded as a new delivery. */
	redeliver(delivery: SignedEvent): Promise<DeliveryOutcome>;
	/** Resolves when no delivery is in progress. */
	settled(): Promise<void>;
	/** Aborts deliveries in progress. */
	stop(): Promise<void>;
}

/** An event as a webhook receives it. */
interface SignedEvent {
	readonly webhookId: string;
	readonly url: string;
	readonly event: string;
	readonly body: string;
	readonly signature: string;
}

/** How many webhooks a plan allows. */
export const webhooksOn = (plan: User['plan']): number =>
	plan === 'free' ? 0 : (plans[plan].webhooks ?? Number.POSITIVE_INFINITY);

interface DeliveryOptions {
	readonly db: Db;
	readonly now: Now;
	readonly allowLoopbackHttp: boolean;
	readonly timeoutMs: number;
}

/** Creates the sender of deliveries: signed, in order for each webhook, never retried (Events). */
export function createDeliveries({ db, now, allowLoopbackHttp, timeoutMs }: DeliveryOptions): Deliveries {
	const stopping = new AbortController();
	const underWay = new Set<Promise<unknown>>();
	const inTurn = createTurns();
	const names = deliveryHeaders();

	function signed<N extends EventName>({ id, url, secret }: StoredWebhook, event: N, data: EventData<N>): SignedEvent {
		const body = JSON.stringify({ event, data, timestamp: iso(now()) });
		return { webhookId: id, url, event, body, signature: sign(body, secret) };
	}

	/** Records a delivery; the returned function sends it. */
	function prepare({ webhookId, url, event, body, signature }: SignedEvent) {
		const id = insertDelivery(db, { webhookId, event, body, signature, createdAt: now() });
		const headers = {
			'Content-Type': 'application/json',
			'Content-Length': String(Buffer.byteLength(body)),
			'User-Agent': 'meeting-assistant-sandbox',
			[names.event]: event,
			[names.signature]: signature,
		};
		const permits = addressRule(new URL(url).protocol, allowLoopbackHttp);
		return async (): Promise<DeliveryOutcome> => {
			const outcome = await send({ url, headers, body, timeoutMs, permits, signal: stopping.signal });
			finishDelivery(db, id, outcome);
			return outcome;
		};
	}

	function track<T>(work: Promise<T>): Promise<T> {
		underWay.add(work);
		return work.finally(() => underWay.delete(work));
	}

	const settled = async (): Promise<void> => {
		while (underWay.size > 0) await Promise.all(underWay);
	};

	return {
		emit(userId, event, data) {
			// After a downgrade webhooks can still be deleted, but receive nothing.
			if (webhooksOn(findUser(db, userId)?.plan ?? 'free') === 0) return;
			for (const webhook of listWebhooks(db, userId)) {
				if (!webhook.events.includes(event)) continue;
				// After the webhook's earlier deliveries, so that events arrive in the order they happened.
				void track(inTurn(webhook.id, prepare(signed(webhook, event, data))));
			}
		},
		test: (webhook) => track(prepare(signed(webhook, 'webhook.test', { message: 'This is a test delivery.' }))()),
		redeliver: (delivery) => track(prepare(delivery)()),
		settled,
		async stop() {
			stopping.abort();
			await settled();
		},
	};
}
