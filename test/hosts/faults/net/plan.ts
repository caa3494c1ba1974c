import { createHash } from 'node:crypto';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** A die: the same seed gives the same throws. */
export interface Dice {
	/** From 0 up to, but not including, 1. */
	readonly next: () => number;
	/** A whole number, both ends included. */
	readonly whole: (min: number, max: number) => number;
	readonly chance: (probability: number) => boolean;
	readonly pick: <T>(from: readonly [T, ...T[]]) => T;
	/** One of several values, chosen by weight. */
	readonly weighted: <K extends string>(weights: Readonly<Record<K, number>>) => K;
}

/** A separate die for each question of a seed, so that the answers do not depend on the order of the questions. */
export function dice(seed: number, question: string): Dice {
	const hash = createHash('sha256').update(`${seed} ${question}`).digest();
	const generator = xoroshiro128plus(hash.readInt32LE(0));
	const next = () => uniformFloat64(generator);
	const whole = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
	return {
		next,
		whole,
		chance: (probability) => next() < probability,
		pick: (from) => from[whole(0, from.length - 1)] ?? from[0],
		weighted: <K extends string>(weights: Readonly<Record<K, number>>) => {
			const names = namesOf(weights);
			let left = next() * names.reduce((sum, name) => sum + weights[name], 0);
			const found = names.find((name) => (left -= weights[name]) < 0);
			if (found === undefined) throw new Error('There is nothing to choose from');
			return found;
		},
	};
}

function namesOf<K extends string>(record: Readonly<Record<K, number>>): K[] {
	const isName = (name: string): name is K => Object.hasOwn(record, name);
	return Object.keys(record).filter(isName);
}

/** The answer to a request, and whether the service has processed it by then. */
export interface Fate {
	readonly answer: AnswerKind;
	/** Whether the request is processed, for answers that may be sent before or after that. */
	readonly processed: boolean;
	/** How long the service works on it, if at all. */
	readonly workMs: number;
	/** How long the answer is held back after that. */
	readonly delayMs: number;
	/** For an answer that asks the client to wait. */
	readonly retryAfterSeconds: number;
	/** Headers that override those of the answer. */
	readonly odd: Readonly<Record<string, string | readonly string[]>>;
	/** How far a clock jumps when the request arrives. */
	readonly jumps: { readonly program: number; readonly service: number };
}

/** Answers for which the request is not processed. */
export const refusals = ['hour used up', 'AI busy', 'credits used up', 'redirect', 'forbidden with the key in it'] as const;
/** Answers that may be lost before or after processing. */
export const losses = [
	'reset',
	'error 500',
	'page 502',
	'error 500 with the key in it',
	'silence',
	'switching protocols',
] as const;
/** Answers made from what the service said. */
export const wholes = ['as it is', 'cut off', 'reset in the body', 'byte by byte', 'oversized', 'called text'] as const;

type Refusal = (typeof refusals)[number];
type Loss = (typeof losses)[number];
export type AnswerKind = Refusal | Loss | (typeof wholes)[number];

const isLoss = (kind: AnswerKind): boolean => losses.some((loss) => loss === kind);
const isRefusal = (kind: AnswerKind): boolean => refusals.some((refusal) => refusal === kind);

