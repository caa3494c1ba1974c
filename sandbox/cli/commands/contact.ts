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
		.description('Add, list and summarise contacts. Those who attend a meeting are added by `import`');

	contact
		.command('add')
		.description('Add a contact, or give a known one a new name')
		.requiredOption('--email <address>', 'needed: e-mail address')
		.option('--name <name>', 'name to show')
		.option('--user <user>', 'whose contact; may be left out while there is only one user')
		.action((options: UserOption, command: Command) =>
			atDesk(command, async ({ desk, show }) => {
				const added = await desk.perform(controls.contacts.add, options);
				show(added, () => `Contact ${added.id}.`);
			}),
		);

	contact
		.command('list')
		.description('List contacts, most meetings first')
		.option('--search <text>', 'part of the e-mail address or name')
		.option('--user <user>', 'whose contacts')
		.action((options: UserOption, command: Command) =>
			atDesk(command, async ({ desk, show }) => {
				const contacts = await desk.perform(controls.contacts.list, options);
				show(contacts, () =>
					table(
						['ID', 'MEETINGS', 'E-MAIL', 'NAME'],
						contacts.map(({ id, meetingCount, email, displayName }) => [id, meetingCount, email, displayName]),
					),
				);
			}),
		);

	contact
		.command('summarise')
		.description('Set the summary in a contact’s briefing')
		.argument('<id>', 'identifier, from `contact list`')
		.requiredOption('--prose <text>', 'needed: a few sentences')
		.option('--topic <text>', 'a topic; may be repeated', more)
		.option('--question <text>', 'an open question; may be repeated', more)
		.action((id: string, { prose, topic = [], question = [] }: SummaryOptions, command: Command) =>
			atDesk(command, async ({ desk, show }) => {
				const input = { id, prose, topics: topic, open_questions: question };
				const changed = await desk.perform(controls.contacts.summarise, input);
				show(changed, () => `The briefing of ${changed.id} has a summary now.`);
			}),
		);
}
