import { isLoopback, isUrl } from '../api/index.ts';
import { refuseInput } from './errors.ts';

/** The name of the field in errors. */
export const BASE_URL = 'base URL';

/** The reason given when the key would be sent unencrypted, which a person can allow. */
export const UNENCRYPTED = 'it must start with https://, because over http://, others on the network could read the API key';

const refuse = (reason: string): never => refuseInput(BASE_URL, reason);

/** Only text that looks like a host is repeated: people paste their key into the wrong field. */
function example(text: string): string {
	const [, host = ''] = /^([a-z\d-]+(?:\.[a-z\d-]+)*)(?::\d+)?$/i.exec(text) ?? [];
	if (isLoopback(host.toLowerCase())) return `http://${text}`;
	return `https://${host.includes('.') ? text : 'api.example.com'}`;
}

export interface BaseUrlOptions {
	/** Whether the key may be sent unencrypted to another machine. */
	readonly allowHttp?: boolean;
}

/** The service's address as an origin (`https://host:port`), from a person's input. */
export function parseBaseUrl(text: string, { allowHttp = false }: BaseUrlOptions = {}): string {
	const trimmed = text.trim();
	if (!/^https?:\/\//i.test(trimmed)) {
		return refuse(`it must start with https:// (or http:// on your own machine), for example ${example(trimmed)}`);
	}
	if (!isUrl(trimmed)) return refuse('it is not a web address');
	const url = new URL(trimmed);
	if (url.username || url.password) return refuse('it must not contain a user name or password');
	if (url.pathname !== '/' || url.search || url.hash) {
		return refuse(`leave out everything after the host: ${url.origin}`);
	}
	if (url.protocol === 'http:' && !allowHttp && !isLoopback(url.hostname)) {
		return refuse(UNENCRYPTED);
	}
	return url.origin;
}
