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

/** A delivery under way has neither a status nor an error. */
const outcome = ({ status, error }: Outcome): string | number => status ?? error ?? 'under way';

export function deliveriesCommands(program: Command): void {
	const deliveries = program.command('deliveries').description('Show what was sent to webhooks, and send it again');

	deliveries
		.command('list')
		.description('List deliveries, newest first. --json has bodies and signatures')
		.option('--limit <n>', 'how many', whole, 20)
		.option('--user <user>', 'whose webhooks; may be left out while there is only one user')
		.action(({ limit, user }: ListOptions, command: Command) =>
			atDesk(command, async ({ desk, show }) => {
				const list = await desk.perform(controls.deliveries.list, { limit, user });
				show(list, () =>
					list.length === 0
						? 'Nothing was sent yet. Webhooks are registered through the API, for example by the n8n trigger.'
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
		.description('Send a delivery once more, as it was. The service itself never does')
		.argument('<id>', 'which one, as the list shows it', whole)
		.option('--allow-loopback-http', 'reach http://localhost although no sandbox is running that may')
		.action((id: number, _options: object, command: Command) =>
			atDesk(command, async ({ desk, show }) => {
				const result = await desk.perform(controls.deliveries.redeliver, { id });
				show(result, () => `${result.event} to ${result.url}: ${outcome(result)} in ${result.durationMs} ms`);
			}),
		);
}
