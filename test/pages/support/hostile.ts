/** Text that would run, or break out of its place, if it were taken for markup. */
export const hostile = [
	'<script>alert(1)</script>',
	'<img src=x onerror=alert(2)>',
	'"><svg onload=alert(3)>',
	"' autofocus onfocus='alert(4)",
	'</style></title><script>alert(5)</script>',
	'<!-- <b>',
].join(' ');

/** A transcript whose speaker and words are hostile. */
export const hostileTranscript = JSON.stringify([
	{ speaker: hostile, text: hostile, start: 0, end: 5 },
	{ speaker: 'local', text: 'Good morning.', start: 5, end: 10 },
]);
