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
};

const labels = new Map<string, string>(Object.entries(faultLabels));

/** The same for the kind in a header. */
export const faultWords = (kind: string): string => labels.get(kind) ?? kind;
