import type { IExecuteFunctions } from 'n8n-workflow';
import pLimit from 'p-limit';
import { LimitOverrides } from '../../credentials/settings.ts';
import type { AnswerInfo, ClientOptions } from '../../src/client/index.ts';
import { clientOf, readSettings } from '../shared/account.ts';
import { cancellableSleep } from './cancellableSleep.ts';
import { createCredits } from './credits.ts';
import { createGate, type Gate } from './gate.ts';
import { isTool } from './isTool.ts';
import { createNotes, type Notes } from './notes.ts';
import { once } from './once.ts';
import { runLimits } from './runLimits.ts';
import type { Session } from './session.ts';

export interface Connection {
	/** Made when first needed: a wrong base URL is then a failure of the item that needs it. */
	readonly session: () => Session;
	readonly gate: Gate;
	readonly notes: Notes;
	readonly concurrency: number;
	/** Whether what was done is passed on when the requests run out, in place of failing. */
	readonly stopsWithWhatThereIs: boolean;
	/** Set once the run was stopped, by a person or by the workflow's timeout. */
	readonly signal: AbortSignal | undefined;
}

/** The connection of one run, from the credential and what the node sets in its place. */
export async function connect(context: IExecuteFunctions): Promise<Connection> {
	const settings = await readSettings(context);
	const given: unknown = context.getNodeParameter('limits', 0, {});
	const overrides = LimitOverrides.catch({}).parse(given);
	const limits = runLimits(context, given);
	const patienceSeconds = isTool(context) ? 0 : (overrides.patienceSeconds ?? settings.patienceSeconds);
	const patienceMs = patienceSeconds * 1000;
	const signal = context.getExecutionCancelSignal();
	const sleep = cancellableSleep(signal);
	const concurrency = overrides.concurrency ?? settings.concurrency;
	const gate = createGate({ max: limits.maxRequests, keepFree: limits.keepFree, patienceMs, now: Date.now, sleep });
	const notes = createNotes();

	const makeSession = (): Session => {
		const shared = { sleep, patienceMs } satisfies Partial<ClientOptions>;
		const saw = (info: AnswerInfo): void => {
			gate.saw(info);
			notes.saw(info);
		};
		// At the gate every request is taken, repeated ones too, so every answer gives one back.
		const client = clientOf(context, settings, {
			...shared,
			around: gate.around,
			onAnswer: (info) => saw({ ...info, attempt: 1 }),
		});
		// A job asks for many things at once, and so may several items: together they keep to the same number.
		const atOnce = pLimit(concurrency);
		const readProfile = once(() => client.user.profile());
		const credits = createCredits({ client, keep: limits.keepCredits, readProfile });
		return {
			client,
			call: (endpoint, input) =>
				endpoint.credit === 'never' ? client.call(endpoint, input) : credits.call(endpoint, input),
			creditsLeft: credits.left,
			insights: {
				client: clientOf(context, settings, { ...shared, around: (send) => atOnce(send), onAnswer: saw }),
				now: Date.now,
				budget: gate.budget,
				concurrency,
			},
			profile: async () => (await readProfile()).data,
			isTool: isTool(context),
			timezone: context.getTimezone(),
			now: Date.now,
			sleep,
			hint: notes.add,
		};
	};

	let session: Session | undefined;
	return {
		session: () => (session ??= makeSession()),
		gate,
		notes,
		concurrency,
		stopsWithWhatThereIs: limits.isSet && !isTool(context),
		signal,
	};
}
