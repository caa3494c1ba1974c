import { floorOf, lowestNode, nodesOf } from '../../../scripts/floors/install.ts';

/** Tests on the lowest Node that a package supports, skipped with a message where that is not installed. */
export function describeOnLowestNode(folder: string, tests: (executable: string) => void): void {
	const isThere = nodesOf(folder).some(({ executable }) => executable === lowestNode(folder));
	(isThere ? describe : describe.skip)(`on Node ${floorOf(folder)}, the lowest supported`, () => tests(lowestNode(folder)));
}
