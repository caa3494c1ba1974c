/** Writes the version of the MCP server into the files that registries and hosts read beside its package.json. */
import { readFileSync, writeFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync('packages/mcp/package.json', 'utf8'));
for (const path of ['packages/mcp/manifest.json', 'packages/mcp/server.json']) {
	// A text replacement keeps the files' own formatting.
	const text = readFileSync(path, 'utf8');
	writeFileSync(path, text.replaceAll(/("version": )"\d+\.\d+\.\d+[^"]*"/g, `$1"${version}"`));
}
