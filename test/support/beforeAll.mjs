import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildFromSources } from './builtFromSources.mjs';

/** One folder for all workers: jest ends them without their exit handlers. */
export default () => {
	buildFromSources();
	const folder = mkdtempSync(join(tmpdir(), 'jest-run-'));
	// Otherwise results would depend on where the tests run.
	process.env.TZ ??= 'UTC';
	process.env.JEST_RUN_FOLDER = folder;
	process.env.N8N_USER_FOLDER = folder;
	// Tests start Node hundreds of times, and compiling the same files again is half of the work.
	process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');
};
