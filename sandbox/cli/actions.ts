import { createInterface } from 'node:readline/promises';
import { type Command, Option } from 'commander';
import { COMMAND } from '../commandLine.ts';
import { allControls, checkEntered, type Control, type Entry, isRequired, type Shown } from '../control/index.ts';
import { atDesk } from './command.ts';
import { messageOf } from '../errors.ts';
import { CliError, usage } from './failure.ts';
import { plain, printError, table } from './output.ts';
import { valueOf } from './values.ts';

type Entries = Control['entries'];

/** Descriptions of the command groups. */
const groups: Readonly<Record<string, string>> = {
	conversation: 'List conversations, and record failed ones',
	user: 'Manage accounts: plan, memory feature, spending cap',
	key: 'Manage API keys',
	calendar: 'Connect a calendar, revoke access to it, add events',
	'action-item': 'List action items, and resolve, dismiss or reopen one',
	clock: 'Adjust the clock of a running sandbox, so that limits reset without waiting',
	ai: 'Pause the AI of a running sandbox, to see what happens while a result is missing',
	fault: 'Make requests to a running sandbox fail',
	deliveries: 'Show deliveries to webhooks, and send them again',
};

/** Adds a command for every control; `own` has the commands that run in their own way. */
export function addActions(program: Command, own: Readonly<Record<string, (command: Command, control: Control) => void>>): void {
	for (const control of allControls) {
		const [first = '', second] = control.words;
		const parent = second === undefined ? program : (program.commands.find((command) => command.name() === first) ?? program.command(first).description(groups[first] ?? ''));
		const command = parent.command(second ?? first).description(control.summary);
		for (const word of argumentsOf(control)) addArgument(command, word, control.entries);
		for (const { name, schema, entry } of control.entries) if (!isArgument(control, name)) addOption(command, name, entry, isRequired(schema), defaultOf(schema));
		if (control.confirm !== undefined) command.option('-y, --yes', 'do not ask for confirmation');
		command.addHelpText('after', helpOf(control));
		const run = own[control.id];
		if (run === undefined) command.action(() => perform(command, control));
		else run(command, control);
	}
}

const argumentsOf = ({ command }: Control): readonly string[] => command.split(' ').filter((word) => !/^\w/.test(word));
const isArgument = ({ command }: Control, name: string): boolean => new RegExp(`[<[]${name}[>\\].]`).test(command);

const placeholders: Readonly<Partial<Record<Entry['kind'], string>>> = {
	email: 'address', url: 'url', user: 'user', whole: 'number', share: 'share', duration: 'duration', seconds: 'duration', time: 'time', people: 'person',
};

const optionOf = (name: string, { option }: Entry): string => option ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const helpFor = ({ help, only }: Entry): string => `${only === undefined ? '' : `${only.join(', ')}: `}${help}`;

function addArgument(command: Command, word: string, entries: Entries): void {
	const found = entries.find(({ name }) => word.includes(name));
	if (found === undefined) return void command.argument(word, 'exports of any meeting program: captions, text, Word, tables or JSON, detected by content');
	const { entry } = found;
	const argument = command.createArgument(word, helpFor(entry));
	if (entry.choices === undefined) argument.argParser(valueOf(entry.kind));
	else argument.choices(Object.keys(entry.choices));
	command.addArgument(argument);
}

function addOption(command: Command, name: string, entry: Entry, required: boolean, initial: unknown): void {
	const { kind, choices } = entry;
	const flag = `--${optionOf(name, entry)}`;
	const help = helpFor(entry);
	if (kind === 'transcript') return;
	if (kind === 'flag') {
		command.option(flag, help);
		if (entry.off !== undefined) command.option(`--no-${optionOf(name, entry)}`, entry.off);
		return;
	}
	const option = new Option(`${flag} <${placeholders[kind] ?? (choices === undefined ? 'text' : name)}>`, required ? `required: ${help}` : help);
	if (choices !== undefined) option.choices(Object.keys(choices));
	else if (kind === 'people') option.argParser<readonly unknown[]>((text, others = []) => [...others, valueOf(kind)(text)]);
	else option.argParser(valueOf(kind));
	if (required) option.makeOptionMandatory();
	else if (typeof initial === 'string' && initial !== '') option.default(initial);
	else if (typeof initial === 'number') option.default(initial);
	command.addOption(option);
}

const defaultOf = (schema: Entries[number]['schema']): unknown => schema.safeParse(undefined).data;

/**
 * The values of the options and arguments that were given, by the names of the inputs.
 * @param rest what does not come from the command line, for the check
 * @throws CliError for what can be refused before it is performed
 */
export function inputOf(command: Command, control: Control, rest: object = {}): Readonly<Record<string, unknown>> {
	const options: Readonly<Record<string, unknown>> = command.opts();
	const words = argumentsOf(control);
	const args: readonly unknown[] = command.processedArgs;
	const given = control.entries.map(({ name, entry }) => {
		const at = words.findIndex((word) => word.includes(name));
		const key = optionOf(name, entry).replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());
		return [name, at < 0 ? options[key] : args[at]] as const;
	});
	// An option of another kind of fault is refused even if it is empty.
	const input = Object.fromEntries(given.filter(([, value]) => value !== undefined));
	try {
		checkEntered(control, { ...rest, ...input }, (name, entry) => (isArgument(control, name) ? name : `--${optionOf(name, entry)}`));
	} catch (error) {
		throw usage(messageOf(error));
	}
	return input;
}

const perform = (command: Command, control: Control): Promise<void> =>
	atDesk(
		command,
		async ({ desk, show, json, commandHere }) => {
			if (control.confirm !== undefined && command.opts()['yes'] !== true) await confirm(control.confirm);
			const output = await desk.perform(control, inputOf(command, control));
			const shown = control.shown(output);
			show(output, () => shown.secret ?? wordsOf(shown, commandHere));
			if (shown.secret !== undefined && !json) printError(`${plain(shown.text)} Copy it now, it is not shown again.`);
		},
		control.creates,
	);

function wordsOf({ text, next, table: rows }: Shown, commandHere: (words: string) => string): string {
	if (rows !== undefined) return table(rows.head, rows.rows);
	return next === undefined ? plain(text) : `${plain(text)} ${next.text}:\n  ${commandHere(next.command)}`;
}

async function confirm(question: string): Promise<void> {
	if (!process.stdin.isTTY) throw usage(`This cannot be undone: ${question.charAt(0).toLowerCase()}${question.slice(1)}. Add --yes to confirm.`);
	const asking = createInterface({ input: process.stdin, output: process.stderr });
	const answer = await asking.question(`${question}? [y/N] `);
	asking.close();
	if (!/^y(es)?$/i.test(answer.trim())) throw new CliError('Nothing was done.');
}

/** The text of the help after the options. */
function helpOf({ help, examples = [], entries }: Control): string {
	const labelled = entries.find(({ entry: { choices } }) => choices !== undefined && Object.entries(choices).some(([value, label]) => label.toLowerCase() !== value && label.length > 20));
	const kinds = Object.entries(labelled?.entry.choices ?? {}).map(([value, label]) => `  ${value.padEnd(23)}${label}`);
	const parts = [
		...(kinds.length === 0 ? [] : [`Kinds:\n${kinds.join('\n')}`]),
		...(help === undefined ? [] : [help]),
		...(examples.length === 0 ? [] : [`Examples:\n${examples.map((words) => `  $ ${COMMAND} ${words}`).join('\n')}`]),
	];
	return parts.length === 0 ? '' : `\n${parts.join('\n\n')}\n`;
}

