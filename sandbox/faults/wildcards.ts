import { tryDecodeURI } from 'hono/utils/url';

/** Whether a path matches. */
export type Matcher = (path: string) => boolean;

const ANYTHING = Symbol('*');
const SEGMENT = Symbol('{name}');
type Piece = typeof ANYTHING | typeof SEGMENT | string;

const WILDCARD = /(\*|\{\w+\})/;

/**
 * Reads a path with `{name}` for one segment and `*` for anything; null if it is not such a path.
 *
 * It never becomes a regular expression, or a URLPattern, which uses one: both backtrack over every `*`, and a few of
 * them would block the sandbox for hours.
 */
export function matcherOf(path: string): Matcher | null {
	const pieces = path.split(WILDCARD).filter((piece) => piece !== '');
	const names = pieces.filter(isSegment);
	if (new Set(names).size < names.length) return null;
	if (path.split('/').some((segment) => names.some((name) => segment.includes(name) && segment !== name))) return null;
	if (pieces.some((piece) => !isSegment(piece) && MISTAKEN.test(piece))) return null;
	const read = pieces.map((piece): Piece => (piece === '*' ? ANYTHING : isSegment(piece) ? SEGMENT : decoded(piece)));
	return (given) => matches(read, decoded(given));
}

const isSegment = (piece: string): boolean => /^\{\w+\}$/.test(piece);

/** What no path of the API contains: the notations of other matchers, and anything after the path. */
const MISTAKEN = /[{}()\\?#]|\/:/;

/** The router's own decoding, so that both spellings of a character match. Decoding twice changes nothing. */
const decoded = (path: string): string => tryDecodeURI(path.replaceAll('%25', '%2525'));

/**
 * On a mismatch only the last `*` takes one character more. That is enough: the pieces between two `*` match in one way
 * from where they start, and the further left they end, the more is left for the rest.
 */
function matches(pieces: readonly Piece[], path: string): boolean {
	let [piece, at] = [0, 0];
	let last: { readonly piece: number; at: number } | undefined;
	while (piece < pieces.length || at < path.length) {
		const current = pieces[piece];
		const end = current === undefined ? null : endOf(current, path, at);
		if (end !== null) {
			piece += 1;
			at = end;
			if (current === ANYTHING) last = { piece, at };
		} else {
			if (last === undefined || last.at === path.length) return false;
			last.at += 1;
			({ piece, at } = last);
		}
	}
	return true;
}

/** Where a piece that starts at `at` ends; null if it does not match there. `*` starts with nothing. */
function endOf(piece: Piece, path: string, at: number): number | null {
	if (piece === ANYTHING) return at;
	if (piece !== SEGMENT) return path.startsWith(piece, at) ? at + piece.length : null;
	const slash = path.indexOf('/', at);
	const end = slash < 0 ? path.length : slash;
	return end === at ? null : end;
}
