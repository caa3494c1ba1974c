const MARK = '[redacted]';

/** A key any shorter would take common words out of a text along with it. */
const MIN_LENGTH = 8;

/** From this length on, what follows a key's prefix (`svc_`) is as secret as the whole. */
const MIN_TAIL_LENGTH = 16;

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Takes one key out of texts, with whatever it is joined to (`x_svc_…`), in either case. Nothing that only resembles a
 * key is touched: a person has to see which conversation was not found.
 */
export function redactor(apiKey: string): (text: string) => string {
	const whole = apiKey.trim();
	const tail = whole.slice(whole.lastIndexOf('_') + 1);
	const secret = tail.length >= MIN_TAIL_LENGTH ? tail : whole;
	if (secret.length < MIN_LENGTH) return (text) => text;
	const spellings = [...new Set([secret, encodeURIComponent(secret.toWellFormed())])].map(escape).join('|');
	const pattern = new RegExp(`[\\w-]*(?:${spellings})[\\w-]*`, 'gi');
	return (text) => text.replace(pattern, MARK);
}
