import type { Command } from 'commander';
import { controls } from '../../control/index.ts';
import { atDesk } from '../command.ts';
import { table } from '../output.ts';
import { more } from '../values.ts';

interface UserOption {
	readonly user?: string;
}

interface SummaryOptions {
	readonly prose: string;
	readonly topic?: readonly string[];
	readonly question?: readonly string[];
}

export function contactCommands(program: Command): void {
	const contact = program
		.command('contact')
		.description('Add, list and summarize contacts. `import` adds the attendees of a meeting');

	contact
		.command('add')
		.description('Add a contact, or rename an existing one')
		.requiredOption('--email <address>', 'required: email address')
		.option('--name <name>', 'name to show')
		.option('--user <user>', 'owner of the contact; optional with only one user')
		.action((options: UserOption, command: Command) =>
			atDesk(command, async ({ desk, show }) => {
				const added = await desk.perform(controls.contacts.add, options);
				show(added, () => `Added contact ${added.id}.`);
			}),
		);

	contact
		.command('list')
		.description('List contacts, most meetings first')
		.option('--search <text>', 'part of the email address or name')
		.option('--user <user>', 'owner of the contacts')
		.action((options: UserOption, command: Command) =>
			atDesk(command, async ({ desk, show }) => {
				const contacts = await desk.perform(controls.contacts.list, options);
				show(contacts, () =>
					table(
						['ID', 'MEETINGS', 'EMAIL', 'NAME'],
						contacts.map(({ id, meetingCount, email, displayName }) => [id, meetingCount, email, displayName]),
					),
				);
			}),
		);

	contact
		.command('summarize')
		.description('Set the summary in a contact’s briefing')
		.argument('<id>', 'ID from `contact list`')
		.requiredOption('--prose <text>', 'required: a few sentences')
		.option('--topic <text>', 'a topic; can be repeated', more)
		.option('--question <text>', 'an open question; can be repeated', more)
		.action((id: string, { prose, topic = [], question = [] }: SummaryOptions, command: Command) =>
			atDesk(command, async ({ desk, show }) => {
				const input = { id, prose, topics: topic, open_questions: question };
				const changed = await desk.perform(controls.contacts.summarize, input);
				show(changed, () => `Set the summary in the briefing of ${changed.id}.`);
			}),
		);
}
