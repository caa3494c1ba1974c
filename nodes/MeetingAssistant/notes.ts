import type { AnswerInfo, RateLimit } from '../../src/client/index.ts';

/** From this part of the hour's requests on, people are told. */
const NEARLY_USED = 0.1;

/** Places of a changed answer that are named; a list may differ in a hundred. */
const PLACES = 3;

export interface Notes {
	/** Says something once, however often it happens. */
	readonly add: (message: string) => void;
	readonly saw: (info: AnswerInfo) => void;
	/** In the order they came up. */
	readonly messages: (rateLimit: RateLimit | null) => readonly string[];
}

/** `data.17.title` and `data.18.title` are the same change. */
const placeOf = (path: string): string => path.replaceAll(/\.\d+(?=\.|$)/g, '[]');

function driftNote({ endpoint, drift }: AnswerInfo): string {
	const places = [...new Set(drift.map(({ path }) => placeOf(path)))];
	const more = places.length > PLACES ? ` and ${places.length - PLACES} more` : '';
	return `The service answers “${endpoint.summary}” in another shape than documented (${places.slice(0, PLACES).join(', ')}${more}). Everything was passed on as it came: check the fields that you use, and look for an update of this node.`;
}

/** What a person looking at the run should know beyond its items. */
export function createNotes(): Notes {
	const messages = new Set<string>();
	return {
		add: (message) => void messages.add(message),
		saw: (info) => {
			if (info.drift.length > 0) messages.add(driftNote(info));
		},
		messages: (rateLimit) => {
			const isNearlyUsed = rateLimit !== null && rateLimit.remaining <= rateLimit.limit * NEARLY_USED;
			if (!isNearlyUsed) return [...messages];
			const { remaining, limit, resetAt } = rateLimit;
			return [...messages, `${remaining} of ${limit} requests are left in this hour, until ${resetAt.toISOString()}.`];
		},
	};
}
