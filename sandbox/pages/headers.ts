/** Headers of every page. Nobody keeps, indexes or frames it, or learns its address from a link on it. */
export const pageHeaders = (policy: string, referrerPolicy: 'no-referrer' | 'same-origin') => ({
	'Content-Type': 'text/html; charset=utf-8',
	'Content-Security-Policy': policy,
	'Referrer-Policy': referrerPolicy,
	'Cache-Control': 'no-store',
	'X-Robots-Tag': 'noindex, nofollow',
	'X-Content-Type-Options': 'nosniff',
	'Cross-Origin-Opener-Policy': 'same-origin',
	'Cross-Origin-Resource-Policy': 'same-origin',
});
