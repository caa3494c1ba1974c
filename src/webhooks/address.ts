const UNRESERVED = /^[A-Za-z0-9._~-]$/;

/** Percent-encoding in one spelling: upper case, and none where it is not needed. */
const encodedAlike = (text: string): string =>
	text.replace(/%[0-9a-f]{2}/gi, (code) => {
		const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
		return UNRESERVED.test(character) ? character : code.toUpperCase();
	});

/** One spelling of a URL, where several lead to the same place. What is no URL stays as it is. */
export function spelledAlike(url: string): string {
	const text = url.trim();
	if (!URL.canParse(text)) return text;
	// Encoded dots and letters first: afterwards they may be segments that lead nowhere.
	const { protocol, username, password, host, pathname, search } = new URL(encodedAlike(text));
	const login = username || password ? `${username}:${password}@` : '';
	return `${protocol}//${login}${host.replace(/\.(?=$|:)/, '')}${pathname.replace(/\/+$/, '')}${search}`;
}

/**
 * Whether two addresses of webhooks are the same, however a service spells them: case of the host, a default port, a slash
 * at the end, percent-encoding, a fragment.
 */
export const isSameAddress = (one: string | undefined, other: string): boolean =>
	one !== undefined && (one === other || spelledAlike(one) === spelledAlike(other));
