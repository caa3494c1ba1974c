/** Updates all other places that name a version, and moves unreleased changes in the changelog under a new heading. */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const versionIn = (text) => JSON.parse(text).version;
const versionOf = (folder) => versionIn(readFileSync(join(folder, 'package.json'), 'utf8'));

/** Replaces text instead of parsing the file, which keeps its formatting. */
function replace(path, pattern, replacement) {
	writeFileSync(path, readFileSync(path, 'utf8').replaceAll(pattern, replacement));
}

for (const path of ['packages/mcp/manifest.json', 'packages/mcp/server.json']) {
	replace(path, /("version": )"\d+\.\d+\.\d+[^"]*"/g, `$1"${versionOf('packages/mcp')}"`);
}
for (const path of ['packages/client/version.ts', 'packages/mcp/call.ts']) {
	replace(path, /(const VERSION = )'.*'/g, `$1'${versionOf(dirname(path))}'`);
}
for (const path of ['packages/client/README.md', 'packages/mcp/README.md', 'packages/node-red/README.md']) {
	replace(path, /-\d+\.\d+\.\d+\S*\.tgz/g, `-${versionOf(dirname(path))}.tgz`);
}

const versionBefore = (folder) => versionIn(execFileSync('git', ['show', `HEAD:./${folder}/package.json`], { encoding: 'utf8' }));
const changed = ['.', ...globSync('packages/*'), 'sandbox'].filter((folder) => versionOf(folder) !== versionBefore(folder));
if (changed.length > 0) {
	// If the n8n package has a new version, only that one; otherwise each changed package with its name and version.
	const names = changed.includes('.') ? versionOf('.') : changed.map((folder) => `${folder.replace('packages/', '')} ${versionOf(folder)}`).join(', ');
	replace('CHANGELOG.md', '## [Unreleased]\n', `## [Unreleased]\n\n## [${names}] - ${new Date().toISOString().slice(0, 10)}\n`);
}
