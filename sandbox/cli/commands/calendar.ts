import { readFileSync } from 'node:fs';
import { Argument, type Command } from 'commander';
import { z } from 'zod/v4';
import { COMMAND } from '../../commandLine.ts';
import { controls } from '../../control/index.ts';
import { calendarProviders } from '../../db/users.ts';
import { messageOf } from '../../errors.ts';
import { atDesk } from '../command.ts';
import { CliError, usage } from '../failure.ts';
import { person, time } from '../values.ts';
import { counted } from '../../text.ts';

interface UserOption {
	readonly user?: string;
}

const userOption = ['--user <user>', 'owner of the calendar; optional with only one user'] as const;

export function calendarCommands(program: Command): void {
	const calendar = program.command('calendar').description('Connect a calendar, revoke access to it, add events');

	calendar
		.command('connect')
		.description('Connect or reconnect a calendar')
		.addArgument(new Argument('<provider>', 'the format of its events').choices(calendarProviders))
		.option(...userOption)
		.action((provider: string, { user }: UserOption, command: Command) =>
			atDesk(command, async ({ desk, show }) => {
				const access = await desk.perform(controls.calendar.connect, { provider, user });
				show(access, () => `Connected a calendar in ${provider} format.`);
			}),
		);

	calendar
		.command('revoke')
		.description('Revoke access, as its owner can at the provider: the API then answers 403')
		.option(...userOption)
		.action(({ user }: UserOption, command: Command) =>
			atDesk(command, async ({ desk, show }) => {
				const access = await desk.perform(controls.calendar.revoke, { user });
				show(access, () => `Access to the ${access.provider} calendar is revoked.`);
			}),
		);

	calendar
		.command('disconnect')
		.description('Disconnect the calendar: the API then answers 404')
		.option(...userOption)
		.action(({ user }: UserOption, command: Command) =>
			atDesk(command, async ({ desk, show }) => {
				const access = await desk.perform(controls.calendar.connect, { provider: null, user });
				show(access, () => 'No calendar is connected.');
			}),
		);

	calendar
		.command('add')
		.description('Add an event to the connected calendar')
		.option('--title <title>', 'title of the event')
		.option('--start <time>', 'such as 2026-03-02T09:15:00Z', time)
		.option('--end <time>', 'default: half an hour after the start', time)
		.option('--attendee <person>', "'Ada Example <ada@example.com>'; can be repeated", person)
		.option('--declined', 'the user declined it, so the API omits it')
		.option('--cancelled', 'it was cancelled, so the API omits it')
		.option('--file <path>', 'instead: JSON with one event or a list, in the provider’s own format')
		.option(...userOption)
		.addHelpText(
			'after',
			`
Examples:
  $ ${COMMAND} calendar add --title 'Pilot review' \\
      --start 2026-03-02T09:15:00Z --attendee 'Ada Example <ada@example.com>'
  $ ${COMMAND} calendar add --file events.json
`,
		)
		.action((options: EventOptions, command: Command) =>
			atDesk(command, async ({ desk, show }) => {
				const { file, attendee: attendees, user, ...details } = options;
				if (file === undefined && (details.title === undefined || details.start === undefined)) {
					throw usage('Set --title and --start, or --file with events in the provider’s own format.');
				}
				const other = Object.keys({ ...details, ...(attendees && { attendee: attendees }) })[0];
				if (file !== undefined && other !== undefined) throw usage(`--${other} cannot be used with --file.`);
				const added =
					file === undefined
						? [(await desk.perform(controls.calendar.add, { ...details, attendees, user })).event]
						: (await desk.perform(controls.calendar.import, { events: eventsIn(file), user })).events;
				show(added, () => `Added ${counted(added.length, 'event')}.`);
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
		throw new CliError(`${path} is not JSON with one event or a list of events: ${messageOf(error)}`);
	}
}
