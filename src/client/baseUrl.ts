import { ClientError } from './errors.ts';

const refuse = (reason: string): never => {
	throw new ClientError({ kind: 'invalidInput', field: 'base URL', reason });
};

/** The service's address as an origin (`https://host:port`), from what a person typed. */
export function parseBaseUrl(text: string): string {
	const trimmed = text.trim();
	if (!/^https?:\/\//i.test(trimmed)) {
		return refuse(`it must start with https:// (or http:// on your own machine), for example https://${trimmed || 'api.example.com'}`);
	}
	if (!URL.canParse(trimmed)) return refuse('it is not a web address');
	const url = new URL(trimmed);
	if (url.username || url.password) return refuse('it must not contain a user name or password');
	if (url.pathname !== '/' || url.search || url.hash) {
		return refuse(`leave out everything after the host: ${url.origin}`);
	}
	return url.origin;
}
