import { actions, creates, searches } from '../../packages/zapier/actions.ts';
import { keyOf } from '../../packages/zapier/form.ts';
import { triggers } from '../../packages/zapier/triggers.ts';
import { creditsOf } from '../../src/operations/index.ts';
import { table, withMarked } from './marked.ts';

const kinds = { search: 'Search', create: 'Create' };

function triggersTable(): string {
	const rows = Object.values(triggers).map(({ display: { label, description }, operation }) => [
		label,
		operation.type === 'hook' ? 'Instant' : 'Polling',
		description,
	]);
	return table(['Trigger', 'Type', 'When'], rows);
}

function actionsTable(): string {
	const rows = actions.map(({ resource, operation, kind }) => {
		const { label = '', description = '', ...display } = (kind === 'search' ? searches : creates)[keyOf(resource, operation)]?.display ?? {};
		return [label, `${kinds[kind]}${'hidden' in display ? ', not in new Zaps' : ''}`, description, creditsOf(operation)];
	});
	return table(['Action', 'Kind', 'What it does', 'AI credits'], rows);
}

/** The README of the Zapier integration with its tables updated. */
export const withZapierTables = (markdown: string): string =>
	withMarked(withMarked(markdown, 'triggers', triggersTable()), 'actions', actionsTable());
