import type { Resource } from './operation.ts';

/**
 * What stands below the node's name on the canvas, such as “Get Many: Conversation”. n8n works it out from the values in
 * the workflow alone, so the names of the menus are looked up in the expression itself.
 */
export function subtitle(resources: readonly Resource[]): string {
	const names = resources.flatMap((resource) =>
		resource.operations.map((operation) => [
			`${resource.value} ${operation.value}`,
			`${operation.name}: ${resource.name}`,
		]),
	);
	return `={{ (${JSON.stringify(Object.fromEntries(names))})[$parameter["resource"] + " " + $parameter["operation"]] }}`;
}
