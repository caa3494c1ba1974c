import { api, connect, type CalendarEvent, type Client, type Conversation, type ConversationsListAnswer, type ConversationsListInput, type EventData, type Pending, type Problem } from '../../packages/client/index.ts';
import type { Known } from '../../packages/client/known.ts';
import type { OperationList, OperationName, Operations } from '../../packages/client/operations.ts';
import type { PolledEvent } from '../../packages/client/polling.ts';
import type { WebhookEvent } from '../../packages/client/webhooks.ts';
import type { Api, Endpoint, ErrorCode, EventName, Input, Output } from '../../src/api/index.ts';
import type { EventData as CoreEventData } from '../../src/api/events.ts';
import type { OperationIds } from '../../src/operations/index.ts';

/** Checked by the compiler: nothing here runs. */

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Alike<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** Endpoints, by name, for which `Is` is not true. */
type Where<Is extends { [R in keyof Api]: object }> = { [R in keyof Api]: { [N in keyof Is[R]]: Is[R][N] extends true ? never : N }[keyof Is[R]] }[keyof Api];

type Answer<M> = M extends (...args: never[]) => Pending<infer A> ? A : never;
type Given<M> = M extends (...args: infer A) => unknown ? NonNullable<A[0]> : never;

type Answers = { [R in keyof Api]: { [N in keyof Api[R] & keyof Client[R]]: Api[R][N] extends Endpoint ? Alike<Answer<Client[R][N]>, Known<Output<Api[R][N]>>> : false } };
/** A time may be a `Date` too. */
type WithDates<T> = { [K in keyof T]: K extends 'since' | 'timeMax' | 'timeMin' ? Date | T[K] : T[K] };

type Inputs = { [R in keyof Api]: { [N in keyof Api[R] & keyof Client[R]]: Api[R][N] extends Endpoint ? Alike<Given<Client[R][N]>, WithDates<Input<Api[R][N]>>> : false } };
type Missing = { [R in keyof Api]: Exclude<keyof Api[R], keyof Client[R]> }[keyof Api];

type Proof<T extends true> = T;

export type Proofs = [
	// The generated types match the table.
	Proof<Same<Where<Answers>, never>>,
	Proof<Same<Where<Inputs>, never>>,
	Proof<Same<Missing, never>>,
	Proof<Alike<{ [N in EventName]: EventData[N] }, { [N in EventName]: Known<CoreEventData<N>> }>>,
	Proof<Same<OperationName, { [R in keyof OperationIds]: `${R}.${OperationIds[R]}` }[keyof OperationIds]>>,
	// Lists have named elements, and inputs have names.
	Proof<Same<ConversationsListAnswer['data'][number], Conversation>>,
	Proof<Same<Parameters<Client['conversations']['list']>[0], ConversationsListInput | undefined>>,
	// Closed for editors, open for a newer service.
	Proof<Same<Extract<Problem, { kind: 'api' }>['code'], ErrorCode | (string & Record<never, never>)>>,
	Proof<Same<CalendarEvent, Record<string, unknown>>>,
	Proof<Exclude<PolledEvent, 'meeting.starting_soon'> extends EventName ? true : false>,
];

export async function typos(client: Client): Promise<void> {
	const { data, response } = await client.conversations.list().withResponse();
	// @ts-expect-error titel
	void data[0]?.titel;
	// @ts-expect-error stauts
	void response.stauts;
	// @ts-expect-error serach
	await client.conversations.list({ serach: 'Acme' });
	// @ts-expect-error decisons
	void (await client.keyPoints.get({ id: '' })).data.keypoints.decisons;
	// @ts-expect-error remainig
	void (await client.call(api.user.profile, {})).data.apiUsage.aiGenerations.remainig;
	for await (const conversation of client.each(api.conversations.list, {})) {
		// @ts-expect-error titel
		void conversation.titel;
	}
	for await (const contact of client.contacts.list()) {
		// @ts-expect-error mail
		void contact.mail;
	}
	// @ts-expect-error a question is required
	await client.question.ask({ id: '' });
	// @ts-expect-error retries
	connect({ retries: 3 });
	// @ts-expect-error timeout
	await client.user.profile({}, { timeout: 1000 });
	// @ts-expect-error maxRetries
	await client.conversations.list({}, { maxRetries: 1 });
	// @ts-expect-error an endpoint has inputs of its own
	await client.call(api.conversations.list, { id: '' });
	// @ts-expect-error a path of the service, not another address
	await client.request('GET', 7);
}

/** What editors offer after `problem.kind ===`, and what each kind has. */
export function problems(problem: Problem): string {
	switch (problem.kind) {
		case 'rateLimited':
			return `${problem.retryAfterMs ?? 0 satisfies number}`;
		case 'noAnswer':
			// @ts-expect-error no answer has no status
			return problem.status;
		case 'api':
			return problem.code satisfies string;
		default:
			return problem.kind;
	}
}

export async function typedOperations({ actionItem, conversation, insight, user }: Operations): Promise<void> {
	const { totals } = await insight.getDigest({ period: 'last7Days' });
	void (totals.meetings satisfies number);
	// @ts-expect-error periods
	await insight.getDigest({ periods: 'last7Days' });
	// @ts-expect-error an option of another operation
	await user.getProfile({ period: 'last7Days' });
	// @ts-expect-error last8Days
	await insight.getDigest({ period: 'last8Days' });
	// @ts-expect-error an ID is required
	await conversation.getTranscript({});
	for await (const { title } of conversation.getAll({ since: new Date() }, { limit: 5 })) void (title satisfies string);
	void (actionItem.find() satisfies OperationList<{ item: string }>);
	// @ts-expect-error another output has another shape
	void (await user.getProfile({ simplify: false })).email;
	void ((await user.getProfile({ simplify: false })).profile.email satisfies string);
	const { changes, syncedNow, created } = await actionItem.sync({ output: 'together' });
	void ([syncedNow, created, changes[0]?.change] satisfies [string, number, string | undefined]);
	// @ts-expect-error one result is not iterated over
	for await (const one of actionItem.sync({ output: 'together' })) void one;
	void ((await actionItem.find({ output: 'together' })).slack satisfies string);
	for await (const { startSeconds } of conversation.getTranscript({ id: '', format: 'segments' })) void (startSeconds satisfies number);
	void ((await conversation.getTranscript({ id: '', format: 'vtt' })).text satisfies string);
	void (await insight.getDigest().catch(() => null))?.totals.meetings;
	void (insight.findDecisions().finally(() => {}) satisfies Promise<{ decision: string }[]>);
}

export function closedButOpen(code: Extract<Problem, { kind: 'api' }>['code']): boolean {
	return code === 'not_found' || code === 'a code of tomorrow';
}

export function narrowed(event: WebhookEvent): string {
	switch (event.event) {
		case 'conversation.keypoints.ready':
			return event.data.title;
		case 'conversation.feedback.ready':
			// @ts-expect-error feedback has no title
			return event.data.title;
		default:
			return event.timestamp ?? '';
	}
}
