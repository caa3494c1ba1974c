import listed from 'email-providers/all.json' with { type: 'json' };

/** Personal mail that the list does not know. */
const UNLISTED = `
	fastmail.com fastmail.de fastmail.co.uk fastmail.com.au fastmail.cn sent.com
	tuta.com tuta.io tutanota.com tutanota.de tutamail.com keemail.me
	posteo.de posteo.net posteo.at posteo.ch posteo.org mailfence.com startmail.com runbox.com disroot.org riseup.net
	kolabnow.com duck.com passmail.net passinbox.com simplelogin.com aleeas.com slmail.me mozmail.com
	protonmail.ch gmx.ch gmx.eu hey.com skiff.com mailbox.org soverin.net zohomail.eu zohomail.com
`;

/** What the list knows, and yet stands for somebody's company in examples (RFC 2606). */
const RESERVED: ReadonlySet<string> = new Set(['example.com', 'example.net', 'example.org']);

const personal: ReadonlySet<string> = new Set([...listed, ...UNLISTED.trim().split(/\s+/)]);

/** The company's domain of an e-mail address; null for personal mail providers (Resources, Contact). */
export function companyDomain(email: string): string | null {
	const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
	return personal.has(domain) && !RESERVED.has(domain) ? null : domain;
}
