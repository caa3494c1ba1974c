/** Whether a text is a web address. Some runtimes, such as Workers before 2022, lack `URL.canParse`. */
export function isUrl(text: string): boolean {
	try {
		new URL(text);
		return true;
	} catch {
		return false;
	}
}

/** Whether requests to a URL's host stay on this machine. */
export const isLoopback = (hostname: string): boolean =>
	/^(localhost|.+\.localhost)\.?$/.test(hostname) || /^127\.\d+\.\d+\.\d+$/.test(hostname) || hostname === '[::1]';

export const NOT_HTTPS = 'must start with https://';

/** Whether events may go to an address (Webhooks: only HTTPS). A service on the same machine decides about plain HTTP itself. */
export function receivesEvents(text: string): boolean {
	if (!isUrl(text)) return true;
	const { protocol, hostname } = new URL(text);
	return protocol === 'https:' || isLoopback(hostname);
}
