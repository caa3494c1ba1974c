import type { Webhook } from '../../src/api/index.ts';
import type { TriggerContext } from './context.ts';
import { isOfSameKind, shownUrl } from './place.ts';
import { isDead } from './probe.ts';

/** A webhook that takes one of the plan's places. */
export interface Holder {
	readonly webhook: Webhook;
	/** Left behind by this n8n: it leads here, and here nothing listens to it. */
	readonly dead: boolean;
}

/** Asked whether anything listens there; more count as alive. Side by side, so all together take as long as one. */
const MAX_PROBES = 20;

export const findHolders = (context: TriggerContext, webhooks: readonly Webhook[], ownUrl: string): Promise<Holder[]> =>
	Promise.all(
		webhooks.map(async (webhook, index) => {
			const { url = '' } = webhook;
			return { webhook, dead: index < MAX_PROBES && isOfSameKind(url, ownUrl) && (await isDead(context, url)) };
		}),
	);

function holderWords({ webhook: { id, url, events, createdAt }, dead }: Holder): string {
	const parts = [
		url === undefined ? `webhook ${id}` : shownUrl(url),
		events && events.length > 0 ? `for ${events.join(', ')}` : '',
		createdAt ? `since ${createdAt.slice(0, 10)}` : '',
		dead ? 'dead: left behind by this n8n, nothing listens there' : '',
	];
	return parts.filter(Boolean).join(' ');
}

/** Why no webhook can be had, who has them, and what to do. */
export function limitWords(holders: readonly Holder[]): string {
	const list = holders.map((holder, index) => `(${index + 1}) ${holderWords(holder)}`).join('; ');
	const next = holders.some(({ dead }) => dead)
		? 'Add the option “Remove Dead Webhooks” and switch it on to delete the dead ones and no others, or choose which to give up'
		: 'Choose which to give up';
	return `The plan allows no more webhooks. In use: ${list}. ${next} with the node Meeting Assistant (Webhook, Delete). The Meeting Assistant Polling Trigger needs none.`;
}
