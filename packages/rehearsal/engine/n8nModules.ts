import 'reflect-metadata';
import type * as Cron from 'cron';
import type * as N8nCore from 'n8n-core';
import type * as N8nWorkflow from 'n8n-workflow';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// By default the engine writes its settings to the home folder, over those of an installed n8n.
if (!process.env.N8N_USER_FOLDER) {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-engine-'));
	process.env.N8N_USER_FOLDER = folder;
	process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}
// Keeps the engine's log out of the caller's output.
process.env.N8N_LOG_LEVEL ??= 'silent';
process.env.N8N_DIAGNOSTICS_ENABLED ??= 'false';

/** Loads n8n's packages, each of which must exist only once. */
export const requireN8n = createRequire(import.meta.url);

// An import would load n8n-workflow's ES module copy, whose classes differ from those of the engine and the nodes.
export const workflowModule: typeof N8nWorkflow = requireN8n('n8n-workflow');
export const coreModule: typeof N8nCore = requireN8n('n8n-core');

/** The module with which n8n schedules. */
export const cronModule: typeof Cron = createRequire(requireN8n.resolve('n8n-core'))('cron');
