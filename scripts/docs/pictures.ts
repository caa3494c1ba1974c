/** Takes the documents’ pictures again, or only the named ones. Further words go to a single one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '../n8n/folders.ts';

const takers: Readonly<Record<string, string>> = {
	demo: 'scripts/docs/demoPicture.ts',
	sandbox: 'scripts/docs/sandboxPictures.ts',
	rehearsal: 'scripts/docs/rehearsalPictures.ts',
	editor: 'e2e/pictures.ts',
	icon: 'scripts/docs/iconPicture.ts',
};

const [name, ...words] = process.argv.slice(2);
if (name !== undefined && !Object.hasOwn(takers, name)) throw new Error(`There are no pictures called ${name}. There are: ${Object.keys(takers).join(', ')}`);
for (const path of name === undefined ? Object.values(takers) : [takers[name]!]) {
	const child = spawn(process.execPath, [...process.execArgv, join(ROOT, path), ...words], { cwd: ROOT, stdio: 'inherit' });
	const [code] = await once(child, 'close');
	if (code !== 0) throw new Error(`${path} failed`);
}
