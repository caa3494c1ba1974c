import { resolve } from 'node:path';
import { createKey, createUser, revokeKey, updateUser, useCreditsInApplication } from './accounts.ts';
import { addCalendarEvent, connectCalendar, revokeCalendar } from './calendar.ts';
import { addContact, summarizeContact } from './contacts.ts';
import { listDeliveries } from './db/deliveries.ts';
import { importMeeting, recordFailedMeeting, setActionItem } from './meetings.ts';
import type { NewUser } from './options.ts';
import { createApp } from './app.ts';
import { close, listen, reachable, urlOf } from './http/listen.ts';
import { listenerOf } from './http/listener.ts';
import { newId } from './ids.ts';
import { forgetRunning, IN_MEMORY, noteRunning } from './running.ts';
import { openService, type Service, type ServiceOptions } from './service.ts';

export type { Ai, Meeting } from './ai/ai.ts';
export { extractiveAi } from './ai/index.ts';
export { settableClock, type SettableClock } from './clock.ts';
export { AiBusyError, AiFailedError, SandboxError } from './errors.ts';
export { ImportError } from './import/index.ts';
export type { ImportedMeeting } from './meetings.ts';

export interface SandboxOptions extends Omit<ServiceOptions, 'database'> {
	/** Path of a SQLite file, created if it does not exist. Default `:memory:`, which is gone when the sandbox stops. */
	readonly database?: string;
	/** Default 0: any free port. */
	readonly port?: number;
	/** Default 127.0.0.1. */
	readonly host?: string;
	/** Allows a host that other machines can reach. */
	readonly allowRemote?: boolean;
	/** Whether this process does nothing else: then faster classes replace the global Request and Response. */
	readonly ownProcess?: boolean;
}

/**
 * Starts the whole service on this machine.
 * @throws SandboxError if the port is in use or the database cannot be used; nothing is left behind.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { port = 0, host = '127.0.0.1', allowRemote = false, ownProcess = false, database: given = IN_MEMORY } = options;
	const database = given === IN_MEMORY ? given : resolve(given);
	const server = await listen(host, port, allowRemote);
	try {
		const service = openService({ publicUrl: reachable(urlOf(server)), ...options, database });
		server.on('request', listenerOf(createApp(service), ownProcess));
		const tools = toolsOf(service);
		const url = urlOf(server);
		noteRunning(database, reachable(url));
		return {
			...tools,
			url,
			account({ plan = 'professional', ...given }: Partial<NewUser> = {}) {
				const { id: userId } = tools.createUser({ name: 'Test User', email: `${newId('user')}@example.com`, plan, ...given });
				return { baseUrl: url, apiKey: tools.createKey(userId), userId };
			},
			settled: service.deliveries.settled,
			async stop() {
				forgetRunning(database);
				await close(server);
				await service.close();
			},
		};
	} catch (error) {
		await close(server);
		throw error;
	}
}

/** A user of the sandbox, as a client knows it. */
export interface Account {
	readonly baseUrl: string;
	readonly apiKey: string;
	readonly userId: string;
}

/** A running sandbox. */
export interface Sandbox extends Tools {
	/** Base address, with scheme and port. */
	readonly url: string;
	/** Creates a user with a key, and returns what a client needs. Default plan: Professional. */
	account(settings?: Partial<NewUser>): Account;
	/** Resolves when no delivery is in progress. */
	settled(): Promise<void>;
	/** Stops listening, aborts deliveries in progress and closes the database. */
	stop(): Promise<void>;
}

type Tools = ReturnType<typeof toolsOf>;

/** What the desktop application and the account pages can do and the API cannot. */
const toolsOf = (service: Service) => ({
	createUser: bind(createUser, service),
	updateUser: bind(updateUser, service),
	createKey: bind(createKey, service),
	revokeKey: bind(revokeKey, service),
	useCreditsInApplication: bind(useCreditsInApplication, service),
	importMeeting: bind(importMeeting, service),
	recordFailedMeeting: bind(recordFailedMeeting, service),
	addContact: bind(addContact, service),
	summarizeContact: bind(summarizeContact, service),
	setActionItem: bind(setActionItem, service),
	connectCalendar: bind(connectCalendar, service),
	revokeCalendar: bind(revokeCalendar, service),
	addCalendarEvent: bind(addCalendarEvent, service),
	/** Deliveries to the user's webhooks, newest first. */
	deliveries: (userId: string, limit = 100) => listDeliveries(service.db, userId, limit),
	/** Performs a control, as the routes under `/sandbox` and the commands do. */
	perform: <R>(control: { readonly perform: (service: Service, input: unknown) => Promise<R> }, input: object) =>
		control.perform(service, input),
	faults: service.faults,
	clock: service.clock,
});

const bind =
	<A extends readonly unknown[], R>(tool: (service: Service, ...args: A) => R, service: Service) =>
	(...args: A): R =>
		tool(service, ...args);
