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
	/** The flow that the node is on. */
	readonly z?: string;
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

type Middleware = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

/** An Express application, which may be mounted on another. */
export interface App extends Routes {
	readonly parent?: App;
	readonly use: (middleware: Middleware) => void;
	/** What requests go through, in that order. */
	readonly _router?: { readonly stack: { readonly handle?: unknown }[] };
}

interface Routes {
	readonly get: (path: string, ...handlers: Handler[]) => void;
	readonly post: (path: string, ...handlers: Handler[]) => void;
}

export interface Red {
	readonly nodes: {
		readonly createNode: (node: Node, config: unknown) => void;
		readonly registerType: (type: string, start: (this: Node, config: unknown) => void, options?: object) => void;
		readonly getNode: (id: string) => object | null;
		/** Every node of the deployed flows, running or not. */
		readonly eachNode: (visit: (config: { readonly id: string }) => void) => void;
	};
	readonly httpAdmin: Routes;
	/** Without it when Node-RED serves no routes of flows. */
	readonly httpNode: App | false | undefined;
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
