import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from '../../../packages/rehearsal/report/report.ts';

const root = join(import.meta.dirname, '../../..');
const flags = ['--disable-warning=ExperimentalWarning', '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON'];

export interface Ended {
	readonly code: number | null;
	readonly out: string;
	readonly err: string;
}

/** Removes progress, because the number of its lines depends on how fast a machine is. */
export const withoutProgress = (err: string): string => err.replace(/^(Loading|Rehearsing) .*\n/gm, '');

/** Runs one of the commands in a process of its own: n8n's email node cannot be loaded by Jest. */
export function run(program: string, words: readonly string[], variables: NodeJS.ProcessEnv = {}): Promise<Ended> {
	const env = { ...process.env, FORCE_COLOR: undefined, INIT_CWD: root, ...variables };
	return new Promise((resolve) => {
		const child = execFile(process.execPath, [...flags, program, ...words], { cwd: root, env, maxBuffer: 1e9 }, (_error, out, err) => resolve({ code: child.exitCode, out, err: withoutProgress(err) }));
	});
}

/** The end of the month that tests replay: a Friday. */
export const UNTIL = '2026-11-20T17:00:00Z';

export const workflow = (name: string): string => join(import.meta.dirname, 'workflows', `${name}.json`);

/** A rehearsal, read from its command's output. */
export async function rehearsal(file: string, words: readonly string[] = []): Promise<{ readonly code: number | null; readonly report: Report }> {
	const { code, out, err } = await run('packages/rehearsal/main.ts', [file, '--json', '--until', UNTIL, ...words]);
	if (out === '') throw new Error(`The rehearsal printed nothing: ${err}`);
	return { code, report: JSON.parse(out) };
}

/** Rehearsals by name, one after the other in a single process: loading n8n takes longer than most of them. `days`: default a month. */
export async function rehearsals(wanted: Readonly<Record<string, { readonly file: string; readonly days?: number; readonly others?: readonly string[] }>>): Promise<ReadonlyMap<string, Report>> {
	const { out, err } = await run('test/hosts/rehearsal/several.ts', [JSON.stringify(Object.values(wanted))]);
	if (out === '') throw new Error(`Nothing was rehearsed: ${err}`);
	const reports: Report[] = JSON.parse(out);
	return new Map(Object.keys(wanted).flatMap((name, index): [string, Report][] => (reports[index] ? [[name, reports[index]]] : [])));
}

/** A rehearsal as a person gets it: in the terminal, and as a page. */
export async function rehearsalPage(file: string): Promise<{ readonly out: string; readonly page: string; readonly code: number | null }> {
	const folder = mkdtempSync(join(tmpdir(), 'rehearsal-test-'));
	try {
		const html = join(folder, 'page.html');
		const { code, out } = await run('packages/rehearsal/main.ts', [file, '--until', UNTIL, '--html', html]);
		return { code, out, page: readFileSync(html, 'utf8') };
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
