import { actions, creates, searches } from '../../packages/zapier/actions.ts';
import { z } from 'zod/v4';
import { fieldsOffered, inputKey, keyOf } from '../../packages/zapier/form.ts';
import { triggers } from '../../packages/zapier/triggers.ts';
import { creditsOf } from '../../src/operations/index.ts';
import { table, withMarked } from './marked.ts';

const Inputs = z.looseObject({ inputFields: z.array(z.unknown()).default([]) });
const Input = z.object({ key: z.string(), type: z.string().optional() });

/** The keys of inputs, as `invoke` takes them. `dependent`: those that are only shown when others have certain values. */
function inputsOf(operation: unknown, dependent: readonly string[] = []): string {
	const { inputFields } = Inputs.parse(operation);
	const always = inputFields.flatMap((field) => Input.safeParse(field).data ?? []).filter(({ type }) => type !== 'copy').map(({ key }) => key);
	return [...new Set([...always, ...dependent])].map((key) => `\`${key}\``).join(', ') || '–';
}

const kinds = { search: 'Search', create: 'Create' };

function triggersTable(): string {
	const rows = Object.values(triggers).map(({ key, display: { label, description }, operation }) => [
		label,
		`\`${key}\``,
		operation.type === 'hook' ? 'Instant' : 'Polling',
		description,
		inputsOf(operation),
	]);
	return table(['Trigger', 'Key', 'Type', 'When', 'Inputs'], rows);
}

function actionsTable(): string {
	const rows = actions.map(({ resource, operation, kind }) => {
		const key = keyOf(resource, operation);
		const step = (kind === 'search' ? searches : creates)[key];
		const { label = '', description = '', ...display } = step?.display ?? {};
		const inputs = inputsOf(step?.operation, fieldsOffered({ resource, operation }).map(([input, field]) => inputKey(input, field)));
		return [label, `\`${key}\``, `${kinds[kind]}${'hidden' in display ? ', not in new Zaps' : ''}`, description, creditsOf(operation), inputs];
	});
	return table(['Action', 'Key', 'Kind', 'What it does', 'AI credits', 'Inputs'], rows);
}

/** The README of the Zapier integration with its tables updated. */
export const withZapierTables = (markdown: string): string =>
	withMarked(withMarked(markdown, 'triggers', triggersTable()), 'actions', actionsTable());
