import type { Command } from 'commander';
import { COMMAND } from '../../commandLine.ts';
import { controls } from '../../control/index.ts';
import { atDesk } from '../command.ts';

export function sampleCommand(program: Command): void {
	program
		.command('sample')
		.description('Add a sample account with a month of meetings, unless it exists')
		.action((_options: object, command: Command) =>
			atDesk(
				command,
				async ({ desk, show }) => {
					const added = await desk.perform(controls.everything.addSample);
					show(added, () =>
						added.meetings === 0
							? `The account ${added.user} exists already. Nothing was changed.`
							: `Added ${added.user} with ${added.meetings} meetings. For an API key:\n  ${COMMAND} key create --user ${added.user}`,
					);
				},
				true,
			),
		);
}
