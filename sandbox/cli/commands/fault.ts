import { Argument, Option, type Command } from 'commander';
import { COMMAND } from '../../commandLine.ts';
import { controls } from '../../control/index.ts';
import { kinds, type Rule } from '../../faults/rule.ts';
import { atDesk } from '../command.ts';
import { table } from '../output.ts';
import { duration, seconds, share, whole } from '../values.ts';
import { counted } from '../../text.ts';

const words: Readonly<Record<Rule['kind'], string>> = {
	'rate-limited': '429: hourly limit, with its headers',
	'provider-busy': '429 without headers: AI model provider is busy',
	'ai-limit-exceeded': '429: AI credits are used up',
	'internal-error': '500',
	unavailable: '503 with an HTML page, as from a proxy',
	'connection-reset': 'the connection closes without an answer',
	'slow-first-byte': 'the answer starts late',
	'slow-body': 'the answer arrives in pieces',
	'truncated-json': 'the JSON breaks off in the middle',
	'wrong-content-type': 'JSON labelled text/plain',
	redirect: '307 to another origin',
	'clock-skew': 'Date and limit reset from a wrong clock',
	'incomplete-key-points': 'key points without decisions, owners and priorities',
	'parallel-generations': 'concurrent generations each use a credit',
};

export function faultCommands(program: Command): void {
	const fault = program
		.command('fault')
		.description('Make requests to a running sandbox fail, until it stops');

	fault
		.command('add')
		.description('Make requests fail. Their answers name the fault in X-Sandbox-Fault')
		.addArgument(new Argument('<kind>', 'what goes wrong (see below)').choices(kinds))
		.addOption(new Option('--method <method>', 'only this method').choices(['GET', 'POST', 'PATCH', 'DELETE']))
		.option('--path <pattern>', '{id} matches one segment, * anything; default: all suitable endpoints')
		.option('--share <share>', 'share of the requests, such as 0.1 or 10%', share)
		.option('--count <n>', 'stop after this many', whole)
		.option('--seed <n>', 'with the same seed, the same requests fail', whole)
		.option('--after-processing', 'internal-error, unavailable, connection-reset: process the request first')
		.option('--delay <duration>', 'slow-first-byte, slow-body: how long, such as 2s', duration)
		.option('--retry-after <duration>', 'rate-limited: default: until the next full hour', seconds)
		.option('--location <url>', 'redirect: the other origin')
		.option('--skew <duration>', 'clock-skew: how far ahead, such as 10m; negative: behind', duration)
		.addHelpText(
			'after',
			`
Kinds:
${kinds.map((kind) => `  ${kind.padEnd(23)}${words[kind]}`).join('\n')}

Examples:
  $ ${COMMAND} fault add rate-limited --count 3
  $ ${COMMAND} fault add internal-error --share 10% --seed 7
  $ ${COMMAND} fault add connection-reset --after-processing
  $ ${COMMAND} fault add clock-skew --skew=-10m
`,
		)
		.action((kind: string, options: FaultOptions, command: Command) =>
			atDesk(command, async ({ desk, show }) => {
				const { delay: delayMs, skew: skewMs, retryAfter: retryAfterSeconds, ...rest } = options;
				const added = await desk.perform(controls.faults.add, given({ kind, delayMs, skewMs, retryAfterSeconds, ...rest }));
				show(added, () => `Fault ${added.id}: ${words[added.rule.kind]}.\nApplies to ${where(added.rule)}.`);
			}),
		);

	fault
		.command('list')
		.description('List active faults and how many requests each changed')
		.action((_options: object, command: Command) =>
			atDesk(command, async ({ desk, show }) => {
				const faults = await desk.perform(controls.faults.list);
				const rows = faults.map(({ id, rule, seen, injected }) => [id, rule.kind, `${injected} of ${seen}`, where(rule)]);
				show(faults, () => (rows.length === 0 ? 'No faults.' : table(['ID', 'KIND', 'APPLIED', 'REQUESTS'], rows)));
			}),
		);

	fault
		.command('clear')
		.description('Clear all faults, or one')
		.argument('[id]', 'ID from the list', whole)
		.action((id: number | undefined, _options: object, command: Command) =>
			atDesk(command, async ({ desk, show }) => {
				const result = await desk.perform(controls.faults.clear, { id });
				show(result, () => `Cleared ${counted(result.cleared, 'fault')}.`);
			}),
		);
}

interface FaultOptions {
	readonly delay?: number;
	readonly skew?: number;
	readonly retryAfter?: number;
}

/** Only the options that were set: an option of another kind is refused even if it is empty. */
const given = (options: object): object =>
	Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));

function where({ method, path, share, count }: Rule): string {
	const often = share === 1 ? 'every request' : `${Math.round(share * 1000) / 10}% of requests`;
	const what = [method ?? (path && 'with any method'), path].filter((part) => part !== undefined);
	return `${[often, ...what].join(' ')}${count === null ? '' : `, ${counted(count, 'time')} in total`}`;
}
