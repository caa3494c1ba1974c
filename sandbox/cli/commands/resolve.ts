import { Option, type Command } from 'commander';
import { COMMAND } from '../../commandLine.ts';
import { controls } from '../../control/index.ts';
import { atDesk } from '../command.ts';
import { table } from '../output.ts';

interface ResolveOptions {
	readonly user?: string;
	readonly conversation?: string;
	readonly dismiss?: boolean;
	readonly reopen?: boolean;
	readonly all?: boolean;
}

export function resolveCommand(program: Command): void {
	program
		.command('resolve')
		.description('Resolve or dismiss an action item. Without a hash, list open ones')
		.argument('[hash]', 'hash of the item, from the list')
		.option('--dismiss', 'dismiss it instead')
		.addOption(new Option('--reopen', 'reopen it instead').conflicts('dismiss'))
		.option('--conversation <id>', 'only required if two conversations have the same item')
		.option('--all', 'also list resolved and dismissed items')
		.option('--user <user>', 'owner of the items; optional with only one user')
		.addHelpText(
			'after',
			`
Examples:
  $ ${COMMAND} resolve
  $ ${COMMAND} resolve 3f9a1c77b2d0
  $ ${COMMAND} resolve 3f9a1c77b2d0 --reopen
`,
		)
		.action((hash: string | undefined, options: ResolveOptions, command: Command) =>
			hash === undefined ? list(options, command) : resolve(hash, options, command),
		);
}

const list = ({ user, all = false }: ResolveOptions, command: Command) =>
	atDesk(command, async ({ desk, show }) => {
		const items = await desk.perform(controls.actionItems.list, { user });
		const shown = items.filter(({ state }) => all || state === 'open');
		show(shown, () =>
			shown.length === 0
				? 'No open action items. They come with key points: import a meeting with --key-points.'
				: table(
						['HASH', 'STATE', 'MEETING', 'OWNER', 'ITEM'],
						shown.map(({ hash, state, meetingDate, owner, item }) => [
							hash,
							state,
							meetingDate.slice(0, 10),
							owner,
							item,
						]),
					),
		);
	});

const resolve = (hash: string, { user, conversation, dismiss, reopen }: ResolveOptions, command: Command) =>
	atDesk(command, async ({ desk, show }) => {
		const state = reopen ? 'open' : dismiss ? 'dismissed' : 'resolved';
		const item = await desk.perform(controls.actionItems.setState, { hash, user, conversationId: conversation, state });
		show(item, () => `${item.state}: ${item.item}`);
	});
