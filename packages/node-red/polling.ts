import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '../../src/api/index.ts';
import { ANSWER_MS, calendarAdvice, explainFailure, POLL_MINUTES, pollingTrigger, pollOnce, type RunOutcome, withOutcomes } from '../../src/triggers/index.ts';
import { isLimit } from '../../src/client/index.ts';
import { boolean, number, readInput } from '../../src/forms/index.ts';
import { counted } from '../../src/words/index.ts';
import { findAccount, sleepUntil, text, type AccountNode } from './account.ts';
import { defineNode, isDeployed, type Node, type Red } from './nodeRed.ts';
import { clockTime, FlowError, short } from './operation.ts';
import { stateOf, type NodeState } from './state.ts';
import { terms } from './terms.ts';
import { eventMessage, readForm, showFailure, TriggerConfig } from './trigger.ts';
import { valuesFor } from './values.ts';

/** Read strictly: the nearest number to a 0, which other numbers of a trigger would become, would poll every three seconds. */
const interval = {
	minutes: number({ label: 'Poll Every (Minutes)', min: 0.05, max: 1440, default: POLL_MINUTES, description: 'How long to wait between two polls' }),
};

/** The catalogue's form, plus what Node-RED does not do by itself: when to poll, and how to know that a flow has ended. */
export const pollForm = {
	...pollingTrigger,
	fields: {
		...pollingTrigger.fields,
		...interval,
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

type Parameters = Awaited<ReturnType<typeof readForm<typeof pollForm.fields, typeof pollForm.filters, typeof pollForm.options>>>;

interface Poller {
	readonly node: Node;
	readonly state: NodeState;
	readonly account: AccountNode;
	readonly parameters: Parameters;
	/** The outcome of this process's messages. */
	readonly outcomes: Map<string, RunOutcome>;
	readonly stop: AbortSignal;
	/** Since the last restart or deploy. Nothing that began before will be finished, so there is nothing to wait for. */
	readonly session: { readonly id: string; readonly ageMs: number };
	/** What ended the last poll that asked the service, or null. */
	failed: unknown;
}

/**
 * One poll. Events are stored before they are sent, and forgotten once they are sent or confirmed. If the process dies in
 * between, they are sent again.
 */
async function poll(poller: Poller): Promise<void> {
	const { node, state, account, parameters, outcomes, session, stop } = poller;
	const { options } = parameters;
	const now = Date.now();
	const polled = await pollOnce({ ...parameters, ...options, timezone: account.timezone, handOver: options.confirmed ? 'oneByOne' : 'together' }, {
		...{ stored: state.read(), session, source: `${account.id} ${account.baseUrl}`, terms },
		...{ account: account.account, maxRequests: options.maxRequests, now: Date.now, signal: stop },
		connect: ({ around, signal }) => account.connect({ around, timeoutMs: ANSWER_MS, signal }),
		outcomeOf: (key) => outcomes.get(key),
	});
	if (stop.aborted) return;
	state.write(polled.memory.before);
	for (const key of polled.outcomesOf) outcomes.delete(key);
	for (const item of polled.due) node.send(eventMessage(item));
	if (!options.confirmed && polled.due.length > 0) state.write(polled.memory.after);
	for (const warning of polled.warnings) node.warn(warning);
	if (polled.isAsking) poller.failed = polled.error;
	if (polled.isQuiet) return node.status({ fill: 'yellow', shape: 'ring', text: short(explainFailure(polled.error, terms)?.message ?? '') });
	if (polled.error !== null) return showFailure(node, polled.error, { advice: calendarAdvice });
	const open = options.confirmed && polled.onTheirWay > 0 ? `, ${polled.onTheirWay} not confirmed` : '';
	if (polled.isOnHold || polled.isFull) return node.status({ fill: 'yellow', shape: 'ring', text: `waiting for ${counted(polled.onTheirWay, 'confirmation')}` });
	if (polled.waitsUntil !== null && polled.due.length === 0) {
		const why = poller.failed === null ? 'this hour’s requests run low' : isLimit(poller.failed) ? 'this hour’s requests are used up' : 'the service did not answer';
		return node.status({ fill: 'yellow', shape: 'ring', text: `waiting until ${clockTime(polled.waitsUntil)}: ${why}` });
	}
	node.status({ fill: 'green', shape: polled.due.length > 0 ? 'dot' : 'ring', text: `${polled.due.length > 0 ? polled.due.length : 'nothing'} new at ${clockTime(now)}${open}` });
}

/** How long confirmations are collected before they are stored. */
const CONFIRM_MS = 100;

/** Soon after a deploy, once other nodes have started. */
const FIRST_POLL_MS = 500;

export const registerPolling = (red: Red): void =>
	defineNode(red, 'meeting-assistant-poll', (node, given, stop) => {
		const config = TriggerConfig.parse(given);
		const outcomes = new Map<string, RunOutcome>();
		const state = stateOf(red, node);
		const session = { id: randomUUID(), ageMs: Infinity };
		const show = (error: unknown): void => {
			if (!stop.aborted) showFailure(node, error);
		};
		let isPolling = false;
		const forgetConfirmed = (outcomeOf = (key: string): RunOutcome => outcomes.get(key)): void => {
			const left = withOutcomes(state.read(), session, outcomeOf);
			if (left) state.write(left);
			// A poll stores a state from before its requests, so confirmations that arrive meanwhile are needed afterwards.
			if (!isPolling) outcomes.clear();
		};
		const loop = async (): Promise<void> => {
			const account = findAccount(red, config.account);
			const parameters = await readForm(red, node, pollForm, config.fields);
			const valueOf = await valuesFor(red, node, interval, config.fields, {});
			const { minutes } = readInput(interval, { valueOf, toInstant: () => null, isAgent: false });
			const sleep = sleepUntil(stop);
			const poller: Poller = { node, state, account, parameters, outcomes, session, stop, failed: null };
			for (await sleep(FIRST_POLL_MS); !stop.aborted; await sleep(minutes * MINUTE_MS)) {
				isPolling = true;
				await poll(poller)
					.finally(() => {
						isPolling = false;
						if (outcomes.size > 0 && !stop.aborted) forgetConfirmed();
					})
					.catch(show);
			}
		};
		const ended = loop().catch(show);
		let forgetting: NodeJS.Timeout | undefined;
		node.on('input', (message, _send, done) => {
			const key = text.parse(message['dedupeKey']);
			if (key === '') return done(new FlowError('The message has no “msg.dedupeKey”, so it confirms no event. Keep it until the end of the flow.', { code: 'no_dedupe_key' }));
			outcomes.set(key, 'ended');
			// Many may arrive at once, and each takes a write to the disk.
			forgetting ??= setTimeout(() => {
				forgetting = undefined;
				try {
					forgetConfirmed();
				} catch (error) {
					showFailure(node, error);
				}
			}, CONFIRM_MS);
			done();
		});
		return {
			close: async () => {
				clearTimeout(forgetting);
				await ended
					.then(() => (isDeployed(red, node.id) ? forgetConfirmed((key) => outcomes.get(key) ?? 'stopped') : state.remove()))
					.catch((error: unknown) => showFailure(node, error));
			},
		};
	});
