import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/api/durations.ts';
import { ClientError, type Client } from '../../../src/client/index.ts';
import { noFilters } from '../../../src/triggers/items/filters.ts';
import { type ConversationState, pollConversations } from '../../../src/triggers/poll/conversations.ts';
import { otherTerms as terms } from '../hosts.ts';
import type { Round } from '../../../src/triggers/poll/round.ts';
import { newState, recall } from '../../../src/triggers/poll/stored.ts';
import { PAGE_SIZE } from '../../../src/triggers/poll/window.ts';

/** From 0 to 1, the same numbers for the same seed. */
const randomOf = (seed: number) => () => {
	seed = (seed + 0x6d2b79f5) | 0;
	let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
	t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
	return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};

interface Recorded {
	readonly id: string;
	readonly start: number | null;
	/** When the conversation appeared. */
	at: number;
	/** Whether it was there before the trigger. */
	isOld: boolean;
	/** Whether it appeared during the first pass of a trigger that started by a wrong clock: it may be reported or not. */
	isUnsure: boolean;
	readonly rank: number;
	isGone: boolean;
}

export interface Outcome {
	readonly found: number;
	/** New conversations that were listed but never reported. */
	readonly lost: number;
	readonly repeated: number;
	/** Conversations reported although they existed before the trigger. */
	readonly oldAsNew: number;
	/** Late ones that appeared during the first passes, when they cannot be told from what was there before. */
	readonly lateAtStart: number;
	readonly polls: number;
	readonly requests: number;
	/** Whether the service listed conversations in a new order with each request. */
	readonly isShuffled: boolean;
	/** What happened, for people who look for the reason. */
	readonly accidents: string;
}

const endOf = ({ start, at }: Recorded): number => Math.min((start ?? 0) + HOUR_MS / 2, at);
const iso = (ms: number): string => new Date(ms).toISOString();
const noRisk = { outcomeUnknown: false, creditAtRisk: false };

/**
 * Plays a trigger on a service with late arrivals, deletions, any order, shifting pages, faults, wrong clocks, wrong and
 * missing starts, and backlogs, in a host that interrupts polls and is killed.
 */
