import { z } from 'zod/v4';
import { world } from '../support/world.ts';

const { rest } = world.n8n;

const Project = z.object({ id: z.string() });
const Tables = z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) });
const Rows = z.object({ data: z.array(z.record(z.string(), z.unknown())) });
export type Row = z.output<typeof Rows>['data'][number];

/** A data table of the owner, through the API that n8n's own page uses. */
export async function dataTable(name: string) {
	const { id: project } = await rest('GET', '/rest/projects/personal', Project);
	const base = `/rest/projects/${project}/data-tables`;
	const { data } = await rest('GET', base, Tables);
	const found = data.find((table) => table.name === name);
	if (!found) throw new Error(`There is no data table “${name}”`);
	const path = `${base}/${found.id}`;
	return {
		rows: async (): Promise<readonly Row[]> => (await rest('GET', `${path}/rows?take=250`, Rows)).data,
		/** Changes the rows that have this value in this column. */
		update: (columnName: string, value: string, changes: object) =>
			rest('PATCH', `${path}/rows`, z.unknown(), {
				filter: { type: 'and', filters: [{ columnName, condition: 'eq', value }] },
				data: changes,
			}),
		remove: () => rest('DELETE', path, z.unknown()),
	};
}
