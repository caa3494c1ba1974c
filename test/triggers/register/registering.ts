import { randomUUID } from 'node:crypto';
import type { Registration, RegistrationPort } from '../../../src/triggers/register/port.ts';
import { createClient, type Client } from '../../../src/client/index.ts';
import { NoAnswer } from '../../../src/transport/index.ts';
import { otherTerms } from '../hosts.ts';

export interface HostOptions extends Partial<Pick<RegistrationPort, 'flowName' | 'overlaps' | 'now'>> {
	readonly events?: readonly string[];
	readonly url?: string;
}

/** The minimum that a host has to provide. */
export function hostOf(client: Client, serviceUrl: string, { events = ['any'], url, ...options }: HostOptions = {}) {
	const own = url ?? `${serviceUrl}/${randomUUID()}`;
	const log: string[] = [];
	const limits: { timeoutMs: number; totalMs: number }[] = [];
	let held: Registration | undefined;
	const port: RegistrationPort = {
		key: own,
		flowId: 'recipe',
		ownUrl: () => own,
		givePublicAddress: 'Give Acme Flows a public address',
		serviceUrl: async () => serviceUrl,
		connect: async (given) => (limits.push(given), client),
		chosen: () => events,
		stored: { read: () => held, write: (registration) => void (held = registration), forget: () => void (held = undefined) },
		log: { info: (message) => void log.push(message), warn: (message, { cause = '' } = { cause: '' }) => void log.push(`${message}: ${cause}`) },
		now: Date.now,
		terms: otherTerms,
		...options,
	};
	return { port, log, limits, url: own, held: () => held, hold: (registration: Registration) => void (held = registration) };
}

export const SERVICE = 'https://api.example.com';

const codes = { 400: 'validation_error', 403: 'forbidden', 404: 'not_found', 500: 'internal_error' } as const;
type Status = keyof typeof codes;

/** The service's answer: the body of a success, a status, or null for no answer. */
type Answer = object | Status | null;

/**
 * A service with these webhooks. `instead` answers in its place unless it returns undefined. It is called with the method and path, and the ID of a
 * webhook to delete.
 */
export function oddService(webhooks: readonly object[] = [], instead: (call: string) => Answer | undefined | Promise<Answer | undefined> = () => undefined) {
	const sent: string[] = [];
	const registered: unknown[] = [];
	let listed: readonly object[] = webhooks;
	const idOf = (webhook: object): unknown => ({ id: undefined, ...webhook }).id;

	function usual(call: string, body: Readonly<Record<string, unknown>>): Answer {
		if (call === 'GET user/profile') return { data: { subscription: { tier: 'professional' } } };
		if (call === 'GET webhooks') return { data: listed };
		if (call === 'POST webhooks') {
			const id = `new${registered.length}`;
			listed = [...listed, { id, ...body }];
			return { data: { id, ...body, secret: `secret of ${id}` } };
		}
		const rest = listed.filter((webhook) => String(idOf(webhook)) !== body['id']);
		const isGone = rest.length === listed.length;
		listed = rest;
		return isGone ? 404 : { data: { id: body['id'], deleted: true } };
	}

	const client = createClient({
		baseUrl: SERVICE,
		patienceMs: 0,
		sleep: async () => {},
		transport: async ({ method, url, body: text }) => {
			const body: Readonly<Record<string, unknown>> = text === undefined ? {} : JSON.parse(text);
			const call = `${method} ${new URL(url).pathname.replace('/api/v1/', '')}${method === 'DELETE' ? ` ${String(body['id'])}` : ''}`;
			sent.push(call);
			if (method === 'POST') registered.push(body);
			const answer = (await instead(call)) ?? usual(call, body);
			if (answer === null) throw new NoAnswer('reset');
			if (typeof answer !== 'number') return { status: 200, headers: {}, body: JSON.stringify(answer) };
			return { status: answer, headers: {}, body: JSON.stringify({ error: { code: codes[answer], message: 'No' } }) };
		},
	});
	return { client, sent, registered, urls: () => listed.map((webhook) => ({ url: undefined, ...webhook }).url) };
}
