import { readFileSync } from 'node:fs';
import { openApiDocument } from '../../sandbox/openapi/document.ts';
import { pagesList } from '../site/pages.ts';
import { schemaFiles } from '../schemas/schemaFiles.ts';
import { clientOperationTypes } from './clientOperationTypes.ts';
import { clientTable } from './clientTable.ts';
import { clientTypes } from './clientTypes.ts';
import { withCounts } from './counts.ts';
import { withEndpoints } from './endpoints.ts';
import { withMarked } from './marked.ts';
import { withOperationsTables } from './operations.ts';
import { pinnedExamples } from './pins.ts';
import { platformsPage, withToolsTable } from './platforms.ts';
import { recipesPage } from './recipes.ts';
import { withActions } from './sandboxActions.ts';
import { sizingTable } from './sizing.ts';
import { SKILL, skillPage } from './skill.ts';
import { windowsZones } from './windowsZones.ts';
import { withZapierTables } from './zapier.ts';

/** The address in documents, which belongs to nobody. */
const SERVER = 'https://api.example.com';

/** Every committed file that is generated from code, with its current content, by path from the repository's root. */
export const generated: Readonly<Record<string, () => string>> = {
	'README.md': () => withMarked(readFileSync('README.md', 'utf8'), 'pages', pagesList()),
	'docs/operations.md': () => withOperationsTables(readFileSync('docs/operations.md', 'utf8')),
	'sandbox/README.md': () => withActions(readFileSync('sandbox/README.md', 'utf8')),
	'packages/zapier/README.md': () => withZapierTables(readFileSync('packages/zapier/README.md', 'utf8')),
	'docs/assumptions.md': () => withEndpoints(readFileSync('docs/assumptions.md', 'utf8')),
	'docs/platforms.md': platformsPage,
	'packages/mcp/README.md': () => withToolsTable(readFileSync('packages/mcp/README.md', 'utf8')),
	'docs/comparison.md': () => withCounts(readFileSync('docs/comparison.md', 'utf8')),
	'packages/client/generated/operationTypes.ts': clientOperationTypes,
	'packages/client/generated/table.ts': clientTable,
	'packages/client/generated/types.ts': clientTypes,
	[SKILL]: skillPage,
	'docs/recipes.md': recipesPage,
	'src/meetings/windowsZones.ts': windowsZones,
	'docs/limits.md': () => withMarked(readFileSync('docs/limits.md', 'utf8'), 'sizing', sizingTable()),
	...pinnedExamples,
	...schemaFiles,
	'docs/openapi.json': () => `${JSON.stringify(openApiDocument(SERVER), null, '\t')}\n`,
};
