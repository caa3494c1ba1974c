import type { Command } from 'commander';
import { controls } from '../../control/index.ts';
import { atDesk } from '../command.ts';
import { table } from '../output.ts';
import { whole } from '../values.ts';

interface ListOptions {
	readonly user?: string;
	readonly limit: number;
}

interface Outcome {
	readonly status: number | null;
	readonly error: string | null;
	readonly durationMs: number | null;
}

/** A delivery in progress has neither a status nor an error. */
const outcome = ({ status, error }: Outcome): string | number => status ?? error ?? 'in progress';

export function deliveriesCommands(program: Command): void {
	const deliveries = program.command('deliveries').description('Show deliveries to webhooks, and send them again');

	deliveries
		.command('list')
		.description('List deliveries, newest first. Add --json for bodies and signatures')
		.option('--limit <n>', 'max number', whole, 20)
		.option('--user <user>', 'owner of the webhooks; optional with only one user')
		.action(({ limit, user }: ListOptions, command: Command) =>
			atDesk(command, async ({ desk, show }) => {
				const list = await desk.perform(controls.deliveries.list, { limit, user });
				show(list, () =>
					list.length === 0
						? 'No deliveries yet. Register a webhook: activate a workflow with the n8n trigger, or use webhook create.'
						: table(
								['ID', 'TIME', 'EVENT', 'ANSWER', 'MS', 'URL'],
								list.map(({ id, createdAt, event, url, ...rest }) => [
									id,
									createdAt.slice(11, 19),
									event,
									outcome(rest),
									rest.durationMs,
									url,
								]),
							),
				);
			}),
		);

	deliveries
		.command('redeliver')
		.description('Send a delivery again, unchanged. The service itself never does this')
		.argument('<id>', 'ID from the list', whole)
		.option('--allow-loopback-http', 'allow http://localhost when no sandbox is running')
		.action((id: number, _options: object, command: Command) =>
			atDesk(command, async ({ desk, show }) => {
				const result = await desk.perform(controls.deliveries.redeliver, { id });
				show(result, () => `${result.event} to ${result.url}: ${outcome(result)} in ${result.durationMs} ms`);
			}),
		);
}
