import { actions, creates, searches } from '../../packages/zapier/actions.ts';
import { keyOf } from '../../packages/zapier/form.ts';
import { triggers } from '../../packages/zapier/triggers.ts';
import { creditsOf } from '../../src/operations/index.ts';
import { table, withMarked } from './marked.ts';

const kinds = { search: 'Search', create: 'Create' };

function triggersTable(): string {
	const rows = Object.values(triggers).map(({ key, display: { label, description }, operation }) => [
		label,
		`\`${key}\``,
		operation.type === 'hook' ? 'Instant' : 'Polling',
		description,
	]);
	return table(['Trigger', 'Key', 'Type', 'When'], rows);
}

function actionsTable(): string {
	const rows = actions.map(({ resource, operation, kind }) => {
		const key = keyOf(resource, operation);
		const { label = '', description = '', ...display } = (kind === 'search' ? searches : creates)[key]?.display ?? {};
		return [label, `\`${key}\``, `${kinds[kind]}${'hidden' in display ? ', not in new Zaps' : ''}`, description, creditsOf(operation)];
	});
	return table(['Action', 'Key', 'Kind', 'What it does', 'AI credits'], rows);
}

/** The README of the Zapier integration with its tables updated. */
export const withZapierTables = (markdown: string): string =>
	withMarked(withMarked(markdown, 'triggers', triggersTable()), 'actions', actionsTable());
