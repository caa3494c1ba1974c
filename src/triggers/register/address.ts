import { isUrl } from '../../api/index.ts';

/** One spelling for URLs that lead to the same place. Anything but a URL stays as it is. */
export function spelledAlike(url: string): string {
	if (!isUrl(url)) return url;
	const { protocol, username, password, host, pathname, search } = new URL(url);
	const login = username || password ? `${username}:${password}@` : '';
	return `${protocol}//${login}${host}${pathname.replace(/(?<!\/)\/+$/, '')}${search}`;
}

/** Whether two webhook addresses are the same, however a service spells them: case of the host, a default port, a slash at the end, a fragment. */
export const isSameAddress = (one: string | undefined, other: string): boolean =>
	one !== undefined && spelledAlike(one) === spelledAlike(other);

/** Query parameter of a registered address with the name of its flow. Webhooks of other programs have none. */
const FLOW = 'usedBy';

const MAX_NAME = 80;

/** The address to register. It names the flow, for people who look through the account's webhooks. */
export function namedAddress(url: string, flowName: string | undefined): string {
	if (!flowName || !isUrl(url)) return url;
	const named = new URL(url);
	named.searchParams.set(FLOW, Array.from(flowName).slice(0, MAX_NAME).join(''));
	return named.href;
}

/** The flow named in an address, on one line: anyone with the key may have registered it. */
export function flowIn(url: string | undefined): string | undefined {
	if (url === undefined || !isUrl(url)) return undefined;
	const name = new URL(url).searchParams.get(FLOW)?.replace(/[\s\p{Cc}]+/gu, ' ').trim();
	return name ? Array.from(name).slice(0, MAX_NAME).join('') : undefined;
}

/** Drops the name, which is outdated as soon as someone renames the flow. */
export function unnamedAddress(url: string): string {
	if (!isUrl(url)) return url;
	const unnamed = new URL(url);
	if (!unnamed.searchParams.has(FLOW)) return url;
	unnamed.searchParams.delete(FLOW);
	return unnamed.href;
}

/** Whether a listed webhook points to a trigger's address, whatever flow it names. */
export const leadsTo = (listed: string | undefined, own: string): boolean =>
	listed !== undefined && isSameAddress(unnamedAddress(listed), own);

/** An address that is safe to show: anything after the path or before the host may be a secret. */
export function shownUrl(url: string): string {
	if (!isUrl(url)) return 'an address that cannot be read';
	const { origin, pathname } = new URL(url);
	return `${origin}${pathname}`;
}
