import { Option, type Command } from 'commander';
import { plans } from '../../../src/api/index.ts';
import { COMMAND } from '../../commandLine.ts';
import { controls } from '../../control/index.ts';
import type { ShownUser } from '../../control/users.ts';
import { userPlans } from '../../db/users.ts';
import { atDesk } from '../command.ts';
import { plain, table } from '../output.ts';
import { time, whole } from '../values.ts';

export function userCommands(program: Command): void {
	const user = program.command('user').description('Create, change and list users, the accounts of the service');

	withSettings(
		user
			.command('create')
			.description('Create a user')
			.requiredOption('--name <name>', 'required: name as used in meetings, so that feedback finds the user')
			.requiredOption('--email <address>', 'required: email address')
			.addOption(planOption().default('professional')),
	)
		.addHelpText(
			'after',
			`
Example:
  $ ${COMMAND} user create --name 'Ada Example' \\
      --email ada@example.com --plan starter
`,
		)
		.action((settings: object, command: Command) =>
			atDesk(
				command,
				async ({ desk, show }) => {
					const created = await desk.perform(controls.users.create, settings);
					show(created, () => `Created ${who(created)}. For an API key:\n  ${COMMAND} key create --user ${created.email}`);
				},
				true,
			),
		);

	withSettings(
		user
			.command('update')
			.description('Change a user, such as the plan')
			.option('--user <user>', 'ID or email address; optional with only one user')
			.option('--name <name>', 'new name')
			.option('--email <address>', 'new email address')
			.addOption(planOption()),
	)
		.addHelpText(
			'after',
			`
Examples:
  $ ${COMMAND} user update --plan starter
  $ ${COMMAND} user update --no-memory
`,
		)
		.action((settings: object, command: Command) =>
			atDesk(command, async ({ desk, show }) => {
				const updated = await desk.perform(controls.users.update, settings);
				show(updated, () => `Updated ${who(updated)}.`);
			}),
		);

	user.command('list')
		.description('List users with their plan and AI credits used this month')
		.action((_options: object, command: Command) =>
			atDesk(command, async ({ desk, show }) => {
				const users = await desk.perform(controls.users.list);
				show(users, () => table(['ID', 'PLAN', 'MEMORY', 'CREDITS USED', 'USER'], users.map(row)));
			}),
		);

	user.command('use-credits')
		.description('Use AI credits, as the desktop application does')
		.argument('<credits>', 'number of credits', whole)
		.option('--user <user>', 'ID or email address')
		.action((credits: number, { user: ref }: { user?: string }, command: Command) =>
			atDesk(command, async ({ desk, show }) => {
				const changed = await desk.perform(controls.users.useCredits, { user: ref, credits });
				show(changed, () => `${plain(changed.name)} has used ${changed.creditsUsed} AI credits this month.`);
			}),
		);
}

const planOption = () => new Option('--plan <plan>', 'subscription plan').choices(userPlans);

const withSettings = (command: Command): Command =>
	command
		.option('--memory', 'turn the memory feature on (if the plan has it)')
		.option('--no-memory', 'turn the memory feature off')
		.option('--timezone <zone>', 'such as Europe/Lisbon')
		.option('--language <code>', 'such as en')
		.option('--subscription-status <status>', 'such as active or past_due')
		.option('--current-period-end <time>', 'end of the paid period', time)
		.option('--spending-cap <credits>', 'AI credits per month after which generation stops', whole);

/** The memory feature may be turned on for when the plan includes it. */
const memoryOf = ({ plan, memory }: ShownUser): string => {
	if (plan === 'free' || !plans[plan].memory) return 'not in the plan';
	return memory ? 'on' : 'off';
};

const who = (user: ShownUser): string =>
	`${plain(user.name)} <${user.email}> (${user.id}), ${user.plan} plan, memory ${memoryOf(user)}`;

const row = (user: ShownUser) =>
	[user.id, user.plan, memoryOf(user), user.creditsUsed, `${user.name} <${user.email}>`];
