import { spelledAlike } from '../../src/webhooks/index.ts';

/** Last part of the trigger's webhook URLs. Stands at the service for as long as a webhook does. */
export const WEBHOOK_PATH = 'meeting-assistant';

/**
 * The address under which an n8n takes webhooks, from one of them: `<root>/<webhook or webhook-test>/<id>/<path>`.
 * Null for a URL of another shape.
 */
function rootOf(url: string): string | null {
	const parts = spelledAlike(url).split('/');
	return parts.length >= 6 && parts.at(-1) === WEBHOOK_PATH ? parts.slice(0, -3).join('/') : null;
}

/** Whether a webhook leads to a trigger of this kind on the same n8n as `ownUrl` does. */
export function isOfSameKind(url: string, ownUrl: string): boolean {
	const root = rootOf(ownUrl);
	return root !== null && rootOf(url) === root;
}

/** A URL as people may read it: what comes after the path, and before the host, may be a secret. */
export function shownUrl(url: string): string {
	if (!URL.canParse(url)) return 'an address that cannot be read';
	const { origin, pathname } = new URL(url);
	return `${origin}${pathname}`;
}
