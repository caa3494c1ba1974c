import type { PackageDirectoryLoader } from 'n8n-core';
import type { INodeTypes } from 'n8n-workflow';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { coreModule, root, workflowModule } from './n8nModules.ts';

/** Where the packages are that a workflow's node types come from: this package as built, and n8n's own nodes. */
export const defaultPackages = [root, join(root, 'node_modules/n8n-nodes-base')];

export type Packages = ReadonlyMap<string, PackageDirectoryLoader>;

/** The index that n8n's own packages carry, so that a node is loaded when it is first needed: there are more than 400. */
function readIndex(directory: string): PackageDirectoryLoader['known'] | undefined {
	const known = join(directory, 'dist/known');
	if (!existsSync(known)) return undefined;
	const read = (file: string) => JSON.parse(readFileSync(join(known, file), 'utf8'));
	return { nodes: read('nodes.json'), credentials: read('credentials.json') };
}

/** Loads packages with n8n's own loader: completely, as n8n does with a community package, or node by node. */
export async function loadPackages(directories: readonly string[] = defaultPackages): Promise<Packages> {
	const loaders = directories.map((directory) => new coreModule.PackageDirectoryLoader(directory));
	for (const loader of loaders) {
		const index = readIndex(loader.directory);
		if (index) loader.known = index;
		else await loader.loadAll();
	}
	return new Map(loaders.map((loader) => [loader.packageName, loader]));
}

/** Node types by the names that workflows use: `<package>.<node>`. */
export function nodeTypesOf(packages: Packages): INodeTypes {
	const getByName = (type: string) => {
		const dot = type.lastIndexOf('.');
		const loader = packages.get(type.slice(0, dot));
		if (!loader) throw new Error(`No loaded package has the node type ${type}`);
		return loader.getNode(type.slice(dot + 1)).type;
	};
	return {
		getByName,
		getByNameAndVersion: (type, version) => workflowModule.NodeHelpers.getVersionedNodeType(getByName(type), version),
		getKnownTypes: () => ({}),
	};
}
