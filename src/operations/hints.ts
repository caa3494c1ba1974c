import type { AnswerInfo, RateLimit } from '../client/index.ts';
import type { Ending } from '../meetings/index.ts';
import { momentFrom } from '../format/index.ts';
import { counted, plural } from '../words/index.ts';
import type { Terms } from '../forms/index.ts';

/** The share of the hour’s requests below which people are warned. */
const NEARLY_USED = 0.1;

/** Max number of changed paths to name: a list may have a hundred. */
const MAX_PATHS = 3;

/** Why not everything was read. */
export interface WhyIncomplete extends Pick<Ending, 'resumeAt' | 'stoppedBy'> {
	/** Whether trying again finds no more, for example because nobody knows who took part. */
	readonly isFinal?: boolean;
}

/** No other try finds more. */
export const FINAL: WhyIncomplete = { stoppedBy: null, resumeAt: null, isFinal: true };

/** Another try may find more. */
export const FOR_NOW: WhyIncomplete = { stoppedBy: null, resumeAt: null };

/** What ended a reading early. */
export interface Cut extends WhyIncomplete {
	readonly message: string;
	readonly stoppedBy: NonNullable<Ending['stoppedBy']>;
}

export interface Hints {
	/** Adds a message once, however often it happens. */
	readonly add: (message: string) => void;
	/** Adds a message about missing results. Finding nothing then does not mean that there is nothing. */
	readonly addIncomplete: (message: string, stop: WhyIncomplete) => void;
	/** The first reason why something is missing, preferring those that another try may change; null if everything was read. */
	readonly incomplete: () => (WhyIncomplete & { readonly message: string }) | null;
	readonly onAnswer: (info: AnswerInfo) => void;
	/** All messages in the order in which they came up, with times in a zone (IANA name). */
	readonly messages: (rateLimit: RateLimit | null, timezone: string) => readonly string[];
}

/** `data.17.title` and `data.18.title` are the same change. */
const anyIndex = (path: string): string => path.replaceAll(/\.\d+(?=\.|$)/g, '[]');

function driftHint({ endpoint, drift }: AnswerInfo, { step }: Terms): string {
	const paths = [...new Set(drift.map(({ path }) => anyIndex(path)))];
	const more = paths.length > MAX_PATHS ? ` and ${paths.length - MAX_PATHS} more` : '';
	return `The service’s response to “${endpoint.summary}” differs from its documentation (${paths.slice(0, MAX_PATHS).join(', ')}${more}). It was passed on unchanged. Check the fields you use, and look for an update to this ${step}.`;
}

/** What a person looking at a run should know beyond its results. */
export function createHints(terms: Terms): Hints {
	const messages = new Set<string>();
	let incomplete: ReturnType<Hints['incomplete']> = null;
	return {
		add: (message) => void messages.add(message),
		addIncomplete: (message, stop) => {
			messages.add(message);
			if (!incomplete || (incomplete.isFinal && !stop.isFinal)) incomplete = { message, ...stop };
		},
		incomplete: () => incomplete,
		onAnswer: (info) => {
			if (info.drift.length > 0) messages.add(driftHint(info, terms));
		},
		messages: (rateLimit, timezone) => {
			const isNearlyUsed = rateLimit !== null && rateLimit.remaining <= rateLimit.limit * NEARLY_USED;
			if (!isNearlyUsed) return [...messages];
			const { remaining, limit, resetAt } = rateLimit;
			return [
				...messages,
				`${Math.max(0, remaining)} of ${counted(limit, 'request')} ${plural(remaining, 'is', 'are')} left this hour, until ${momentFrom(timezone, resetAt.getTime())}.`,
			];
		},
	};
}