/** How much goes wrong in one run, and in which ways. */
export interface Weather {
	/** The share of requests that something happens to. */
	readonly share: number;
	readonly weights: Readonly<Record<Exclude<AnswerKind, 'as it is'>, number>>;
	readonly oddShare: number;
	/** Whether the clocks jump. */
	readonly clocks: boolean;
	/** Whether generating takes longer than a client waits. */
	readonly slowAi: boolean;
	/** Whether two simultaneous generations cost a credit each. */
	readonly unmerged: boolean;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function weatherOf(seed: number): Weather {
	const die = dice(seed, 'weather');
	const only = die.chance(0.3);
	const weight = (usual: number): number => (only ? usual * (die.chance(0.25) ? 1 : 0.02) : usual * (0.5 + die.next()));
	return {
		share: die.pick([0.05, 0.2, 0.4, 0.6, 0.8]),
		weights: {
			'hour used up': weight(3),
			'AI busy': weight(3),
			'credits used up': weight(1),
			redirect: weight(1),
			'forbidden with the key in it': weight(1),
			reset: weight(5),
			'error 500': weight(3),
			'page 502': weight(3),
			'error 500 with the key in it': weight(1),
			silence: weight(3),
			'switching protocols': weight(1),
			'cut off': weight(4),
			'reset in the body': weight(3),
			'byte by byte': weight(2),
			oversized: weight(0.1),
			'called text': weight(1),
		},
		oddShare: die.pick([0, 0, 0.1, 0.4]),
		clocks: die.chance(0.35),
		slowAi: die.chance(0.4),
		unmerged: die.chance(0.7),
	};
}

export interface Asked {
	/** Names in place of IDs, which differ from run to run. */
	readonly request: string;
	/** Number of the request among those of its kind, from 1. */
	readonly nth: number;
	/** Whether the AI has to work for it. */
	readonly usesAi: boolean;
}

/** What happens to a request. Keyed by its content and how often it was sent, because the order of parallel requests is random. */
export function fateOf(seed: number, weather: Weather, { request, nth, usesAi }: Asked, key: string): Fate {
	const die = dice(seed, `fate of ${request} ${nth}`);
	const drawn = die.chance(weather.share) ? die.weighted(weather.weights) : 'as it is';
	// Reads do not involve the model's provider.
	const answer: AnswerKind = !usesAi && (drawn === 'AI busy' || drawn === 'credits used up') ? 'page 502' : drawn;
	const slow = die.chance(0.1) ? die.whole(5, 90) * 1000 : 0;
	const aiMs = weather.slowAi && die.chance(0.6) ? die.whole(20, 75) * 1000 : die.whole(500, 5000);
	return {
		answer,
		processed: isLoss(answer) ? die.chance(0.6) : !isRefusal(answer),
		workMs: usesAi ? aiMs : die.whole(5, 50),
		delayMs: weather.share > 0 ? slow : 0,
		retryAfterSeconds: die.pick([0, 1, 2, 5, 12, 30, 3000]),
		odd: die.chance(weather.oddShare) ? oddHeaders(die, key) : {},
		jumps: {
			program: weather.clocks && die.chance(0.15) ? jump(die, 40 * DAY) : 0,
			service: weather.clocks && die.chance(0.1) ? jump(die, 2 * HOUR) : 0,
		},
	};
}

const jump = (die: Dice, most: number): number =>
	(die.chance(0.5) ? 1 : -1) * Math.min(most, die.pick([1000, MINUTE, 10 * MINUTE, HOUR, 7 * HOUR, DAY, 40 * DAY]));

const oddHeaders = (die: Dice, key: string): Fate['odd'] =>
	die.pick<Fate['odd']>([
		{ 'retry-after': '999999999999999' },
		{ 'retry-after': '-5' },
		{ 'retry-after': 'soon' },
		{ 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' },
		{ 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' },
		{ 'retry-after': '1e3' },
		{ 'x-ratelimit-reset': '999999999999999' },
		{ 'x-ratelimit-reset': '1795262400000' },
		{ 'x-ratelimit-reset': '-1' },
		{ 'x-ratelimit-reset': 'NaN', 'x-ratelimit-remaining': '-3' },
		{ 'x-ratelimit-limit': '0', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '999999999999999' },
		{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '0' },
		{ 'content-type': `application/json; key=${key}` },
		{ 'content-type': `text/${key}` },
		{ 'content-type': '' },
		{ 'x-request-id': key, 'www-authenticate': `Bearer ${key}` },
		{ 'set-cookie': ['a=1', 'b=2'], 'x-long': 'x'.repeat(8000) },
		{ date: 'yesterday' },
	]);

/** The kinds of scenes that a seed can stand for. */
export type Scene = 'operation' | 'workflow' | 'client' | 'polling' | 'instant';

export const sceneOf = (seed: number): Scene =>
	dice(seed, 'scene').weighted({ operation: 40, workflow: 15, client: 20, polling: 17, instant: 8 });
