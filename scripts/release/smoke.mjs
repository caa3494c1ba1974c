/**
 * Installs packed packages into an empty folder, as a new user would, and uses each with the Node that runs this script:
 * `node smoke.mjs <folder with tarballs>`. It needs nothing but npm, so that it runs on every system and every Node that the
 * packages name.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const [tarballs = '.'] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'meeting-assistant-'));
const windows = process.platform === 'win32';

/** @throws Error with what the program printed, if it fails. */
function run(command, args, options = {}) {
	const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: folder, encoding: 'utf8', timeout: 300_000, ...options });
	if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${error ?? ''}\n${stdout}\n${stderr}`);
	return stdout;
}

const manifestOf = (name) => JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'));

/** Whether this Node is new enough for a package. Packages declare it as `>=22.13`. */
function runsHere(name) {
	const wanted = manifestOf(name).engines.node.replace('>=', '').split('.').map(Number);
	const [major, minor] = process.versions.node.split('.').map(Number);
	return major > wanted[0] || (major === wanted[0] && minor >= (wanted[1] ?? 0));
}

async function firstLine(child) {
	for await (const line of createInterface({ input: child.stdout })) return line;
	throw new Error(`${child.spawnargs.join(' ')} ended without an answer`);
}

async function useClient(address) {
	const program = (load) => `${load}
		(async () => {
			let count = 0;
			for await (const { id } of connect(${JSON.stringify(address)}).conversations.list()) if (id) count += 1;
			console.log(count);
		})();`;
	writeFileSync(join(folder, 'use.mjs'), program("import { connect } from 'meeting-assistant-client';"));
	writeFileSync(join(folder, 'use.cjs'), program("const { connect } = require('meeting-assistant-client');"));
	for (const file of ['use.mjs', 'use.cjs']) {
		if (!(Number(run(process.execPath, [file])) > 0)) throw new Error(`${file} found no conversation`);
	}
	return 'lists conversations as ES module and CommonJS';
}

async function useMcp({ baseUrl, apiKey }) {
	const main = join('node_modules', 'meeting-assistant-mcp', 'dist', 'main.js');
	const hello = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'smoke', version: '1' } } };
	const child = spawn(process.execPath, [main], { cwd: folder, env: { ...process.env, MEETING_ASSISTANT_BASE_URL: baseUrl, MEETING_ASSISTANT_API_KEY: apiKey }, stdio: ['pipe', 'pipe', 'inherit'] });
	child.stdin.write(`${JSON.stringify(hello)}\n`);
	const { result } = JSON.parse(await firstLine(child));
	child.kill();
	return `answers as ${result.serverInfo.name}`;
}

function useRehearsal() {
	const nodes = [{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' }, { name: 'Step', type: 'n8n-nodes-base.noOp' }];
	const connections = { Start: { main: [[{ node: 'Step', type: 'main', index: 0 }]] } };
	writeFileSync(join(folder, 'workflow.json'), JSON.stringify({ name: 'Smoke', nodes, connections }));
	const main = join('node_modules', 'meeting-assistant-rehearsal', 'dist', 'packages', 'rehearsal', 'main.js');
	const { runs } = JSON.parse(run(process.execPath, [main, 'workflow.json', '--days', '1', '--json']));
	if (runs !== 1) throw new Error(`A workflow that is started by hand ran ${runs} times`);
	return 'rehearses a workflow';
}

/** The rehearsal brings n8n's engine, which is large, so it is only tested where it can run. */
const withRehearsal = Number.parseInt(process.versions.node) >= 24;

let sandbox;
try {
	const packages = readdirSync(tarballs)
		.filter((name) => name.endsWith('.tgz') && (withRehearsal || !name.includes('rehearsal')))
		.map((name) => resolve(tarballs, name));
	if (packages.length === 0) throw new Error(`no packed package in ${resolve(tarballs)}`);
	writeFileSync(join(folder, 'package.json'), '{ "private": true }');
	run(windows ? 'npm.cmd' : 'npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], { shell: windows });
	console.log(`Node ${process.versions.node} on ${process.platform}: ${packages.length} packages installed`);

	let address = { baseUrl: 'http://127.0.0.1:9', apiKey: 'none' };
	if (runsHere('meeting-assistant-sandbox')) {
		const main = join('node_modules', 'meeting-assistant-sandbox', 'dist', 'sandbox', 'main.js');
		sandbox = spawn(process.execPath, [main, 'serve', '--database', ':memory:', '--port', '0', '--json'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
		const { url, key } = JSON.parse(await firstLine(sandbox));
		address = { baseUrl: url, apiKey: key };
		console.log('meeting-assistant-sandbox: serves');
		console.log(`meeting-assistant-client: ${await useClient(address)}`);
	} else {
		run(process.execPath, ['--input-type=module', '-e', "await import('meeting-assistant-client')"]);
		run(process.execPath, ['-e', "require('meeting-assistant-client')"]);
		console.log('meeting-assistant-client: loads as ES module and CommonJS');
	}
	console.log(`meeting-assistant-mcp: ${await useMcp(address)}`);
	if (withRehearsal) console.log(`meeting-assistant-rehearsal: ${useRehearsal()}`);
} finally {
	sandbox?.kill();
	rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
