import type {
	CreateDataTableOptions,
	DataTable,
	DataTableColumnJsType,
	DataTableFilter,
	DataTableInsertRowsResult,
	DataTableInsertRowsReturnType,
	DataTableProxyProvider,
	DataTableRow,
	DataTableRowReturn,
	DataTableRowReturnWithState,
	IDataTableProjectAggregateService,
	IDataTableProjectService,
	INode,
} from 'n8n-workflow';
import * as z from 'zod/v4';

const PROJECT = 'rehearsal';

/** A table of n8n in this process's memory. */
interface Table {
	readonly table: DataTable;
	rows: DataTableRowReturn[];
	nextId: number;
}

type Condition = DataTableFilter['filters'][number]['condition'];
type Compare = (cell: DataTableColumnJsType, value: DataTableColumnJsType) => boolean;

const comparable = (value: DataTableColumnJsType | undefined) => (value instanceof Date ? value.getTime() : (value ?? null));
const ordered = (is: (order: number) => boolean): Compare => (cell, value) => {
	const [a, b] = [comparable(cell), comparable(value)];
	return a !== null && b !== null && is(a < b ? -1 : a > b ? 1 : 0);
};

/** SQL's LIKE: `%` is any text and `_` any character. */
const like = (isSensitive: boolean): Compare => (cell, value) => {
	const parts = String(value).split(/([%_])/).map((part) => (part === '%' ? '[^]*' : part === '_' ? '[^]' : part.replace(/[^\w\s]/g, '\\$&')));
	return new RegExp(`^${parts.join('')}$`, isSensitive ? '' : 'i').test(String(cell ?? ''));
};

const compare: Readonly<Record<Condition, Compare>> = {
	eq: (cell, value) => comparable(cell) === comparable(value),
	neq: (cell, value) => comparable(cell) !== comparable(value),
	gt: ordered((order) => order > 0),
	gte: ordered((order) => order >= 0),
	lt: ordered((order) => order < 0),
	lte: ordered((order) => order <= 0),
	like: like(true),
	ilike: like(false),
	isEmpty: (cell) => cell === null || cell === '',
	isNotEmpty: (cell) => cell !== null && cell !== '',
};

const matches = (row: DataTableRow, { type, filters }: DataTableFilter): boolean => {
	const isMet = ({ columnName, condition, value }: DataTableFilter['filters'][number]) => compare[condition](row[columnName] ?? null, value);
	return filters.length === 0 || (type === 'and' ? filters.every(isMet) : filters.some(isMet));
};

const before = (a: DataTableColumnJsType, b: DataTableColumnJsType): number => {
	const [one, other] = [comparable(a), comparable(b)];
	if (one === other) return 0;
	if (one === null || other === null) return one === null ? -1 : 1;
	return one < other ? -1 : 1;
};

const ColumnType = z.enum(['string', 'number', 'boolean', 'date']).catch('string');
const Columns = z
	.object({
		columns: z.object({ schema: z.array(z.object({ id: z.string(), type: ColumnType })).default([]) }).optional(),
		filters: z.object({ conditions: z.array(z.object({ keyName: z.string() })).default([]) }).optional(),
	})
	.catch({});

/** Adds the columns that a node uses to a table that only exists in the real n8n. */
function addColumns(table: DataTable, { parameters }: INode): void {
	const { columns, filters } = Columns.parse(parameters);
	const used = [...(columns?.schema ?? []), ...(filters?.conditions ?? []).map(({ keyName }) => ({ id: keyName, type: 'string' as const }))];
	for (const { id, type } of used) {
		if (table.columns.some(({ name }) => name === id)) continue;
		table.columns.push({ id: `${table.id}-${table.columns.length}`, name: id, type, index: table.columns.length, dataTableId: table.id });
	}
}

/** The result of `insertRows`, in the form that the caller asked for. */
function inserted<T extends DataTableInsertRowsReturnType>(rows: DataTableRowReturn[], returnType: T): DataTableInsertRowsResult<T>;
function inserted(rows: DataTableRowReturn[], returnType: DataTableInsertRowsReturnType): DataTableInsertRowsResult {
	if (returnType === 'count') return { success: true, insertedRows: rows.length };
	return returnType === 'id' ? rows.map(({ id }) => ({ id })) : rows;
}

