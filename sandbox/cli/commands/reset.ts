import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { COMMAND } from '../../commandLine.ts';
import { controls } from '../../control/index.ts';
import { atDesk } from '../command.ts';
import { CliError, usage } from '../failure.ts';

export function resetCommand(program: Command): void {
	program
		.command('reset')
		.description('Delete everything: users, keys, meetings, webhooks, faults, clock settings')
		.option('-y, --yes', 'do not ask for confirmation')
		.action(({ yes = false }: { yes?: boolean }, command: Command) =>
			atDesk(command, async ({ desk, show }) => {
				if (!yes) await confirm();
				const result = await desk.perform(controls.everything.reset);
				show(result, () => `Everything is deleted. To add the sample account again:\n  ${COMMAND} sample`);
			}),
		);
}

async function confirm(): Promise<void> {
	if (!process.stdin.isTTY) throw usage('This deletes everything. Add --yes to confirm.');
	const question = createInterface({ input: process.stdin, output: process.stderr });
	const answer = await question.question('Delete all users, keys, meetings and webhooks? [y/N] ');
	question.close();
	if (!/^y(es)?$/i.test(answer.trim())) throw new CliError('Nothing was deleted.');
}
