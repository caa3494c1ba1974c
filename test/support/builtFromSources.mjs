import { execFileSync } from 'node:child_process';
import { globSync, statSync } from 'node:fs';

/** Everything that the build reads. */
const inputs = ['{src,nodes,credentials,icons}/**', 'scripts/package/*.mjs', 'rollup.config.mjs', 'package.json', 'package-lock.json'];
/** The file that the build writes last. */
const MARK = 'dist/.npmignore';

const timeOf = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Folders count too: they change when a file in them is removed or renamed. */
const isOutdated = () => {
	const built = timeOf(MARK);
	return inputs.some((pattern) => globSync(pattern).some((path) => timeOf(path) >= built));
};

/** n8n's engine runs the built nodes. Testing an older build would say nothing about the sources. */
export function buildFromSources() {
	if (isOutdated()) execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit', shell: process.platform === 'win32' });
}
