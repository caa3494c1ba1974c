import 'reflect-metadata';
import type * as N8nCore from 'n8n-core';
import type * as N8nWorkflow from 'n8n-workflow';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// The engine writes its settings into the home folder, where they would meet those of an installed n8n.
if (!process.env.N8N_USER_FOLDER) {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-engine-'));
	process.env.N8N_USER_FOLDER = folder;
	process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}
// Its log would mix with what the caller prints.
process.env.N8N_LOG_LEVEL ??= 'silent';
process.env.N8N_DIAGNOSTICS_ENABLED ??= 'false';

/** The folder whose packages are run: the repository, from where npm starts every script. */
export const root = process.cwd();

const require = createRequire(join(root, 'package.json'));

// An import would bring in n8n-workflow's second, ES module copy, whose classes the engine and the nodes do not know.
export const workflowModule: typeof N8nWorkflow = require('n8n-workflow');
export const coreModule: typeof N8nCore = require('n8n-core');
