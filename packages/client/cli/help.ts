import { inputSchema, type Reader, textIn } from '../../../src/forms/index.ts';
import { creditsOf, requestsOf, wholeDescription } from '../../../src/operations/index.ts';
import { type Permission, permissionOf, permissions } from '../../../src/agents/index.ts';
import { type Command, flagOf, groups, optionName, PROGRAM, terms } from './commands.ts';

const WIDTH = 100;

function wrapped(text: string, indent: number): string {
	const lines = [''];
	for (const word of text.split(/\s+/)) {
		const line = lines.at(-1) ?? '';
		if (line !== '' && line.length + word.length + 1 > WIDTH - indent) lines.push(word);
		else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
	}
	return lines.join(`\n${' '.repeat(indent)}`);
}

const columns = (rows: readonly (readonly [string, string])[]): string => {
	const width = Math.max(...rows.map(([name]) => name.length)) + 4;
	return rows.map(([name, text]) => `  ${name.padEnd(width - 2)}${wrapped(text, width)}`).join('\n');
};

/** The consequence of a command, in one word. */
const costs: Readonly<Record<Permission, string>> = { delete: 'deletes', register: 'changes webhooks', rename: 'renames', share: 'shares', spend: 'AI credit' };
const costOf = ({ operation }: Command): string => {
	const permission = permissionOf(operation);
	return permission === null ? '' : ` (--yes: ${costs[permission]})`;
};

export const reader: Reader = { terms, isAgent: false, nameOf: flagOf };

/** The options of all commands, as `parseArgs` takes them. */
export const general = {
	'json': { type: 'boolean', help: 'print each result as one line of JSON, whole, as the library returns it' },
	'limit': { type: 'string', help: 'stop a list after that many results. Default 50' },
	'all': { type: 'boolean', help: 'print all results of a list, however many requests that takes' },
	'yes': { type: 'boolean', help: 'do what changes something or uses an AI credit. Without it, the command says what that would be' },
	'max-requests': { type: 'string', help: 'requests that the command may make' },
	'reserve-requests': { type: 'string', help: 'requests of the hour to leave for others' },
	'reserve-credits': { type: 'string', help: 'AI credits to leave for others' },
	'time-zone': { type: 'string', help: 'such as Europe/Berlin. Default: this machine’s; where that is UTC and TZ is not set, as in containers, your profile’s' },
	'help': { type: 'boolean', short: 'h', help: 'say what a command takes' },
	'version': { type: 'boolean', short: 'v', help: 'print the version' },
} as const;

const generalRows = Object.entries(general).map(([name, { type, help, ...rest }]) => [`${'short' in rest ? `-${rest.short}, ` : ''}--${name}${type === 'boolean' ? '' : name === 'time-zone' ? ' <name>' : ' <n>'}`, help] as const);

const ENVIRONMENT: readonly (readonly [string, string])[] = [
	['MEETING_ASSISTANT_API_KEY', 'created in the desktop app under Settings, API keys'],
	['MEETING_ASSISTANT_BASE_URL', 'the service’s address, such as https://api.example.com'],
	['MEETING_ASSISTANT_ALLOW_HTTP', 'true to allow a base URL with http:// on a private network'],
	['MEETING_ASSISTANT_ALLOW', `what needs no --yes: ${permissions.join(',')}`],
	['MEETING_ASSISTANT_READ_ONLY', 'true to refuse all of that, also with --yes'],
	['MEETING_ASSISTANT_TIME_ZONE', 'as --time-zone'],
	['MEETING_ASSISTANT_DEBUG', '1 to write a line for every request and answer to standard error'],
];

const JSON_FILES = 'Where an option takes JSON, @file stands for what is in that file, and @- for standard input. What --json has printed fits --synced-before and --drafted-before.';

const EXIT = 'Exits with 0, 1 if it failed, 2 if the command is wrong. Results go to standard output, everything else to standard error.';

const listOf = (commands: readonly Command[]): string => columns(commands.map((command) => [command.words, `${textIn(command.operation.action, terms)}${costOf(command)}`]));

export const overview = (): string =>
	[
		`Usage: ${PROGRAM} <resource> <operation> [options]`,
		'What your meeting assistant recorded, in the terminal.',
		`Commands\n${listOf([...groups.values()].flat())}`,
		`Options\n${columns(generalRows)}`,
		`Environment\n${columns(ENVIRONMENT)}`,
		`${wrapped(JSON_FILES, 0)}\n${EXIT}\n${PROGRAM} <resource> <operation> --help says what each command takes.`,
	].join('\n\n');

export const helpOnGroup = (name: string): string => [`Usage: ${PROGRAM} ${name} <operation> [options]`, `Commands\n${listOf(groups.get(name) ?? [])}`].join('\n\n');

/** `--external` as `--no-external`. */
export const negated = (flag: string): string => flag.replace(/^--/, '--no-');

/** The options of a command, each with what it takes. */
export function optionsOf({ fields }: Command): readonly (readonly [option: string, text: string])[] {
	const { properties } = inputSchema(fields, reader);
	return Object.entries(fields).map(([input, field]) => {
		const flag = flagOf(input, field);
		const { description = '', default: preset } = properties[flag] ?? {};
		const value = { boolean: '', number: ' <n>', dateTime: ' <time>', reference: ' <id>', json: ' <json|@file>', pairs: ' <from=to>', choice: ' <choice>', choices: ' <choices>', text: ' <text>' }[field.kind];
		const otherwise = preset === undefined || preset === false || preset === '' || Array.isArray(preset) ? '' : ` Default ${String(preset)}.`;
		const opposite = field.kind === 'boolean' && preset !== false ? ` ${negated(flag)} for the opposite.` : '';
		return [`${flag}${value}`, `${String(description)}${otherwise}${opposite}`];
	});
}

export const usageOf = ({ words, required, fields }: Command): string => [PROGRAM, words, ...required.map((input) => `<${optionName(input, fields[input])}>`)].join(' ');

export function helpOn(command: Command): string {
	const { operation } = command;
	const options = optionsOf(command);
	return [
		`Usage: ${usageOf(command)} [options]`,
		wrapped(wholeDescription(operation, terms), 0),
		wrapped(`Requests: ${requestsOf(operation)}. AI credits: ${creditsOf(operation)}.${permissionOf(operation) === null ? '' : ' Needs --yes.'}`, 0),
		...(options.length > 0 ? [`Options\n${columns(options)}`] : []),
		`Of all commands\n${columns(generalRows)}`,
	].join('\n\n');
}
