import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../scripts/n8n/folders.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const asNewcomer = (command: string): string => execFileSync('bash', ['.ci/newcomer', command], { cwd: ROOT, encoding: 'utf8' });

test('CI begins with the two commands of the README, before it installs anything', () => {
	const commands = read('README.md').match(/^ {4}npm ci && npm (run demo|test)/gm);
	expect(commands).toHaveLength(2);
	const [before = '', , after = ''] = read('.ci/run').split(/(\.ci\/newcomer "\$\{commands\[0\]\} && \$\{commands\[1\]#npm ci && \})/);
	expect(before).not.toMatch(/^[^#\n]*(apt-get|hosts:install)/m);
	expect(after).toMatch(/^[^#\n]*apt-get install[^]*hosts:install/m);
});

test('a newcomer has Node, npm, Git and a shell', () => {
	expect(asNewcomer('node -p 1; npm -v; git --version; sh -c "echo yes"')).toMatch(/^1\n\d+\.\d+\.\d+\ngit version .*\nyes\n$/);
});

test('a newcomer has no browser, compiler or database, and an empty home', () => {
	expect(asNewcomer('type -P chromium g++ make python3 curl redis-server script; ls -A ~; echo "$CHROMIUM$CI$MEETING_ASSISTANT_API_KEY"')).toBe('\n');
});

test.each(['floors', 'zapier', 'node-red', 'runtimes', 'frameworks'])('a newcomer does not find %s, even where it is installed', (program) => {
	const module = join(ROOT, `scripts/${program}/install.ts`);
	expect(asNewcomer(`node_modules/.bin/node --disable-warning=ExperimentalWarning --disable-warning=MODULE_TYPELESS_PACKAGE_JSON -e 'import("${module}").then(({ isInstalled }) => console.log(isInstalled()))'`)).toBe('false\n');
});
