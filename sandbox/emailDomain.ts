import personalProviders from 'email-providers/all.json' with { type: 'json' };

const personal: ReadonlySet<string> = new Set(personalProviders);

/** The company's domain of an e-mail address; null for personal mail providers (Resources, Contact). */
export function companyDomain(email: string): string | null {
	const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
	return personal.has(domain) ? null : domain;
}
