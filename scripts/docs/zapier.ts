import { actions, creates, keyOf, searches } from '../../packages/zapier/actions.ts';
import { triggers } from '../../packages/zapier/triggers.ts';
import { creditsOf, row } from './operations.ts';
import { withMarked } from './marked.ts';

const kinds = { search: 'Search', create: 'Create' };

function triggersTable(): string {
	const rows = Object.values(triggers).map(({ display: { label, description }, operation }) =>
		row([label, operation.type === 'hook' ? 'Instant' : 'Polling', description]),
	);
	return [row(['Trigger', 'Type', 'When']), row(['---', '---', '---']), ...rows].join('\n');
}

function actionsTable(): string {
	const rows = actions.map(({ resource, operation, kind }) => {
		const { label = '', description = '' } = (kind === 'search' ? searches : creates)[keyOf(resource, operation)]?.display ?? {};
		return row([label, kinds[kind], description, creditsOf(operation)]);
	});
	return [row(['Action', 'Kind', 'What it does', 'AI credits']), row(['---', '---', '---', '---']), ...rows].join('\n');
}

/** The README of the Zapier integration with its tables brought up to date. */
export const withZapierTables = (markdown: string): string =>
	withMarked(withMarked(markdown, 'triggers', triggersTable()), 'actions', actionsTable());
