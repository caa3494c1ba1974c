import type { PackageDirectoryLoader } from 'n8n-core';
import type { INodeTypes } from 'n8n-workflow';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { coreModule, requireN8n, workflowModule } from './n8nModules.ts';

const folderOf = (name: string): string => dirname(requireN8n.resolve(`${name}/package.json`));

/** Folder of the package with the meeting assistant's nodes: in a checkout, the repository itself. */
export const ownPackage = folderOf('n8n-nodes-meeting-assistant');

/** Folders of the packages that provide node types: ours as built, and n8n's own nodes. */
export const defaultPackages = [ownPackage, folderOf('n8n-nodes-base')];

export type Packages = ReadonlyMap<string, PackageDirectoryLoader>;

/** The index in n8n's own packages. With it, each of more than 400 nodes is loaded only when first needed. */
function readIndex(directory: string): PackageDirectoryLoader['known'] | undefined {
	const known = join(directory, 'dist/known');
	if (!existsSync(known)) return undefined;
	const read = (file: string) => JSON.parse(readFileSync(join(known, file), 'utf8'));
	return { nodes: read('nodes.json'), credentials: read('credentials.json') };
}

/** Loads packages with n8n's own loader: at once, as n8n does with community packages, or node by node with an index. */
export async function loadPackages(directories: readonly string[] = defaultPackages): Promise<Packages> {
	const loaders = directories.map((directory) => new coreModule.PackageDirectoryLoader(directory));
	for (const loader of loaders) {
		const index = readIndex(loader.directory);
		if (index) loader.known = index;
		else await loader.loadAll();
	}
	return new Map(loaders.map((loader) => [loader.packageName, loader]));
}

/** Node types by their name in workflows, `<package>.<node>`. */
export function nodeTypesOf(packages: Packages): INodeTypes {
	const getByName = (type: string) => {
		const dot = type.lastIndexOf('.');
		const loader = packages.get(type.slice(0, dot));
		if (!loader) throw new Error(`Unknown node type ${type}: no loaded package provides it`);
		return loader.getNode(type.slice(dot + 1)).type;
	};
	return {
		getByName,
		getByNameAndVersion: (type, version) => workflowModule.NodeHelpers.getVersionedNodeType(getByName(type), version),
		getKnownTypes: () => ({}),
	};
}

const TRIGGERS = ['meetingAssistantTrigger', 'meetingAssistantPollingTrigger'];

/** What the forms of this package's triggers call events, by name. */
export function eventLabels(packages: Packages): ReadonlyMap<string, string> {
	const types = nodeTypesOf(packages);
	const choices = TRIGGERS.flatMap((type) => types.getByNameAndVersion(`n8n-nodes-meeting-assistant.${type}`).description.properties.find(({ name }) => name === 'events')?.options ?? []);
	return new Map(choices.flatMap((choice) => ('value' in choice ? [[String(choice.value), choice.name]] : [])));
}
