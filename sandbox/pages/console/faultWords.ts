import type { Rule } from '../../faults/rule.ts';

/** What goes wrong, as a person says it. */
export const faultLabels: Readonly<Record<Rule['kind'], string>> = {
	'rate-limited': '429: hourly limit reached',
	'provider-busy': '429: AI provider busy',
	'ai-limit-exceeded': '429: AI credits used up',
	'internal-error': '500: internal error',
	unavailable: '503 with an HTML body',
	'connection-reset': 'Connection reset',
	'slow-first-byte': 'Slow first byte',
	'slow-body': 'Slow body',
	'truncated-json': 'JSON cut short',
	'wrong-content-type': 'Wrong content type',
	redirect: 'Redirect to another origin',
	'clock-skew': 'Server clock off',
	'incomplete-key-points': 'Key points with missing fields',
	'parallel-generations': 'Parallel generations each cost a credit',
};

const labels = new Map<string, string>(Object.entries(faultLabels));

/** The same for the kinds in a header. */
export const faultWords = (kinds: string): string =>
	kinds.split(', ').map((kind) => labels.get(kind) ?? kind).join(' · ');