/** n8n's data tables for its own node, empty at first. `onWrite` is called with the rows that a write creates or changes. */
export function createDataTables(onWrite: (node: string, table: string, rows: readonly DataTableRow[]) => void): DataTableProxyProvider {
	const tables = new Map<string, Table>();

	const aggregate: IDataTableProjectAggregateService = {
		getProjectId: () => PROJECT,
		async createDataTable({ name, columns }: CreateDataTableOptions) {
			const id = `table-${tables.size + 1}`;
			const now = new Date();
			const table: DataTable = {
				...{ id, name, projectId: PROJECT, createdAt: now, updatedAt: now },
				columns: columns.map((column, index) => ({ index, ...column, id: `${id}-${index}`, dataTableId: id })),
			};
			tables.set(id, { table, rows: [], nextId: 1 });
			return table;
		},
		async getManyAndCount({ filter = {} }) {
			const name = [filter['name'] ?? []].flat().map((text) => text.toLowerCase());
			const found = [...tables.values()].map(({ table }) => table).filter((table) => name.length === 0 || name.includes(table.name.toLowerCase()));
			return { count: found.length, data: found };
		},
		deleteDataTableAll: async () => (tables.clear(), true),
	};

	/** A table that the rehearsal was not given and no node has created: treated as an empty one. */
	async function tableOf(id: string): Promise<Table> {
		const known = tables.get(id);
		if (known) return known;
		const { id: created } = await aggregate.createDataTable({ name: id, columns: [] });
		const table = tables.get(created);
		if (!table) throw new Error('The table was not created');
		tables.set(id, table);
		return table;
	}

	async function project(node: INode, id: string): Promise<IDataTableProjectService> {
		const held = await tableOf(id);
		const { table } = held;
		if (table.name === id) addColumns(table, node);
		const wrote = (rows: readonly DataTableRow[]) => onWrite(node.name, table.name, rows);
		const add = (row: DataTableRow): DataTableRowReturn => {
			const now = new Date();
			const empty = Object.fromEntries(table.columns.map(({ name }) => [name, null]));
			const added: DataTableRowReturn = { ...empty, ...row, id: held.nextId, createdAt: now, updatedAt: now };
			held.nextId += 1;
			held.rows.push(added);
			return added;
		};
		const changedBy = (filter: DataTableFilter, data: DataTableRow) =>
			held.rows
				.filter((row) => matches(row, filter))
				.map((row) => ({ before: row, after: { ...row, ...data, id: row.id, createdAt: row.createdAt, updatedAt: new Date() } }));
		const change = (filter: DataTableFilter, data: DataTableRow): DataTableRowReturn[] => {
			const changed = changedBy(filter, data);
			held.rows = held.rows.map((row) => changed.find(({ before: old }) => old === row)?.after ?? row);
			return changed.map(({ after }) => after);
		};
		const preview = (filter: DataTableFilter, data: DataTableRow): DataTableRowReturnWithState[] =>
			changedBy(filter, data).flatMap((row): DataTableRowReturnWithState[] => [{ ...row.before, dryRunState: 'before' }, { ...row.after, dryRunState: 'after' }]);
		return {
			updateDataTable: async ({ name }) => ((table.name = name), true),
			deleteDataTable: async () => (tables.delete(table.id), tables.delete(id), true),
			getColumns: async () => table.columns,
			async addColumn(column) {
				const added = { index: table.columns.length, ...column, id: `${table.id}-${table.columns.length}`, dataTableId: table.id };
				table.columns = [...table.columns, added];
				return added;
			},
			moveColumn: async () => true,
			async deleteColumn(columnId) {
				table.columns = table.columns.filter((column) => column.id !== columnId);
				return true;
			},
			async getManyRowsAndCount({ filter, sortBy, skip = 0, take }) {
				const found = held.rows.filter((row) => !filter || matches(row, filter));
				const [column, order] = sortBy ?? ['id', 'ASC'];
				const sorted = found.toSorted((a, b) => before(a[column] ?? null, b[column] ?? null) * (order === 'ASC' ? 1 : -1));
				return { count: found.length, data: sorted.slice(skip, take === undefined ? undefined : skip + take) };
			},
			async insertRows(rows, returnType) {
				const added = rows.map(add);
				wrote(added);
				return inserted(added, returnType);
			},
			async updateRows({ filter, data, dryRun }) {
				if (dryRun) return preview(filter, data);
				const changed = change(filter, data);
				if (changed.length > 0) wrote(changed);
				return changed;
			},
			async upsertRow({ filter, data, dryRun }) {
				if (dryRun) return preview(filter, data);
				const changed = change(filter, data);
				const rows = changed.length > 0 ? changed : [add(data)];
				wrote(rows);
				return rows;
			},
			async deleteRows({ filter, dryRun }) {
				const found = held.rows.filter((row) => matches(row, filter));
				if (!dryRun) held.rows = held.rows.filter((row) => !found.includes(row));
				return found;
			},
			async clearRows() {
				const deletedCount = held.rows.length;
				held.rows = [];
				return { deletedCount };
			},
		};
	}
	return {
		getDataTableAggregateProxy: async () => aggregate,
		getDataTableProxy: async (_workflow, node, id) => await project(node, id),
	};
}
