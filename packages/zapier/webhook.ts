import { DAY_MS, type EventName } from '../../src/api/index.ts';
import { CREATED, polledNames, receiveDelivery, type Refused, register, type Registration, type RegistrationPort, remove, type ReplayStore } from '../../src/triggers/index.ts';
import { Refusal } from '../../src/words/index.ts';
import { checkedFilters, filtersIn, ifUnreadIn, wantsOwners } from './filters.ts';
import { deferIn } from './hydrate.ts';
import type { Sample } from './outputs.ts';
import { shownEvent } from './shown.ts';
import { step, type Explaining, type Step, type ZapierFunction } from './step.ts';
import { pollingLabel, terms } from './terms.ts';

/** Most events only contain the ID of the conversation, so its details are read. */
const INCLUDED = ['conversation'];

/** How far in the future the time of a delivery may be. Clocks differ by seconds; the service never sends times further ahead. */
const MAX_AHEAD_SECONDS = 600;

/** Zapier spells header names in its own way, with “Http-” before non-standard ones. */
const headerIn = (headers: Readonly<Record<string, string>>, name: string): string | undefined =>
	Object.entries(headers).find(([key]) => key.toLowerCase().replace(/^http-/, '') === name.toLowerCase())?.[1];

const ignoredBecause: Readonly<Record<Refused | 'not chosen' | 'repeated', string>> = {
	signature: 'the signature is missing or wrong',
	stale: 'it is too old, or from the future',
	unreadable: 'it holds no event',
	tooLarge: 'it is too large',
	pending: 'the same one is being processed',
	'not chosen': 'it is about something else',
	repeated: 'it was delivered before',
};

/** Zapier's cache remembers deliveries. Without it, Zapier itself still drops items with the same ID. */
const replaysIn = ({ memory }: Step): ReplayStore => ({
	begin: async (key) => ((await memory.recall(`delivery:${key}`)) === null ? 'new' : 'done'),
	end: async (key, isAccepted) => void (isAccepted && (await memory.keep(`delivery:${key}`, true))),
});

/** Takes a delivery. Anything not from the service starts nothing. */
export const receive = (event: EventName): ZapierFunction<Sample[]> =>
	step(async (given) => {
		const { z, rawRequest, subscribeData, authData, connect, meta, sleep } = given;
		const { headers = {}, content = '' } = rawRequest ?? {};
		const outcome = await receiveDelivery(
			{ header: (name) => headerIn(headers, name), rawBody: () => Buffer.from(content, 'utf8') },
			{
				secrets: [subscribeData?.secret ?? ''],
				headerPrefix: authData.header_prefix,
				maxAgeSeconds: DAY_MS / 1000,
				maxAheadSeconds: MAX_AHEAD_SECONDS,
				webhook: String(subscribeData?.id),
			},
			{ isChosen: (name) => name === event, include: INCLUDED, filters: filtersIn(event, given), withOwnerEmail: wantsOwners(event, given), ifUnread: ifUnreadIn(event, given) },
			{ replays: replaysIn(given), terms, timezone: () => meta.timezone, now: Date.now, sleep, connect: async () => connect() },
		);
		const why = 'refused' in outcome ? outcome.refused : 'ignored' in outcome ? outcome.ignored : null;
		if (why !== null) z.console.log(`Ignored a delivery: ${ignoredBecause[why]}`);
		if ('refused' in outcome || 'ignored' in outcome) return [];
		const { items, splitActionItems, reason, settle } = outcome;
		const complete = items.filter((item) => !splitActionItems || item['actionItem'] !== undefined);
		// Without its action item, a run would create an empty task.
		if (complete.length < items.length && reason !== null) throw new Refusal(reason, `Use the ${instead(event)}, which tries again`, { code: 'details_not_read' });
		await settle(true);
		return complete.map((item) => shownEvent(item, deferIn(z), meta.timezone));
	});

/** The polling trigger to use if webhooks are not available. */
function instead(event: EventName): string {
	if (polledNames.includes(event)) return `trigger “${pollingLabel(event)}”`;
	const nearest = event === 'conversation.summary.ready' ? 'conversation.keypoints.ready' : CREATED;
	return `nearest polling trigger, “${pollingLabel(nearest)}”`;
}

/** A Zap's webhook. `held` is what Zapier stores about it. */
function portOf({ connect, authData, z, targetUrl }: Step, event: EventName, held?: Registration): RegistrationPort & { readonly registered: () => Registration | undefined } {
	let stored = held;
	const url = held?.url ?? targetUrl;
	return {
		key: url,
		flowId: url,
		ownUrl: () => url,
		givePublicAddress: 'Turn the Zap off and on again',
		freeWebhook: 'Turn off one of the Zaps that use them, which removes its webhook, or stop what else uses one',
		serviceUrl: async () => authData.base_url,
		connect: async ({ timeoutMs }) => connect({ timeoutMs }),
		chosen: () => [event],
		stored: { read: () => stored, write: (registration) => void (stored = registration), forget: () => void (stored = undefined) },
		log: { info: (message) => z.console.log(message), warn: (message) => z.console.log(message) },
		now: Date.now,
		terms: { ...terms, pollingTrigger: instead(event) },
		registered: () => stored,
	};
}

export function subscriptions(event: EventName) {
	const explaining: Explaining = {
		terms: { ...terms, pollingTrigger: instead(event) },
		advice: { validation_error: 'The service could not reach Zapier. Try to turn the Zap on again in a few minutes', forbidden: `Use the ${instead(event)}, which needs no webhook` },
	};
	return {
		performSubscribe: step(async (given) => {
			checkedFilters(event, given);
			const port = portOf(given, event);
			await register(port);
			return port.registered() ?? {};
		}, explaining),
		performUnsubscribe: step(async (given) => {
			if (given.subscribeData) await remove(portOf(given, event, { ...given.subscribeData, flowId: given.subscribeData.url }));
			return {};
		}, explaining),
	};
}
