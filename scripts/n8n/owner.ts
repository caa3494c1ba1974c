/** Who owns the n8n that is started here. It can be reached from this machine alone, so its password may be known. */
export const OWNER = {
	firstName: 'Nora',
	lastName: 'Feld',
	email: 'owner@example.com',
	password: 'Password123',
} as const;
