import type { Command } from 'commander';
import { COMMAND } from '../../commandLine.ts';
import { controls } from '../../control/index.ts';
import { atDesk } from '../command.ts';
import { table } from '../output.ts';
import { whole } from '../values.ts';

export function conversationCommands(program: Command): void {
	program
		.command('conversation')
		.description('List and search conversations')
		.command('list')
		.description('List conversations, newest first')
		.option('--search <text>', 'part of the title; ignores case and accents')
		.option('--limit <number>', 'up to 100; default 20', whole)
		.option('--user <user>', 'owner of the conversations; default: all users')
		.addHelpText(
			'after',
			`
Example:
  $ ${COMMAND} conversation list --search harbour
`,
		)
		.action((options: object, command: Command) =>
			atDesk(command, async ({ desk, show }) => {
				const conversations = await desk.perform(controls.meetings.list, options);
				show(conversations, () =>
					table(
						['ID', 'STARTED', 'MINUTES', 'SEGMENTS', 'SAVED', 'TITLE'],
						conversations.map(({ id, startTime, duration, segmentCount, saved, title }) => [id, startTime, duration, segmentCount, saved.join(', '), title]),
					),
				);
			}),
		);
}
