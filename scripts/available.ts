/**
 * Whether what a test needs is there. Where it is not, the test says so and is skipped. In CI that is a failure: what a
 * skipped test would have found would go unnoticed.
 */
export function isAvailable(isThere: boolean, missing: string): boolean {
	if (isThere) return true;
	if (process.env['CI']) throw new Error(`CI skips no tests. ${missing}`);
	process.stderr.write(`Skipped: ${missing}\n`);
	return false;
}
