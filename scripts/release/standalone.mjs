/**
 * Writes the n8n package as a repository of its own, for n8n’s verification: `node standalone.mjs <folder> <owner/name>`. Its
 * sources are those of this repository. It adds what `n8n-node` requires, which cannot apply to the other packages.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import eslintJs from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';

const ROOT = join(import.meta.dirname, '../..');
const [destination, repository] = process.argv.slice(2);
if (!destination || !/^[\w.-]+\/[\w.-]+$/.test(repository ?? '')) throw new Error('Usage: node scripts/release/standalone.mjs <folder> <owner/name of the repository>');
const folder = resolve(destination);
if (existsSync(folder) && readdirSync(folder).some((name) => name !== '.git')) throw new Error(`${folder} is not empty`);

const inRoot = (path) => join(ROOT, path);
const read = (path) => readFileSync(inRoot(path), 'utf8');
const manifest = JSON.parse(read('package.json'));

/** @param text a string; anything else is written as JSON */
function write(path, text) {
	mkdirSync(dirname(join(folder, path)), { recursive: true });
	writeFileSync(join(folder, path), typeof text === 'string' ? text : `${JSON.stringify(text, null, '\t')}\n`);
}

/** The sources of the nodes, as committed. */
const committed = execFileSync('git', ['ls-files', 'nodes', 'credentials', 'icons'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');

/** The modules of `src` that the nodes and the credential reach, and the packages that all of them import. */
function reached() {
	const files = new Set(committed.filter((path) => path.endsWith('.ts')));
	const packages = new Set();
	for (const path of files) {
		for (const [, name] of read(path).matchAll(/\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)) {
			if (name.startsWith('.')) files.add(relative(ROOT, resolve(inRoot(dirname(path)), name)));
			else if (!name.startsWith('node:')) packages.add(/^(?:@[^/]+\/)?[^/]+/.exec(name)[0]);
		}
	}
	return { sources: [...files].filter((path) => path.startsWith('src/')), packages: [...packages] };
}

/**
 * `n8n-node lint` treats every file as part of a node. This lists the files of the core that break rules which only a node can follow, such
 * as throwing n8n’s errors.
 */
async function exemptions(sources) {
	const eslint = new ESLint({
		cwd: ROOT,
		overrideConfigFile: true,
		overrideConfig: tseslint.config({ files: ['**/*.ts'], extends: [eslintJs.configs.recommended, tseslint.configs.recommended, n8nCommunityNodesPlugin.configs.recommended] }),
	});
	const results = await eslint.lintFiles(sources);
	return new Map(results.map(({ filePath, messages }) => [relative(ROOT, filePath), [...new Set(messages.map(({ ruleId }) => ruleId))].sort()]));
}

const { sources, packages } = reached();
for (const path of committed) cpSync(inRoot(path), join(folder, path));
const exempt = await exemptions(sources);
for (const path of sources) {
	const rules = exempt.get(path) ?? [];
	write(path, rules.length === 0 ? read(path) : `/* eslint-disable ${rules.join(', ')} -- this code knows no n8n: nodes/ turns its errors into n8n’s */\n${read(path)}`);
}
for (const path of ['.npmrc', 'CHANGELOG.md', 'LICENSE', 'SECURITY.md', 'rollup.config.mjs', 'src/package.json', 'scripts/package/bundle.mjs', 'scripts/package/thirdPartyNotices.mjs']) cpSync(inRoot(path), join(folder, path));

const here = `${manifest.homepage}/blob/main`;
const absolute = (text, from) => text.replaceAll(/\]\((?!https?:|#)([^)\s]+)\)/g, (_, path) => `](${here}/${join(from, path).replaceAll('\\', '/')})`);
write('README.md', absolute(read('docs/n8n.md').replace(/^# .+/, `# Meeting Assistant for n8n\n\n${manifest.description}. The code is written in [a repository](${manifest.homepage}) that it shares with other platforms.`), 'docs'));
for (const path of ['CHANGELOG.md', 'SECURITY.md']) write(path, absolute(read(path), '.'));
write('.gitignore', 'node_modules/\ndist/\n');
write('eslint.config.mjs', "import { config } from '@n8n/node-cli/eslint';\n\nexport default config;\n");
write('tsconfig.json', { compilerOptions: { ...JSON.parse(read('tsconfig.json')).compilerOptions, types: ['node'] }, include: ['src', 'nodes', 'credentials'] });
cpSync(join(import.meta.dirname, 'standalone/package.test.mjs'), join(folder, 'test/package.test.mjs'));
write('.github/workflows/publish.yml', readFileSync(join(import.meta.dirname, 'standalone/publish.yml'), 'utf8'));

const url = `https://github.com/${repository}`;
const { name, version, description, keywords, license, author, files, n8n, publishConfig, peerDependencies, devDependencies } = manifest;
const needed = [...packages, '@rollup/plugin-node-resolve', '@rollup/plugin-swc', '@swc/core', '@types/node', 'eslint', 'n8n-workflow', 'rollup', 'typescript', 'zod'];
write('package.json', {
	name,
	version,
	description,
	keywords,
	license,
	author,
	homepage: url,
	repository: { type: 'git', url: `git+${url}.git` },
	bugs: `${url}/issues`,
	files,
	n8n: { ...n8n, strict: true },
	publishConfig,
	scripts: { build: 'rollup -c --silent', types: 'tsc --noEmit', lint: 'n8n-node lint', test: 'node --test "test/*.test.mjs"', release: 'n8n-node release', prepublishOnly: 'n8n-node prerelease' },
	peerDependencies,
	devDependencies: Object.fromEntries([...new Set(needed)].sort().map((one) => [one, devDependencies[one]]).concat([['@n8n/node-cli', '0.48.3']]).sort(([one], [other]) => (one < other ? -1 : 1))),
});
console.log(`${folder}: ${sources.length} modules of src, ${committed.length} files of the nodes`);
