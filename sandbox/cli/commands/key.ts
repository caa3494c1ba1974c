import type { Command } from 'commander';
import { controls } from '../../control/index.ts';
import { atDesk } from '../command.ts';
import { printError, table } from '../output.ts';

interface UserOption {
	readonly user?: string;
}

export function keyCommands(program: Command): void {
	const key = program.command('key').description('Create, revoke and list API keys');

	key.command('create')
		.description('Create an API key. It is shown once, and only its hash is stored')
		.option('--user <user>', 'ID or email address; optional with only one user')
		.option('--tool-server-only', 'a key of the tool-server integration, which the API refuses')
		.addHelpText('after', '\nThe key goes to standard output, everything else to standard error.\n')
		.action((options: UserOption & { toolServerOnly?: boolean }, command: Command) =>
			atDesk(command, async ({ desk, show, json }) => {
				const created = await desk.perform(controls.keys.create, options);
				show(created, () => created.key);
				if (!json) printError(`Copy this key of ${created.user} now. It is not shown again.`);
			}),
		);

	key.command('revoke')
		.description('Revoke an API key')
		.argument('<key>', 'the full key, or its last four characters')
		.option('--user <user>', 'owner of the key, if only the last four characters are given')
		.action((revoked: string, { user }: UserOption, command: Command) =>
			atDesk(command, async ({ desk, show }) => {
				const result = await desk.perform(controls.keys.revoke, { key: revoked, user });
				show(result, () => `Revoked the key ending in ${result.lastFour}.`);
			}),
		);

	key.command('list')
		.description('List API keys by their last four characters')
		.option('--user <user>', 'ID or email address')
		.action(({ user }: UserOption, command: Command) =>
			atDesk(command, async ({ desk, show }) => {
				const keys = await desk.perform(controls.keys.list, { user });
				show(keys, () =>
					table(
						['ENDS IN', 'FOR', 'CREATED', 'STATE'],
						keys.map(({ lastFour, toolServerOnly, createdAt, revokedAt }) => [
							lastFour,
							toolServerOnly ? 'tool server' : 'API',
							createdAt,
							revokedAt === null ? 'active' : `revoked ${revokedAt}`,
						]),
					),
				);
			}),
		);
}
