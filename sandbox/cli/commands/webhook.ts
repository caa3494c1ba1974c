import { type Command, Option } from 'commander';
import { eventNames } from '../../../src/api/index.ts';
import { COMMAND } from '../../commandLine.ts';
import { controls } from '../../control/index.ts';
import { atDesk } from '../command.ts';
import { table } from '../output.ts';

interface UserOption {
	readonly user?: string;
}

const userOption = ['--user <user>', 'owner of the webhooks; optional with only one user'] as const;
const loopbackOption = ['--allow-loopback-http', 'allow http://localhost when no sandbox is running'] as const;

export function webhookCommands(program: Command): void {
	const webhook = program.command('webhook').description('Register, list, test and delete webhooks');

	webhook
		.command('create')
		.description('Register a webhook. Its secret is shown only once')
		.argument('<url>', 'address that receives the events')
		.addOption(new Option('--events <event...>', 'events to deliver').choices(eventNames).default(eventNames, 'all of them'))
		.option(...userOption)
		.option(...loopbackOption)
		.addHelpText(
			'after',
			`
Example:
  $ ${COMMAND} webhook create https://example.com/hook \\
      --events conversation.created conversation.deleted
`,
		)
		.action((url: string, { user, events }: UserOption & { events: readonly string[] }, command: Command) =>
			atDesk(command, async ({ desk, show }) => {
				const created = await desk.perform(controls.webhooks.create, { url, events, user });
				show(created, () => `Registered ${created.id}. Its secret is not shown again:\n${created.secret}`);
			}),
		);

	webhook
		.command('list')
		.description('List webhooks, with the last delivery to each and what is wrong')
		.option(...userOption)
		.option(...loopbackOption)
		.action(({ user }: UserOption, command: Command) =>
			atDesk(command, async ({ desk, show }) => {
				const list = await desk.perform(controls.webhooks.list, { user });
				show(list, () =>
					table(
						['ID', 'EVENTS', 'LAST DELIVERY', 'URL', 'PROBLEM'],
						list.map(({ id, events, lastDelivery, url, problem }) => [id, events.length, lastDelivery?.createdAt ?? null, url, problem]),
					),
				);
			}),
		);

	webhook
		.command('test')
		.description('Send a test event to a webhook')
		.argument('<id>', 'ID from the list')
		.option(...loopbackOption)
		.action((id: string, _options: object, command: Command) =>
			atDesk(command, async ({ desk, show }) => {
				const { url, status, error, durationMs } = await desk.perform(controls.webhooks.test, { id });
				show({ url, status, error, durationMs }, () => `webhook.test to ${url}: ${status ?? error} in ${durationMs} ms`);
			}),
		);

	webhook
		.command('delete')
		.description('Delete a webhook')
		.argument('<id>', 'ID from the list')
		.action((id: string, _options: object, command: Command) =>
			atDesk(command, async ({ desk, show }) => {
				const deleted = await desk.perform(controls.webhooks.delete, { id });
				show(deleted, () => `Deleted ${deleted.id}.`);
			}),
		);
}
