import type { IncomingMessage, ServerResponse } from 'node:http';

/** Of what Node-RED hands to nodes, the part that is used here. Its own types come with a large package. */
export interface Message {
	[name: string]: unknown;
}

export interface Status {
	readonly fill?: 'blue' | 'green' | 'grey' | 'red' | 'yellow';
	readonly shape?: 'dot' | 'ring';
	readonly text?: string;
}

export type Send = (message: Message) => void;

export interface Node {
	readonly id: string;
	readonly credentials?: unknown;
	readonly on: {
		(event: 'input', listener: (message: Message, send: Send, done: (error?: Error) => void) => void): void;
		(event: 'close', listener: (isRemoved: boolean, done: () => void) => void): void;
	};
	readonly send: Send;
	readonly status: (status: Status) => void;
	readonly log: (text: string) => void;
	readonly warn: (text: string) => void;
	readonly error: (error: Error, message?: Message) => void;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** `originalUrl`: Express shortens `url` by where an application is mounted. */
export type Request = IncomingMessage & { readonly originalUrl?: string };

export type Middleware = (request: Request, response: ServerResponse, next: () => void) => void;

interface Router {
	/** What requests go through, in that order. */
	readonly stack?: { readonly handle?: unknown }[];
}

/** An Express application, which may be mounted on another. */
export interface App {
	readonly parent?: App;
	readonly use: (middleware: Middleware) => void;
	/** Of Express 4, in which looking at `router` throws. */
	readonly _router?: Router;
	/** Of Express 5. */
	readonly router?: Router;
}

interface Routes {
	readonly get: (path: string, ...handlers: Handler[]) => void;
	readonly post: (path: string, ...handlers: Handler[]) => void;
}

/** A node as the flows describe it. */
interface Config {
	readonly id: string;
	readonly type: string;
	/** The tab or the subflow that it is on. */
	readonly z?: string;
	/** Whether the node is disabled. */
	readonly d?: boolean;
	/** Whether the tab is. */
	readonly disabled?: boolean;
}

export interface Red {
	readonly nodes: {
		readonly createNode: (node: Node, config: unknown) => void;
		readonly registerType: (type: string, start: (this: Node, config: unknown) => void, options?: object) => void;
		readonly getNode: (id: string) => object | null;
		/** Every node of the deployed flows, running or not. */
		readonly eachNode: (visit: (config: Config) => void) => void;
	};
	readonly httpAdmin: Routes;
	/** There even if Node-RED serves no routes of flows. */
	readonly httpNode: App;
	readonly auth: { readonly needsPermission: (permission: string) => Handler };
	readonly settings: { readonly userDir?: string; readonly httpNodeRoot?: string | false };
	readonly util: {
		readonly cloneMessage: (message: Message) => Message;
		readonly generateId: () => string;
		readonly evaluateNodeProperty: (
			value: unknown,
			type: string,
			node: Node,
			message: Message,
			callback: (error: Error | null, value?: unknown) => void,
		) => void;
	};
}

interface Place {
	readonly type: string;
	readonly isOn: boolean;
}

/**
 * Whether a node is part of the flows as deployed last, and runs there. While nodes close, these are already the new flows.
 * What Node-RED tells a closing node is not enough: nodes in a subflow never hear that they were removed, and nodes that were
 * only disabled, or moved away from a tab that was removed, do.
 */
export function placeOf({ nodes }: Red, sought: string): Place | undefined {
	const configs = new Map<string, Config>();
	nodes.eachNode((config) => void configs.set(config.id, config));
	const find = (id: string): Place | undefined => {
		const config = configs.get(id);
		if (config) {
			const tab = configs.get(config.z ?? '');
			return { type: config.type, isOn: !config.d && tab?.type === 'tab' && !tab.disabled };
		}
		// A node in a subflow runs once for each instance, with the IDs of both.
		for (const inner of configs.values()) {
			const instance = id.endsWith(`-${inner.id}`) ? find(id.slice(0, -inner.id.length - 1)) : undefined;
			if (instance?.type === `subflow:${inner.z}`) return { type: inner.type, isOn: instance.isOn && !inner.d };
		}
		return undefined;
	};
	return find(sought);
}
