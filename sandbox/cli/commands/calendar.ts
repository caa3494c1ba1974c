import { readFileSync } from 'node:fs';
import { Argument, type Command } from 'commander';
import { z } from 'zod/v4';
import { controls } from '../../control/index.ts';
import { calendarProviders } from '../../db/users.ts';
import { messageOf } from '../../errors.ts';
import { atDesk } from '../command.ts';
import { CliError, usage } from '../failure.ts';
import { person, time } from '../values.ts';

interface UserOption {
	readonly user?: string;
}

const userOption = ['--user <user>', 'whose calendar; may be left out while there is only one user'] as const;

export function calendarCommands(program: Command): void {
	const calendar = program.command('calendar').description('Connect a calendar, take its access away, add events');

	calendar
		.command('connect')
		.description('Connect a calendar, again after a revocation')
		.addArgument(new Argument('<provider>', 'the format its events have').choices(calendarProviders))
		.option(...userOption)
		.action((provider: string, { user }: UserOption, command: Command) =>
			atDesk(command, async ({ desk, show }) => {
				const access = await desk.perform(controls.calendar.connect, { provider, user });
				show(access, () => `Connected a calendar in the format of ${provider}.`);
			}),
		);

	calendar
		.command('revoke')
		.description('Take the access away, as its owner can at the provider: the API answers 403')
		.option(...userOption)
		.action(({ user }: UserOption, command: Command) =>
			atDesk(command, async ({ desk, show }) => {
				const access = await desk.perform(controls.calendar.revoke, { user });
				show(access, () => `Access to the ${access.provider} calendar is revoked.`);
			}),
		);

	calendar
		.command('disconnect')
		.description('Disconnect the calendar: the API answers 404')
		.option(...userOption)
		.action(({ user }: UserOption, command: Command) =>
			atDesk(command, async ({ desk, show }) => {
				const access = await desk.perform(controls.calendar.connect, { provider: null, user });
				show(access, () => 'No calendar is connected.');
			}),
		);

	calendar
		.command('add')
		.description('Put an event into the connected calendar')
		.option('--title <title>', 'what it is about')
		.option('--start <time>', 'for example 2026-03-02T09:15:00Z', time)
		.option('--end <time>', 'default: half an hour after the start', time)
		.option('--attendee <person>', "'Ada Example <ada@example.com>'; may be repeated", person)
		.option('--declined', 'the user declined it: the API leaves it out')
		.option('--cancelled', 'it was cancelled: the API leaves it out')
		.option('--file <path>', 'instead: JSON with one event, or a list, in the provider’s own format')
		.option(...userOption)
		.addHelpText(
			'after',
			`
Examples:
  $ meeting-assistant-sandbox calendar add --title 'Pilot review' \\
      --start 2026-03-02T09:15:00Z --attendee 'Ada Example <ada@example.com>'
  $ meeting-assistant-sandbox calendar add --file events.json
`,
		)
		.action((options: EventOptions, command: Command) =>
			atDesk(command, async ({ desk, show }) => {
				const { file, attendee: attendees, user, ...details } = options;
				if (file === undefined && (details.title === undefined || details.start === undefined)) {
					throw usage('An event needs --title and --start, or --file with events in the provider’s own format.');
				}
				const other = Object.keys({ ...details, ...(attendees && { attendee: attendees }) })[0];
				if (file !== undefined && other !== undefined) throw usage(`--${other} does not go with --file.`);
				const added =
					file === undefined
						? [(await desk.perform(controls.calendar.add, { ...details, attendees, user })).event]
						: (await desk.perform(controls.calendar.import, { events: eventsIn(file), user })).events;
				show(added, () => `Added ${added.length} event${added.length === 1 ? '' : 's'}.`);
			}),
		);
}

interface EventOptions extends UserOption {
	readonly title?: string;
	readonly start?: string;
	readonly end?: string;
	readonly attendee?: readonly object[];
	readonly declined?: boolean;
	readonly cancelled?: boolean;
	readonly file?: string;
}

const Events = z.union([z.array(z.looseObject({})), z.looseObject({}).transform((event) => [event])]);

function eventsIn(path: string): readonly object[] {
	try {
		return Events.parse(JSON.parse(readFileSync(path, 'utf8')));
	} catch (error) {
		throw new CliError(`${path} cannot be read as one event or a list of events in JSON: ${messageOf(error)}`);
	}
}
