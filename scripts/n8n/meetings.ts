/** The invented meetings that come on top of the sandbox's own sample, all of Nora Feld's. */
export const meetings = [
	{ file: 'product-weekly.txt', daysAgo: 2, attendees: [{ name: 'Lea Brandt', email: 'lea.brandt@quillbrook.example' }] },
	{ file: 'linden-onboarding.txt', daysAgo: 5, attendees: [{ name: 'Samira Okafor', email: 'samira.okafor@linden.example' }] },
	{ file: 'corvin-discovery.txt', daysAgo: 8, attendees: [{ name: 'Henrik Dahl', email: 'henrik.dahl@corvin.example' }] },
] as const;
