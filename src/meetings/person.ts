import { wordsOf } from '../format/index.ts';
import { companyMatcher, domainOf } from './calendar.ts';

/** For comparing and searching addresses. Keeps accents, as the service's search does not ignore them. */
export const lowerCase = (email: string): string => email.trim().toLowerCase();

/** A person that a name may mean. */
export interface Candidate {
	/** In lower case; null without a usable one. */
	readonly email: string | null;
	readonly name: string | null;
	readonly contactId: string | null;
	/** The words of the name in a fixed order; empty without a name. */
	readonly fullName: string;
	readonly firstNames: readonly string[];
	/** The letters and digits before the @. */
	readonly mailbox: string;
}

const TITLES: ReadonlySet<string> = new Set(['dr', 'prof', 'mr', 'mrs', 'ms', 'herr', 'frau']);

/** What stands beside a name: a company in parentheses, an address in angle brackets. */
const BESIDE_NAME = /\([^()]*\)|<[^<>]*>/g;

/** The words of a name, without titles and what stands beside it. */
function nameWords(text: string): string[] {
	const words = wordsOf(text.replace(BESIDE_NAME, ' '));
	const named = words.filter((word) => !TITLES.has(word));
	return named.length > 0 ? named : words;
}

const sorted = (text: string): string => nameWords(text).toSorted().join(' ');

/** The possible first names: Ann in “Lee, Ann”; in “Ann Lee, PhD” the name before the comma counts as well. */
function firstNamesOf(name: string): string[] {
	const [before = [], ...after] = name.split(',').map(nameWords).filter((words) => words.length > 0);
	return [...(after.length === 0 || before.length > 1 ? [before] : []), ...after].flatMap(([first]) => first ?? []);
}

const ADDRESS = /^[^\s@<>,;:"()]+@[^\s@<>,;:"()]+$/;

