import { randomUUID } from 'node:crypto';
import { createRequestBudget } from '../../src/client/index.ts';
import { STARTING_SOON } from '../../src/events/catalogue.ts';
import { missingHint, missingItem } from '../../src/events/items.ts';
import { pollOptions } from '../../src/events/pollOptions.ts';
import { POLL_MINUTES, pollingTrigger, RESERVED_REQUESTS } from '../../src/events/triggers.ts';
import { boolean, number } from '../../src/operations/field.ts';
import {
	collect,
	createRound,
	idle,
	isFull,
	newState,
	poll,
	recall,
	roomIn,
	settle,
	store,
	takeDue,
	type Outbox,
	type Outcome,
	type PollOptions,
	type Round,
} from '../../src/polling/index.ts';
import { Refusal } from '../../src/words/errors.ts';
import { findAccount, sleepUntil, text, type Account } from './account.ts';
import { placeOf, type Node, type Red } from './nodeRed.ts';
import { short } from './operation.ts';
import { stateOf, type NodeState } from './state.ts';
import { terms } from './terms.ts';
import { eventMessage, readForm, showFailure, TriggerConfig } from './trigger.ts';

/** The catalogue’s form, with what Node-RED does not do by itself: when to poll, and how to know that a flow has ended. */
export const pollForm = {
	...pollingTrigger,
	fields: {
		...pollingTrigger.fields,
		minutes: number({ label: 'Poll Every (Minutes)', min: 0.05, max: 1440, default: POLL_MINUTES, description: 'How long to wait between two polls' }),
	},
	options: {
		...pollingTrigger.options,
		confirmed: boolean({
			label: 'Keep Until Confirmed',
			default: false,
			description:
				'Whether to send an event again after a restart of Node-RED, until its message has come back. Connect the end of the flow to the input of this node, and keep “msg.dedupeKey”.',
		}),
	},
};

const MINUTE = 60_000;
const TIMEOUT_MS = 10_000;
const POLL_MS = 45_000;

type Parameters = Awaited<ReturnType<typeof readForm<typeof pollForm.fields, typeof pollForm.filters, typeof pollForm.options>>>;

interface Poller {
	readonly node: Node;
	readonly state: NodeState;
	readonly account: Account;
	readonly parameters: Parameters;
	/** How messages of this process went. */
	readonly outcomes: Map<string, Outcome>;
	readonly stop: AbortSignal;
	/** Since the last restart or deploy. Nothing that was begun before will be finished, so there is nothing to wait for. */
	readonly session: { readonly id: string; readonly ageMs: number };
}

function optionsOf({ account, parameters }: Poller, round: Round, outbox: Outbox, now: number): PollOptions {
	const { includeBriefing, options } = parameters;
	const room = roomIn(outbox);
	const briefing = includeBriefing ? { client: account.connect({ timeoutMs: TIMEOUT_MS }), now: Date.now } : null;
	const host = { round, terms, briefing, room: { conversations: room, meetings: room } };
	return pollOptions({ ...parameters, recentHours: options.recentHours }, host, now);
}

/**
 * One poll. What is found is stored before it is sent, and forgotten when it was sent, or confirmed: a process that dies in
 * between sends it again.
 */
async function pollOnce(poller: Poller): Promise<void> {
	const { node, state, account, parameters, outcomes, session } = poller;
	const { events, options } = parameters;
	if (events.length === 0) throw new Refusal('Choose at least one event', ({ checkValue }) => checkValue, { code: 'no_event' });
	const now = Date.now();
	const budget = createRequestBudget({ max: options.maxRequests, keepFree: RESERVED_REQUESTS });
	const signal = AbortSignal.any([poller.stop, AbortSignal.timeout(POLL_MS)]);
	const client = account.connect({ timeoutMs: TIMEOUT_MS, onAnswer: budget.onAnswer, signal });
	const round = createRound({ client, budget, now: Date.now, deadline: now + POLL_MS - TIMEOUT_MS });
	const source = `${account.id} ${account.baseUrl}`;
	const known = recall(state.read(), session.id);
	const own = known?.state.source === source ? known : null;
	const kept = settle(own?.outbox ?? [], session.id, (key) => outcomes.get(key));
	const before = own?.state ?? newState(source);
	const polled = isFull(kept.outbox) ? idle(before) : await poll(before, optionsOf(poller, round, kept.outbox, now), round);
	if (poller.stop.aborted) return;
	const timestamp = new Date(now).toISOString();
	const missing = options.notifyMissing ? polled.givenUp.map((entry) => missingItem(entry, timestamp, terms)) : [];
	const leaveMs = options.headStartMinutes * MINUTE;
	const found = [...polled.items, ...missing].map((item) => ({ item, dueAt: item['event'] === STARTING_SOON ? now : now + leaveMs }));
	const taken = takeDue(collect(kept.outbox, found), { now, session, leaveMs, oneByOne: options.confirmed });
	state.write(store(polled.state, taken.outbox, session.id));
	for (const key of kept.outcomesOf) outcomes.delete(key);
	for (const item of taken.due) node.send(eventMessage(item));
	if (!options.confirmed && taken.due.length > 0) {
		state.write(store(polled.state, taken.outbox.filter(({ told }) => told === null), session.id));
	}
	for (const part of known?.unreadable ?? []) node.warn(`Part of the stored state of this node could not be read: ${part}`);
	for (const entry of polled.givenUp) node.warn(missingHint(entry, terms));
	for (const { dedupeKey } of kept.givenUp) node.warn(`${dedupeKey} was given up: Node-RED stopped every time before it was confirmed`);
	if (polled.error !== null) return showFailure(node, polled.error);
	const waiting = taken.outbox.filter(({ told }) => told !== null).length;
	const open = options.confirmed && waiting > 0 ? `, ${waiting} not confirmed` : '';
	const at = new Date(now).toLocaleTimeString();
	node.status({ fill: 'green', shape: taken.due.length > 0 ? 'dot' : 'ring', text: short(`${taken.due.length} new at ${at}${open}`) });
}

/** Soon after a deploy: other nodes have started by then. */
const FIRST_POLL_MS = 500;

export function registerPolling(red: Red): void {
	red.nodes.registerType('meeting-assistant-poll', function (this: Node, given) {
		red.nodes.createNode(this, given);
		const config = TriggerConfig.parse(given);
		const stopping = new AbortController();
		const outcomes = new Map<string, Outcome>();
		const state = stateOf(red, this);
		const loop = async (): Promise<void> => {
			const account = findAccount(red, config.account);
			const parameters = await readForm(red, this, pollForm, config.fields);
			const sleep = sleepUntil(stopping.signal);
			const session = { id: randomUUID(), ageMs: Infinity };
			const poller = { node: this, state, account, parameters, outcomes, session, stop: stopping.signal };
			for (await sleep(FIRST_POLL_MS); !stopping.signal.aborted; await sleep(parameters.minutes * MINUTE)) {
				await pollOnce(poller).catch((error: unknown) => {
					if (!stopping.signal.aborted) showFailure(this, error);
				});
			}
		};
		const ended = loop().catch((error: unknown) => {
			if (!stopping.signal.aborted) showFailure(this, error);
		});
		this.on('input', (message, _send, done) => {
			const key = text.parse(message['dedupeKey']);
			if (key !== '') outcomes.set(key, 'ended');
			done();
		});
		this.on('close', (_isRemoved, done) => {
			stopping.abort();
			this.status({});
			void ended.then(() => {
				if (!placeOf(red, this.id)) state.remove();
				done();
			});
		});
	});
}
