import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Refusal } from '../../src/words/index.ts';
import type { AccountNode } from './account.ts';
import type { App, Middleware, Red, Request } from './nodeRed.ts';
import { terms } from './terms.ts';

/** Where deliveries arrive, below the public URL. Null if Node-RED serves no routes of flows. */
function deliveryPath({ settings: { httpNodeRoot = '' } }: Red): string | null {
	if (httpNodeRoot === false) return null;
	const root = httpNodeRoot.replaceAll(/^\/+|(?<!\/)\/+$/g, '');
	return `${root && `/${root}`}/meeting-assistant/`;
}

export const GIVE_PUBLIC_ADDRESS = 'Enter the public https:// address of Node-RED in the account node';

/** The start of the addresses of all triggers of an account. Throws `Refusal`. */
export function addressBase(red: Red, { publicUrl }: AccountNode): string {
	const path = deliveryPath(red);
	const refuse = (what: string, next: string, code: string): never => {
		throw new Refusal(what, `${next}, or use the ${terms.pollingTrigger}, which needs none`, { code });
	};
	if (path === null) return refuse('Node-RED serves no routes of flows', 'Set “httpNodeRoot” in settings.js', 'no_address');
	return publicUrl === '' ? refuse('The public address of Node-RED is not known', GIVE_PUBLIC_ADDRESS, 'address_not_public') : publicUrl + path;
}

const INSTANCE = randomUUID();
const INSTANCE_HEADER = 'meeting-assistant-instance';
const PROBE_MS = 2000;

/**
 * Whether it is certain that another Node-RED receives what is sent to this one's address. Flows are copied with their
 * account, whose public URL then still points to the original.
 */
export async function isElsewhere(red: Red, account: AccountNode): Promise<boolean> {
	try {
		const { headers, body } = await fetch(addressBase(red, account), { redirect: 'manual', signal: AbortSignal.timeout(PROBE_MS) });
		await body?.cancel();
		const answered = headers.get(INSTANCE_HEADER);
		return answered !== null && answered !== INSTANCE;
	} catch {
		return false;
	}
}

const MAX_BYTES = 1024 * 1024;

async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
	const chunks: Buffer[] = [];
	let bytes = 0;
	try {
		for await (const chunk of request) {
			const part = Buffer.from(chunk);
			bytes += part.byteLength;
			if (bytes <= MAX_BYTES) chunks.push(part);
		}
	} catch {
		return undefined;
	}
	return bytes > MAX_BYTES ? undefined : Buffer.concat(chunks);
}

const pathOf = ({ url = '', originalUrl = url }: Request): string => originalUrl.split('?', 1).join('');

const rootApp = (app: App): App => (app.parent ? rootApp(app.parent) : app);

export interface Delivery {
	readonly headers: IncomingMessage['headers'];
	/** Undefined if it is too large, or was cut off. */
	readonly read: () => Promise<Buffer | undefined>;
	/** Whether something else has already read the body, which then looks empty. */
	readonly isUsedUp: boolean;
}

interface Receiver {
	readonly knows: (id: string) => boolean;
	/** Returns the answer’s status. */
	readonly receive: (id: string, delivery: Delivery) => Promise<number>;
}

/**
 * Takes deliveries before any other part of Node-RED's server. Signatures cover the raw bytes, which the editor's parsers
 * would consume if both share a root, and the service has no password for `httpNodeAuth`.
 */
export function takeDeliveries(red: Red, { knows, receive }: Receiver): void {
	const base = deliveryPath(red);
	if (base === null) return;
	const root = rootApp(red.httpNode);
	const take: Middleware = (request, response, next) => {
		const end = (status: number, headers = {}): void => void response.writeHead(status, headers).end();
		const { method, readableEnded: isUsedUp, headers } = request;
		const path = pathOf(request);
		if (method === 'GET' && path === base) return end(204, { [INSTANCE_HEADER]: INSTANCE });
		const id = path.slice(base.length);
		if (method !== 'POST' || !path.startsWith(base) || !knows(id)) return next();
		void receive(id, { headers, isUsedUp, read: () => bodyOf(request) }).then(end);
	};
	root.use(take);
	// Express keeps its order private. If our handler isn't found, leave it last, which is safe: deliveries are then refused,
	// not accepted unverified.
	const { stack = [] } = root._router ?? root.router ?? {};
	const place = stack.findIndex(({ handle }) => handle === take);
	if (place > 0) stack.unshift(...stack.splice(place, 1));
}