/** The lookbehind looks at each run of letters once. Without it, a long run would be tried from each of its letters. */
const WRITTEN_ADDRESS = /(?<![^\s@<>,;:"()[\]])[^\s@<>,;:"()[\]]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*/gu;

/** Email addresses in any text, each once, in lower case: `Ann Lee <ann@acme.com>`, `mailto:ann@acme.com?subject=Hello`. */
export const addressesIn = (text: string): string[] => [
	...new Set(Array.from(lowerCase(text).matchAll(WRITTEN_ADDRESS), ([address]) => address.replace(/^'+/, ''))),
];

/** The address in a text; the text as it is if there is none, or more than one. */
export function addressIn(text: string): string {
	const [address, ...others] = addressesIn(text);
	return address !== undefined && others.length === 0 ? address : text;
}

const isTitle = (word: string): boolean => {
	const words = wordsOf(word);
	return words.length > 0 && words.every((one) => TITLES.has(one));
};

const nameIn = (text: string): string => {
	const words = text.replace(BESIDE_NAME, ' ').trim().split(/\s+/);
	return words.filter((word) => !isTitle(word)).join(' ') || text.trim();
};

/**
 * Who is meant by what people enter or mail programs write, such as `Ann Lee <ann@acme.com>` or `Dr. Ann Lee (Acme)`: the
 * address, or part of one, otherwise the name; of a link, the domain. Null for several addresses.
 */
export function personIn(text: string): { readonly kind: 'email' | 'name'; readonly text: string } | null {
	const addresses = addressesIn(text);
	if (addresses.length > 1) return null;
	if (text.includes('@')) return { kind: 'email', text: lowerCase(addressIn(text)) };
	return { kind: 'name', text: /^\s*(?:https?:\/\/|www\.)\S+\s*$/i.test(text) ? domainOf(lowerCase(text)) : nameIn(text) };
}

/** Mail to ann+work@ arrives at ann@, so both are one mailbox. */
export function mailboxKey(email: string): string {
	const at = email.lastIndexOf('@');
	const plus = email.indexOf('+');
	return plus > 0 && plus < at ? email.slice(0, plus) + email.slice(at) : email;
}

/** Guests and contacts without a usable address are candidates too, so that their name is not taken for somebody else’s. */
export function candidateOf({
	email,
	name,
	contactId = null,
}: {
	readonly email: string | null;
	readonly name: string | null;
	readonly contactId?: string | null;
}): Candidate {
	const address = lowerCase(email ?? '');
	const isAddress = ADDRESS.test(address);
	const mailbox = isAddress ? mailboxKey(address).replace(/@[^@]*$/, '') : '';
	return {
		...{ email: isAddress ? address : null, name, contactId },
		...{ fullName: sorted(name ?? ''), firstNames: firstNamesOf(name ?? mailbox), mailbox: wordsOf(mailbox).join('') },
	};
}

/** Ann Lee may have the mailboxes ann.lee, lee.ann, annlee, a.lee and alee. */
function mailboxesOf(name: string): ReadonlySet<string> {
	const [first = '', ...others] = nameWords(name);
	const last = others.at(-1);
	return new Set(last === undefined ? [] : [first + last, last + first, first.charAt(0) + last]);
}

type Rule = (name: string) => (candidate: Candidate) => boolean;

const byAddress: Rule = (name) => {
	const address = lowerCase(addressIn(name));
	return ({ email }) => email === address;
};

const byFullName: Rule = (name) => {
	const wanted = sorted(name);
	return ({ fullName }) => wanted !== '' && fullName === wanted;
};

const byMailbox: Rule = (name) => {
	const mailboxes = mailboxesOf(name);
	return (one) => one.name === null && mailboxes.has(one.mailbox);
};

const byFirstName: Rule = (name) => {
	const [first, ...others] = wordsOf(name);
	return ({ firstNames }) => first !== undefined && others.length === 0 && firstNames.includes(first);
};

/** The ways to recognize somebody, most reliable first. The first rule that matches anybody decides. */
export const rules: readonly Rule[] = [byAddress, byFullName, byMailbox, byFirstName];

/** The rules that leave no doubt. A first name is enough to assign a task, but not to send mail. */
export const sureRules: readonly Rule[] = [byAddress, (name) => (nameWords(name).length > 1 ? byFullName(name) : () => false)];

/** The candidate who fits a name; null if nobody does, `several` if more than one does. */
export function fitting(name: string, candidates: readonly Candidate[], by = rules): Candidate | 'several' | null {
	for (const rule of by) {
		const fits = candidates.filter(rule(name));
		const [first] = fits;
		if (first) return new Set(fits.map((one) => (one.email === null ? one : mailboxKey(one.email)))).size > 1 ? 'several' : first;
	}
	return null;
}

/**
 * Whether a mailbox with these words may belong to a name: `ann.lee`, `a.lee`, `alee` and `lee.ann` may all be Ann Lee’s. `ann` may
 * be any Ann’s.
 */
export function isMailboxOf(local: readonly string[], words: readonly string[]): boolean {
	const [first = '', last = ''] = [words[0], words.at(-1)];
	const initials = [first + last, first.slice(0, 1) + last, first + last.slice(0, 1), last + first, last + first.slice(0, 1)];
	const isNamed = local.every((part) => (part.length > 1 ? words.includes(part) : words.some((word) => word.startsWith(part))));
	return (local.length > 1 && local.some(({ length }) => length > 1) && isNamed) || (words.length > 1 && initials.includes(local.join('')));
}

/** What is known about a guest, a contact, or a name in key points. */
export interface Named {
	readonly email: string | null;
	readonly name: string | null;
}

/** Scripts that write a name as one word. */
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** `acme.com`, or `ann.lee`. */
const DOMAIN_LIKE = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u;

/**
 * Tests people against a name, an address, or the domain of a company. Every word has to be a word of theirs, or the initial of
 * one, in any order, so “Ann Lee” does not find Anna Lee, or all of them together are one, as in domains. An address also finds
 * people known only by a name that fits its mailbox. Ignores case and accents.
 */
export function personMatcher(given: string): (person: Named) => boolean {
	const { kind, text } = personIn(given) ?? { kind: 'email', text: lowerCase(given) };
	if (kind === 'email') {
		const local = wordsOf(text.replace(/@.*|\d+/g, ' '));
		const isNamed = (name: string): boolean => lowerCase(name).includes(text) || (local.length > 0 && isMailboxOf(local, wordsOf(name)));
		return ({ email, name }) => (email === null ? isNamed(name ?? '') : mailboxKey(email).includes(mailboxKey(text)));
	}
	const wanted = wordsOf(text);
	const isOfCompany = DOMAIN_LIKE.test(text) ? companyMatcher(text) : null;
	const together = wanted.join('');
	const fits = (word: string) => (one: string) =>
		WITHOUT_SPACES.test(word) ? one.includes(word) : one === word || (word.length === 1 && one.startsWith(word));
	return ({ email, name }) => {
		if (isOfCompany?.(email)) return true;
		const known = wordsOf(`${name ?? ''} ${isOfCompany ? (email ?? '').replace(/@.*/, '') : (email ?? '')}`);
		return wanted.length > 0 && (known.includes(together) || wanted.every((word) => known.some(fits(word))));
	};
}