export async function live(seed: number, polls: number): Promise<Outcome> {
	const random = randomOf(seed);
	const below = (count: number): number => Math.floor(random() * count);
	const all = new Map<string, Recorded>();
	const reported = new Set<string>();
	const later: { readonly at: number; readonly run: () => void }[] = [];
	let now = Date.UTC(2026, 10, 25, 10) + below(HOUR_MS);
	const order = below(4);
	const isInclusive = random() < 0.5;
	const listsUndated = random() < 0.8;
	const chances = { isUnstable: 0.03, isEmpty: 0.1, isBusy: 0.12, backlog: 0.06, wrongClock: 0.25, bogus: 0.15, undated: 0.15, sameStart: 0.15, late: 0.3, recovered: 0.1, faulty: 0.35, deleting: 0.35, othersAsk: 0.2, killing: 0.3, tight: 0.25 };
	const has = Object.fromEntries(Object.entries(chances).map(([name, chance]) => [name, random() < chance])) as Record<keyof typeof chances, boolean>;
	const perHour = has.tight || has.backlog ? 100 : 500;
	const perPoll = random() < 0.5 ? 10 : 1000;
	const faults = has.faulty ? 0.02 + random() * 0.25 : 0;
	let isCalm = false;
	let used = 0;
	let hour = Math.floor(now / HOUR_MS);
	let sorted: Recorded[] | null = null;
	let requests = 0;

	const add = (start: number | null, at = now, isOld = false): void => {
		const id = `c${all.size.toString(36)}-abcdef0123456789abcdef01`;
		all.set(id, { id, start, at, isOld, isUnsure: false, rank: random(), isGone: false });
		sorted = null;
	};
	const pass = (ms: number): void => {
		now += ms;
		const current = Math.floor(now / HOUR_MS);
		if (current !== hour) [hour, used] = [current, 0];
		for (const one of later.filter(({ at }) => at <= now)) {
			later.splice(later.indexOf(one), 1);
			one.run();
		}
	};
	const remove = (): void => {
		const list = [...all.values()].filter(({ isGone }) => !isGone);
		const one = list[below(list.length)];
		if (!one) return;
		one.isGone = true;
		sorted = null;
		const comeBack = (): void => {
			one.isGone = false;
			sorted = null;
			if (!reported.has(one.id)) one.at = now;
		};
		if (has.recovered && random() < 0.5) later.push({ at: now + below(5 * DAY_MS), run: comeBack });
	};
	const compare = (a: Recorded, b: Recorded): number =>
		[(b.start ?? 0) - (a.start ?? 0), (a.start ?? 0) - (b.start ?? 0), (a.rank * 50 | 0) - (b.rank * 50 | 0), a.rank - b.rank][order] || (a.id < b.id ? -1 : 1);

	const existing = has.isEmpty ? 0 : has.isBusy ? 600 : below(160);
	for (let count = 0; count < existing; count += 1) add(now - HOUR_MS / 2 - below((has.isBusy ? 20 : 90) * DAY_MS), now - HOUR_MS / 4, true);
	if (has.bogus && random() < 0.5) add(now + (1 + below(700)) * DAY_MS, now - 1, true);

	const answer = (since: number, offset: number, limit: number) => {
		if (has.isUnstable) {
			for (const [id, one] of all) all.set(id, { ...one, rank: random() });
			sorted = null;
		}
		sorted ??= [...all.values()].filter(({ isGone }) => !isGone).sort(has.isUnstable ? (a, b) => a.rank - b.rank : compare);
		const list = sorted.filter(({ start }) => (start === null ? listsUndated : isInclusive ? start >= since : start > since));
		const data = list.slice(offset, offset + limit).map((one) => ({
			...{ id: one.id, title: '', duration: 1, segmentCount: 1, linkedCalendarEventId: null },
			...{ startTime: one.start === null ? '' : iso(one.start), endTime: one.start === null ? '' : iso(endOf(one)) },
		}));
		const total = list.length;
		if (has.deleting && !isCalm && random() < 0.3) remove();
		if (!isCalm && random() < 0.1) {
			now += 1;
			add(now - below(HOUR_MS));
		}
		return { data, pagination: { total, limit, offset } };
	};

	let state: ConversationState | null = null;
	let skew = has.wrongClock ? ([-5, 5, -30, 30, -72, 72, -240, 240][below(8)] ?? 0) * HOUR_MS : 0;
	let [begun, started] = [Infinity, Infinity];
	let isAnswered = false;
	let isTimed = false;
	let [repeated, oldAsNew, polled] = [0, 0, 0];
	const poll = async (): Promise<void> => {
		let inPoll = 0;
		let hourEnd: number | null = null;
		let firstAnswerAt = 0;
		const passes = state?.listing.passes ?? 0;
		const startAt = now;
		const isLeft = (): boolean => inPoll < perPoll && perHour - used > 10;
		const list = async ({ since = '', offset = 0, limit = 0 }: { since?: string; offset?: number; limit?: number }) => {
			pass(50 + below(400));
			if (has.othersAsk && random() < 0.4) used += below(4);
			used += 1;
			inPoll += 1;
			requests += 1;
			hourEnd = (Math.floor(now / HOUR_MS) + 1) * HOUR_MS;
			if (!isCalm && random() < faults) throw new ClientError({ kind: 'noAnswer', reason: 'reset', ...noRisk });
			if (firstAnswerAt === 0) firstAnswerAt = now;
			return answer(Date.parse(since), offset, limit);
		};
		const client = { conversations: { list } } as unknown as Client;
		const clock = now + skew;
		const round: Round = { client, terms, now: () => clock, mayAsk: async () => isLeft(), hourEnd: () => hourEnd, random };
		const after = await pollConversations(state, { events: ['conversation.created'], filters: noFilters, timezone: () => 'UTC' }, round);
		polled += 1;
		if (has.killing && !isCalm && random() < 0.15) return;
		const stored = JSON.stringify({ session: 's', state: { ...newState('s'), conversations: after.state }, outbox: [] });
		state = recall(JSON.parse(stored))?.state.conversations ?? null;
		if (!state) throw new Error(`The state cannot be read: ${stored.slice(0, 500)}`);
		// Until an answer arrives, existing conversations may be new.
		if (begun === Infinity) [begun, isTimed] = [startAt, skew === 0];
		if (!isAnswered) for (const one of all.values()) one.isOld ||= one.at <= Math.max(startAt, firstAnswerAt);
		isAnswered ||= firstAnswerAt > 0;
		if (!isTimed && passes === 0) for (const one of all.values()) one.isUnsure = true;
		if (state.listing.passes >= 2) started = Math.min(started, now);
		for (const { conversationId } of after.items) {
			const id = String(conversationId);
			const one = all.get(id);
			if (reported.has(id)) repeated += 1;
			else if (one?.isOld && endOf(one) <= begun) oldAsNew += 1;
			reported.add(id);
		}
	};

	for (let step = 0; step < polls; step += 1) {
		if (step === 40 && has.backlog) {
			for (let count = 0; count < 10_000; count += 1) {
				const at = now + below(30 * DAY_MS);
				add(at, at + HOUR_MS / 2);
			}
			pass(30 * DAY_MS + HOUR_MS);
		} else {
			pass(random() < 0.8 ? 5 * MINUTE_MS : random() < 0.9 ? below(6 * HOUR_MS) : below(3 * DAY_MS));
			const count = has.isBusy ? below(5) : random() < 0.02 ? 150 : random() < 0.3 ? 1 + below(3) : 0;
			const at = now - below(HOUR_MS);
			for (let one = 0; one < count; one += 1) add(has.sameStart && random() < 0.6 ? at : now - below(HOUR_MS));
		}
		if (has.late && random() < 0.3) add(now - below(7 * DAY_MS - 2 * HOUR_MS));
		if (has.undated && random() < 0.1) add(null);
		if (has.bogus && random() < 0.05) add(now + 2 * HOUR_MS + below(400 * DAY_MS));
		if (has.deleting && random() < 0.3) remove();
		if (has.wrongClock && random() < 0.1) skew = ([0, -5, 5, -30, 30, -240, 240][below(7)] ?? 0) * HOUR_MS;
		await poll();
	}
	isCalm = true;
	const mayAppear = ({ start, at }: Recorded): boolean => (start === null ? listsUndated : at - start <= 7 * DAY_MS);
	const wanted = [...all.keys()].filter((id) => {
		const one = all.get(id);
		return one && !one.isGone && !one.isOld && !one.isUnsure && mayAppear(one);
	});
	for (let count = 0; count < (has.backlog ? 30 : 24); count += 1) {
		pass(count % 2 ? 5 * MINUTE_MS : HOUR_MS);
		await poll();
	}
	const missed = wanted.flatMap((id) => all.get(id) ?? []).filter(({ id, isGone }) => !isGone && !reported.has(id));
	const isAtStart = (one: Recorded): boolean => one.at <= started && endOf(one) <= begun;
	const lateAtStart = missed.filter(isAtStart).length;
	const accidents = Object.entries({ ...has, order }).filter(([, value]) => value).map(([name, value]) => (value === true ? name : `${name} ${value}`)).join(', ');
	return { found: reported.size, lost: missed.length - lateAtStart, repeated, oldAsNew, lateAtStart, polls: polled, requests, isShuffled: has.isUnstable, accidents: `seed ${seed}, page ${PAGE_SIZE}: ${accidents}` };
}
