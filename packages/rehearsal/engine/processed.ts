import type { DeduplicationItemTypes, DeduplicationScope, ICheckProcessedContextData, ICheckProcessedOptions, IDataDeduplicator } from 'n8n-workflow';

const nameOf = (scope: DeduplicationScope, { node, workflow }: ICheckProcessedContextData): string =>
	scope === 'node' ? `${workflow.id} ${node?.name}` : workflow.id;

const orderOf = (item: DeduplicationItemTypes, mode: ICheckProcessedOptions['mode']): number =>
	mode === 'latestDate' ? new Date(item).getTime() : Number(item);

/** What n8n's Remove Duplicates node has seen in earlier executions, in this process's memory. */
export function createProcessed(): IDataDeduplicator {
	const entries = new Map<string, Set<DeduplicationItemTypes>>();
	const latest = new Map<string, number>();
	const entriesOf = (name: string) => entries.get(name) ?? entries.set(name, new Set()).get(name) ?? new Set();
	return {
		async checkProcessedAndRecord(items, scope, context, { mode }) {
			const name = nameOf(scope, context);
			const known = entriesOf(name);
			const last = latest.get(name) ?? -Infinity;
			const isKnown = (item: DeduplicationItemTypes) => (mode === 'entries' ? known.has(item) : orderOf(item, mode) <= last);
			const processed = items.filter(isKnown);
			const fresh = items.filter((item) => !isKnown(item));
			if (mode === 'entries') for (const item of fresh) known.add(item);
			else latest.set(name, Math.max(last, ...fresh.map((item) => orderOf(item, mode))));
			return { new: fresh, processed };
		},
		async removeProcessed(items, scope, context) {
			for (const item of items) entriesOf(nameOf(scope, context)).delete(item);
		},
		async clearAllProcessedItems(scope, context) {
			entries.delete(nameOf(scope, context));
			latest.delete(nameOf(scope, context));
		},
		getProcessedDataCount: async (scope, context) => entriesOf(nameOf(scope, context)).size,
	};
}
