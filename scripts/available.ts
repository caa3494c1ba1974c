/**
 * Whether something that a test needs is available. If not, the test is skipped and says so. In CI that is a failure,
 * because whatever a skipped test would have found goes unnoticed.
 */
export function isAvailable(isThere: boolean, missing: string): boolean {
	if (isThere) return true;
	if (process.env['CI']) throw new Error(`CI skips no tests. ${missing}`);
	process.stderr.write(`Skipped: ${missing}\n`);
	return false;
}
