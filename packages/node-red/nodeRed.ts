import type { IncomingMessage, ServerResponse } from 'node:http';

/** The part of what Node-RED passes to nodes that is used here. Its own types come with a large package. */
export interface Message {
	[name: string]: unknown;
}

export interface Status {
	readonly fill?: 'blue' | 'green' | 'grey' | 'red' | 'yellow';
	readonly shape?: 'dot' | 'ring';
	readonly text?: string;
}

export interface Node {
	readonly id: string;
	readonly credentials?: unknown;
	readonly on: {
		(event: 'input', listener: (message: Message, send: Node['send'], done: (error?: Error) => void) => void): void;
		(event: 'close', listener: (isRemoved: boolean, done: () => void) => void): void;
	};
	readonly send: (message: Message) => void;
	readonly status: (status: Status) => void;
	readonly log: (text: string) => void;
	readonly warn: (text: string) => void;
	readonly error: (error: Error, message?: Message) => void;
}

/** A node as saved: `z` is the flow that it is on, `label` the name of a flow. */
export interface NodeConfig {
	readonly id: string;
	readonly z?: unknown;
	readonly label?: unknown;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** `originalUrl`: the full URL. Express shortens `url` by the path on which an application is mounted. */
export type Request = IncomingMessage & { readonly originalUrl?: string };

export type Middleware = (request: Request, response: ServerResponse, next: () => void) => void;

interface Router {
	/** The handlers that requests pass through, in order. */
	readonly stack?: { readonly handle?: unknown }[];
}

/** An Express application, which may be mounted on another. */
export interface App {
	readonly parent?: App;
	readonly use: (middleware: Middleware) => void;
	/** Express 4 has only this: reading `router` throws there. */
	readonly _router?: Router;
	/** Express 5 has only this. */
	readonly router?: Router;
}

interface Routes {
	readonly post: (path: string, ...handlers: Handler[]) => void;
}

export interface Red {
	readonly nodes: {
		readonly createNode: (node: Node, config: unknown) => void;
		readonly registerType: (type: string, start: (this: Node, config: unknown) => void, options?: object) => void;
		readonly getNode: (id: string) => object | null;
		/** Every node of the deployed flows, running or not, and the flows themselves. */
		readonly eachNode: (visit: (config: NodeConfig) => void) => void;
	};
	readonly events: { readonly on: (event: 'flows:started', listener: () => void) => void };
	readonly httpAdmin: Routes;
	/** Present even if Node-RED serves no routes of flows. */
	readonly httpNode: App;
	readonly auth: { readonly needsPermission: (permission: string) => Handler };
	readonly settings: { readonly userDir?: string; readonly httpNodeRoot?: string | false };
	readonly util: {
		readonly cloneMessage: (message: Message) => Message;
		readonly generateId: () => string;
		readonly evaluateNodeProperty: (
			value: unknown,
			type: string,
			node: object,
			message: Message,
			callback: (error: Error | null, value?: unknown) => void,
		) => void;
	};
}

/**
 * Registers a type of node with what it does when the flows start. When they stop, `stop` is aborted and then `close` is
 * called, which resolves once the node has nothing left to do.
 */
export function defineNode(red: Red, type: string, start: (node: Node, config: unknown, stop: AbortSignal) => { readonly close?: () => Promise<void> }): void {
	red.nodes.registerType(type, function (this: Node, config) {
		red.nodes.createNode(this, config);
		const stopping = new AbortController();
		const { close } = start(this, config, stopping.signal);
		this.on('close', (_isRemoved, done) => {
			stopping.abort();
			this.status({});
			const closing = close?.() ?? Promise.resolve();
			void closing.catch((error: unknown) => this.warn(String(error))).finally(done);
		});
	});
}

/**
 * Whether a node is part of the last deployed flows, which are already known while nodes close. What Node-RED tells a closing
 * node is not enough: nodes in a subflow never learn that they were removed, while nodes that were only disabled are told so.
 */
export function isDeployed({ nodes }: Red, sought: string): boolean {
	const known = new Set<string>();
	nodes.eachNode(({ id }) => void known.add(id));
	// A node in a subflow runs once for each instance, with the IDs of both.
	const isKnown = (id: string): boolean => known.has(id) || [...known].some((inner) => id.endsWith(`-${inner}`) && isKnown(id.slice(0, -inner.length - 1)));
	return isKnown(sought);
}

/** The name of the flow that a node is on, or of its subflow's instance; empty if unknown. */
export function flowNameOf({ nodes }: { readonly nodes: Pick<Red['nodes'], 'eachNode'> }, id: string): string {
	const known = new Map<unknown, NodeConfig>();
	nodes.eachNode((config) => void known.set(config.id, config));
	// A node in a subflow has the ID of the instance before its own.
	const place = known.get(id) ?? known.get(id.split('-', 1)[0]);
	const label = known.get(place?.z)?.label;
	return typeof label === 'string' ? label : '';
}
