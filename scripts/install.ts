import { floorsFolder, installFloors, isInstalled as hasFloors } from './floors/install.ts';
import { hostFolder } from './n8n/folders.ts';
import { installN8n, isInstalled as hasN8n } from './n8n/install.ts';
import { installNodeRed, isInstalled as hasNodeRed, nodeRedFolder } from './node-red/install.ts';
import { installRuntimes, isInstalled as hasRuntimes, runtimesFolder } from './runtimes/install.ts';
import { createSteps } from '../packages/rehearsal/terminal.ts';
import { installZapier, isInstalled as hasZapier, zapierFolder } from './zapier/install.ts';

interface Program {
	readonly what: string;
	readonly folder: () => string;
	readonly isInstalled: () => boolean;
	readonly install: () => Promise<void>;
}

const steps = createSteps(process.stderr);

/** What tests need beyond `npm ci`, each in a folder of its own outside the repository. */
const programs: Readonly<Record<string, Program>> = {
	n8n: { what: 'n8n, about 3 GB', folder: hostFolder, isInstalled: hasN8n, install: () => installN8n(steps) },
	'node-red': { what: 'Node-RED', folder: nodeRedFolder, isInstalled: hasNodeRed, install: installNodeRed },
	zapier: { what: 'Zapier’s platform', folder: zapierFolder, isInstalled: hasZapier, install: installZapier },
	floors: { what: 'The lowest versions of Node and Node-RED', folder: floorsFolder, isInstalled: hasFloors, install: installFloors },
	runtimes: { what: 'Bun, Deno, workerd and esbuild', folder: runtimesFolder, isInstalled: hasRuntimes, install: installRuntimes },
};

const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(programs);
const unknown = wanted.filter((name) => !Object.hasOwn(programs, name));
if (unknown.length > 0) {
	console.error(`There is no ${unknown.join(', ')}. Choose from: ${Object.keys(programs).join(', ')}`);
	process.exit(2);
}
for (const name of wanted) {
	const { what, folder, isInstalled, install } = programs[name]!;
	if (!isInstalled()) await install();
	steps.clear();
	console.log(`${what}: ${folder()}`);
}
