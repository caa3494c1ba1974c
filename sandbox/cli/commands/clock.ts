import type { Command } from 'commander';
import { COMMAND } from '../../commandLine.ts';
import { controls } from '../../control/index.ts';
import { atDesk } from '../command.ts';
import { duration, time } from '../values.ts';

interface Clock {
	readonly now: string;
	readonly real: boolean;
	readonly frozen: boolean;
}

const words = ({ now, real, frozen }: Clock): string =>
	`${now} (${real ? 'real time' : frozen ? 'frozen' : 'adjusted, running'})`;

export function clockCommands(program: Command): void {
	const clock = program
		.command('clock')
		.description('Adjust the clock of a running sandbox, so that limits reset without waiting')
		.addHelpText(
			'after',
			`
Examples:
  reset the hourly request limit:
  $ ${COMMAND} clock advance 1h

  ten seconds before a new month, and later back to real time:
  $ ${COMMAND} clock set 2026-12-31T23:59:50Z
  $ ${COMMAND} clock real
`,
		);

	clock
		.command('show')
		.description('Show the current time of the sandbox')
		.action((_options: object, command: Command) =>
			atDesk(command, async ({ desk, show }) => {
				const shown = await desk.perform(controls.clock.show);
				show(shown, () => words(shown));
			}),
		);

	clock
		.command('set')
		.description('Set the clock. It continues from there')
		.argument('<time>', 'such as 2026-03-02T09:15:00Z', time)
		.option('--frozen', 'freeze the clock')
		.action((now: string, { frozen }: { frozen?: boolean }, command: Command) =>
			atDesk(command, async ({ desk, show }) => {
				const shown = await desk.perform(controls.clock.set, { now, frozen });
				show(shown, () => words(shown));
			}),
		);

	clock
		.command('advance')
		.description('Move the clock forward')
		.argument('<duration>', 'such as 90s, 2h or 1d', duration)
		.option('--back', 'move it back instead')
		.action((ms: number, { back = false }: { back?: boolean }, command: Command) =>
			atDesk(command, async ({ desk, show }) => {
				const shown = await desk.perform(controls.clock.advance, { ms: back ? -ms : ms });
				show(shown, () => words(shown));
			}),
		);

	clock
		.command('real')
		.description('Return to real time')
		.action((_options: object, command: Command) =>
			atDesk(command, async ({ desk, show }) => {
				const shown = await desk.perform(controls.clock.real);
				show(shown, () => words(shown));
			}),
		);
}
