const isLoopback = (host: string): boolean =>
	host === 'localhost' || host.endsWith('.localhost') || /^127(\.\d{1,3}){3}$/.test(host) || host === '[::1]';

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : '');

/**
 * Why the service cannot deliver to `url`, or null (Webhooks: only HTTPS). Between n8n and a service on the same machine,
 * which is the sandbox, plain HTTP is left to the service to decide: no other service could reach a loopback address.
 */
export function addressProblem(url: string, serviceUrl: string): string | null {
	if (URL.canParse(url) && new URL(url).protocol === 'https:') return null;
	if (isLoopback(hostOf(url)) && isLoopback(hostOf(serviceUrl))) return null;
	const origin = URL.canParse(url) ? new URL(url).origin : url;
	return `The address of this n8n is ${origin}, and the service delivers events only to an address that starts with https://. Set the environment variable N8N_WEBHOOK_URL (WEBHOOK_URL in older versions) to the public https:// address of n8n and start n8n again, or use the Meeting Assistant Polling Trigger, which needs no public address.`;
}
