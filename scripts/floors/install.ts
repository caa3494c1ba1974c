import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod/v4';
import { isAvailable } from '../available.ts';
import { PINNED as N8N, ROOT } from '../n8n/folders.ts';
import { pinned } from '../pinned.ts';

/** About 600 MB, half a minute. */
export const floors = pinned({ name: 'floors', proofs: ['node-red/red.js'] });
export const { isInstalled } = floors;

/** The oldest Node-RED that the package supports. */
export const oldestNodeRed = (): string => floors.inside('node-red/red.js');

const Engines = z.object({ engines: z.object({ node: z.string() }).optional() });
const Lock = z.object({ packages: z.looseObject({ 'node_modules/n8n': Engines }) });

const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/** The lowest version of a range such as `>=22.13`. @throws Error for ranges of another form. */
function lowestOf(range: string): string {
	const [, major, minor = '0', patch = '0'] = /^>=(\d+)(?:\.(\d+))?(?:\.(\d+))?$/.exec(range) ?? [];
	if (major === undefined) throw new Error(`${range} is not a range with a lowest version`);
	return `${major}.${minor}.${patch}`;
}

/** The lowest Node that a package supports, according to its `engines`. The n8n package runs on n8n's Node, whatever n8n requires. */
export function floorOf(folder: string): string {
	const isN8n = folder === '.';
	const { engines } = isN8n
		? Lock.parse(read(join(N8N, 'package-lock.json'))).packages['node_modules/n8n']
		: Engines.parse(read(join(ROOT, folder, 'package.json')));
	if (!engines) throw new Error(`${folder} does not say which Node it supports`);
	return lowestOf(engines.node);
}

/** The executable of that Node. Not every version exists for every system. */
export const lowestNode = (folder: string): string =>
	floors.inside(join(`node-${floorOf(folder)}-${process.platform}-${process.arch}`, 'bin', process.platform === 'win32' ? 'node.exe' : 'node'));

/** The versions of Node to run the tests of a package with: the one of this process, and the lowest that the package supports. */
export function nodesOf(folder: string): { name: string; executable: string }[] {
	const floor = floorOf(folder);
	const lowest = { name: `Node ${floor}`, executable: lowestNode(folder) };
	const missing = `${lowest.name}, the lowest that ${folder} supports, is not installed (npm run hosts:install -- floors)`;
	return [{ name: 'this Node', executable: process.execPath }, ...(isAvailable(existsSync(lowest.executable), missing) ? [lowest] : [])];
}
