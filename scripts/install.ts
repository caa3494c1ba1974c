import { floors } from './floors/install.ts';
import { frameworks } from './frameworks/install.ts';
import { n8nWith } from './n8n/install.ts';
import { nodeRed } from './node-red/install.ts';
import { runtimes } from './runtimes/install.ts';
import { createSteps } from './steps.ts';
import { zapier } from './zapier/install.ts';

const steps = createSteps(process.stderr);

/** Programs that tests need in addition to `npm ci`, each in its own folder outside the repository. */
const programs = {
	n8n: { what: 'n8n, about 3 GB', ...n8nWith(steps) },
	'node-red': { what: 'Node-RED', ...nodeRed },
	zapier: { what: 'Zapier’s platform', ...zapier },
	floors: { what: 'The lowest versions of Node and Node-RED', ...floors },
	runtimes: { what: 'Bun, Deno, workerd and esbuild', ...runtimes },
	frameworks: { what: 'Agent frameworks: Vercel’s AI SDK, LangChain and OpenAI Agents', ...frameworks },
};
const isProgram = (name: string): name is keyof typeof programs => Object.hasOwn(programs, name);

const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(programs);
const unknown = wanted.filter((name) => !isProgram(name));
if (unknown.length > 0) {
	console.error(`There is no ${unknown.join(', ')}. Choose from: ${Object.keys(programs).join(', ')}`);
	process.exit(2);
}
for (const { what, folder, isInstalled, install } of wanted.filter(isProgram).map((name) => programs[name])) {
	if (!isInstalled()) await install();
	steps.clear();
	console.log(`${what}: ${folder()}`);
}
