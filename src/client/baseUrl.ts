import { ClientError } from './errors.ts';

/** How errors call it. */
export const BASE_URL = 'base URL';

const refuse = (reason: string): never => {
	throw new ClientError({ kind: 'invalidInput', field: BASE_URL, reason });
};

/** Only what looks like a host is repeated: people paste their key into the wrong field. */
const example = (text: string): string => (/^[a-z\d-]+(\.[a-z\d-]+)+(:\d+)?$/i.test(text) ? text : 'api.example.com');

/** Whether what is sent there never leaves the machine. */
const isLoopback = (hostname: string): boolean =>
	/^(localhost|.+\.localhost)\.?$/.test(hostname) || /^127\.\d+\.\d+\.\d+$/.test(hostname) || hostname === '[::1]';

export interface BaseUrlOptions {
	/** Whether the key may travel unencrypted to another machine. */
	readonly allowHttp?: boolean;
}

/** The service's address as an origin (`https://host:port`), from what a person typed. */
export function parseBaseUrl(text: string, { allowHttp = false }: BaseUrlOptions = {}): string {
	const trimmed = text.trim();
	if (!/^https?:\/\//i.test(trimmed)) {
		return refuse(`it must start with https:// (or http:// on your own machine), for example https://${example(trimmed)}`);
	}
	if (!URL.canParse(trimmed)) return refuse('it is not a web address');
	const url = new URL(trimmed);
	if (url.username || url.password) return refuse('it must not contain a user name or password');
	if (url.pathname !== '/' || url.search || url.hash) {
		return refuse(`leave out everything after the host: ${url.origin}`);
	}
	if (url.protocol === 'http:' && !allowHttp && !isLoopback(url.hostname)) {
		return refuse('it must start with https://, because over http:// others on the network could read the API key');
	}
	return url.origin;
}
