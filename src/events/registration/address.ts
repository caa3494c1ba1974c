import { isUrl } from '../../api/index.ts';
import { isSameAddress } from '../../webhooks/index.ts';

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
