/**
 * Builds and packs every package that is published, as npm would publish it: `node pack.mjs <folder> [--extras]`. `--extras` adds
 * the other files of a GitHub release: a list of components (CycloneDX) for each package, and the bundle for MCP hosts.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const [destination = 'packed', ...options] = process.argv.slice(2);
const folder = resolve(destination);
const npm = (args, stdout = 'inherit') => execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', stdout, 'inherit'], maxBuffer: 64 * 1024 * 1024 });
const read = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** The packages whose code is part of the build, according to the license list that ships with it. */
function inlinedIn(from) {
	const path = join(from, 'dist', 'THIRD-PARTY-NOTICES.md');
	if (!existsSync(path)) return [];
	return [...readFileSync(path, 'utf8').matchAll(/^## (\S+) (\S+)\n\nLicense: (.+)$/gm)].map(([, name, version, license]) => {
		const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
		return { 'bom-ref': purl, type: 'library', name, version, purl, licenses: [{ expression: license }] };
	});
}

/** Packages of this repository that a package depends on: nobody can install them from npm yet. */
const siblingsOf = ({ dependencies = {} }) => packages.filter(({ name }) => name in dependencies);

const packages = globSync(read('package.json').workspaces.map((pattern) => join(pattern, 'package.json')))
	.map((path) => ({ ...read(path), folder: dirname(path) }))
	.filter((manifest) => !manifest.private);

mkdirSync(folder, { recursive: true });
for (const manifest of packages) {
	const where = manifest.folder === '.' ? [] : ['-w', manifest.folder];
	npm(['run', '--silent', 'build', ...where]);
	const [{ filename }] = JSON.parse(npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder, ...where], 'pipe'));
	manifest.tarball = join(folder, filename);
	console.log(filename);
}
for (const manifest of options.includes('--extras') ? packages : []) {
	const { name, version, folder: from, tarball } = manifest;
	// Installed as a user would: in the repository, npm would also leave out what the root needs for development.
	const installed = mkdtempSync(join(tmpdir(), 'sbom-'));
	writeFileSync(join(installed, 'package.json'), '{ "name": "installed", "version": "0.0.0" }');
	npm(['install', '--prefix', installed, '--ignore-scripts', '--omit=peer', '--no-audit', '--no-fund', tarball, ...siblingsOf(manifest).map((sibling) => sibling.tarball)], 'ignore');
	const list = JSON.parse(npm(['sbom', '--prefix', installed, '--sbom-format=cyclonedx', '--sbom-type=library', '--omit=peer', '--legacy-peer-deps'], 'pipe'));
	rmSync(installed, { recursive: true, force: true });
	const own = `${name}@${version}`;
	// npm describes the folder, which contains the package as a component, and cannot know what is in a bundle.
	list.metadata.component = { ...list.components.find((component) => component['bom-ref'] === own), 'bom-ref': own, name, version, purl: `pkg:npm/${name.replace('@', '%40')}@${version}` };
	list.components = [...list.components.filter((component) => component['bom-ref'] !== own), ...inlinedIn(from)];
	writeFileSync(join(folder, `${name.replace('@', '').replace('/', '-')}-${version}.cdx.json`), `${JSON.stringify(list, null, '\t')}\n`);
}
if (options.includes('--extras')) npm(['exec', '--', 'mcpb', 'pack', 'packages/mcp', join(folder, 'meeting-assistant.mcpb')]);
