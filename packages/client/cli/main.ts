#!/usr/bin/env node
import { fstatSync, ftruncateSync, statSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Calling, type Host, neededFor, type Permission, permissionOf, permissions, type Plan, planOf, questionOf, sessionOf, Switch, withNegatives } from '../../../src/agents/index.ts';
import { accountOf } from '../../../src/limits/index.ts';
import { createClient } from '../../../src/client/index.ts';
import { chosenTimeZone, instantFrom, isTimeZone, plain } from '../../../src/format/index.ts';
import { type Field, isBlank, nameOf, refuseUnused, sentences, withImplied, withNames } from '../../../src/forms/index.ts';
import { knownTimezone } from '../../../src/meetings/index.ts';
import { type Asked, explainRun, type Result, returnsMany, runOperation } from '../../../src/operations/index.ts';
import { fetchTransport, isKey, NO_KEY } from '../../../src/transport/index.ts';
import { counted, Refusal } from '../../../src/words/index.ts';
import { toldOf, userAgentOf } from '../options.ts';
import { VERSION } from '../version.ts';
import { type Command, flagOf, groups, isMany, optionName, PROGRAM, terms, valueIn } from './commands.ts';
import { general, helpOn, helpOnGroup, negated, overview, reader, usageOf } from './help.ts';
import { asJson, readable } from './print.ts';

const WRONG_USAGE = 2;
const CANCELLED = 130;
const DEFAULT_LIMIT = 50;
const VALID_KEY = 'Set MEETING_ASSISTANT_API_KEY to a valid key. Keys are created in the desktop app under Settings, API keys';

/** A command that cannot be run as it was written. */
class UsageError extends Error {}

const stop = new AbortController();
const { signal } = stop;
/** Why results can no longer be written: usually because nobody reads them any more, as after `head`. */
let unwritten: Error | null = null;
/** AI credits that results have used so far. */
let creditsSpent = (): number => 0;

const variable = (name: string): string => (process.env[`MEETING_ASSISTANT_${name}`] ?? '').trim();

const say = (text: string): void => console.error(plain(text));

/** What standard output is; null if that is not known. */
function output() {
	try {
		return fstatSync(process.stdout.fd);
	} catch {
		return null;
	}
}

/** Whether nobody can read what is printed. Node replaces a closed output with the null device. */
function isDiscarded(): boolean {
	const { rdev } = statSync(devNull, { throwIfNoEntry: false }) ?? {};
	const to = output();
	return to !== null && to.isCharacterDevice() && to.rdev === rdev;
}

/**
 * Appends to a file that standard output goes to, all or nothing: a result that is cut off would spoil the file for later runs.
 * Node's own stream ignores that a nearly full disk has taken only the beginning.
 */
function writeWhole(text: string, size: number): void {
	try {
		writeFileSync(process.stdout.fd, Buffer.from(text));
	} catch (error) {
		ftruncateSync(process.stdout.fd, size);
		throw error;
	}
}

/** Prints, and waits if the reader is slow. */
async function print(text: string): Promise<void> {
	try {
		const to = output();
		if (to?.isFile()) writeWhole(`${text}\n`, to.size);
		else await new Promise<void>((done, fail) => void process.stdout.write(`${text}\n`, (error) => (error ? fail(error) : done())));
	} catch (error) {
		endUnwritten(error instanceof Error ? error : new Error(String(error)));
	}
}

function endUnwritten(error: Error): void {
	unwritten ??= error;
	stop.abort();
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

function numberIn(option: string, given: unknown, minimum: number): number | undefined {
	if (given === undefined) return undefined;
	const number = Number(given);
	if (!Number.isInteger(number) || number < minimum) throw new UsageError(`--${option} takes a whole number of at least ${minimum}`);
	return number;
}

/** Suggests known options for a misspelled one, which usually starts correctly. */
function unknownOption({ name, rawName }: { readonly name: string; readonly rawName: string }, known: Readonly<Record<string, { readonly type: string }>>): string {
	const near = Object.entries(known)
		.filter(([one]) => one.startsWith(name.slice(0, 2)))
		.flatMap(([one, { type }]) => [`--${one}`, ...(type === 'boolean' ? [negated(`--${one}`)] : [])]);
	return `There is no option ${rawName}${near.length > 0 ? `. There is ${near.join(', ')}` : ''}`;
}

/** An empty value usually comes from a variable that is not set, and would do more than was meant. */
function refuseEmpty(option: string): never {
	throw new UsageError(`${option} is empty. Leave it out to do without it`);
}

async function valueOf(field: Field, option: string, given: Parameters<typeof valueIn>[1]): Promise<unknown> {
	try {
		return await valueIn(field, given);
	} catch (error) {
		throw new UsageError(`${option}: the file cannot be read: ${error instanceof Error ? error.message : String(error)}`);
	}
}

async function parsed({ fields, required }: Command, args: readonly string[]) {
	// What an earlier run has printed is empty the first time; the operation itself refuses what it needs.
	const isRefused = (input: string): boolean => !required.includes(input) && !(fields[input]?.kind === 'json' && fields[input].overInputs);
	const inputOf = new Map(Object.entries(fields).map(([input, field]) => [optionName(input, field), input]));
	const own = Object.entries(fields).map(([input, field]) => [optionName(input, field), field.kind === 'boolean' ? flag : { ...text, multiple: isMany(field) }] as const);
	const config = { args: withNegatives(args), options: { ...Object.fromEntries(own), ...general }, allowPositionals: true, allowNegative: true } as const;
	const options: Readonly<Record<string, { readonly type: string }>> = config.options;
	const { tokens } = parseArgs({ ...config, strict: false, tokens: true });
	for (const [index, token] of tokens.entries()) {
		if (token.kind !== 'option') continue;
		const name = token.name.replace(/^no-/, '');
		const isSwitch = options[name]?.type === 'boolean';
		if (!(name in options) || (!isSwitch && token.rawName.startsWith('--no-'))) throw new UsageError(unknownOption(token, options));
		const next = tokens[index + 1];
		const isValued = token.value !== undefined || (next?.kind === 'positional' && /^(?:true|false)$/i.test(next.value));
		if (isSwitch && isValued) throw new UsageError(`${token.rawName} takes no value: it is --${name} or ${negated(`--${name}`)}`);
		if (token.value?.trim() === '' && isRefused(inputOf.get(name) ?? name)) refuseEmpty(token.rawName);
	}
	const { values, positionals } = parseArgs(config);
	const valuesByOption: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>> = values;
	// Words stand for what no option gives, in this order.
	const open = required.filter((input) => valuesByOption[optionName(input, fields[input])] === undefined);
	if (positionals.length > open.length) {
		const instead = required.length > 0 ? 'Put a value of several words into quotes' : `All it takes are options: ${own.map(([name]) => `--${name}`).join(', ') || 'those of all commands'}`;
		throw new UsageError(`There is one word too many: “${positionals[open.length]}”. ${instead}`);
	}
	const given = new Map(open.map((input, index) => [input, positionals[index]]));
	const inputs = await Promise.all(
		Object.entries(fields).map(async ([input, field]) => [input, await valueOf(field, flagOf(input, field), valuesByOption[optionName(input, field)] ?? given.get(input))] as const),
	);
	// Only a file can still be empty.
	for (const [input, value] of inputs) if (value !== undefined && isBlank(value) && isRefused(input)) refuseEmpty(flagOf(input, fields[input]));
	const missing = inputs.find(([input, value]) => required.includes(input) && value === undefined);
	if (missing && !values.help && !values.version) throw new UsageError(`“${optionName(missing[0], fields[missing[0]])}” is missing`);
	return { values, inputs: Object.fromEntries(inputs.filter(([, value]) => value !== undefined)) };
}

function isOn(name: string): boolean {
	const { data, error } = Switch.safeParse(variable(name));
	if (error) throw new UsageError(`MEETING_ASSISTANT_${name}: ${error.issues[0]?.message}`);
	return data;
}

function allowed(): readonly Permission[] {
	const names = variable('ALLOW').split(/[\s,]+/).filter(Boolean);
	const unknown = names.find((name) => !permissions.some((one) => one === name));
	if (unknown !== undefined) throw new UsageError(`MEETING_ASSISTANT_ALLOW takes ${permissions.join(', ')}`);
	return permissions.filter((one) => names.includes(one));
}

function zoneOf(given: string | undefined): string | null {
	const timezone = given ?? variable('TIME_ZONE');
	if (timezone === '') return chosenTimeZone();
	if (!isTimeZone(timezone)) throw new UsageError('--time-zone: there is no such time zone');
	return timezone;
}

/** Where the commands of this process run. Opens no connection. */
function hostOf(values: Awaited<ReturnType<typeof parsed>>['values']): Host {
	const [apiKey, baseUrl, allowHttp] = [variable('API_KEY'), variable('BASE_URL'), isOn('ALLOW_HTTP')];
	return {
		terms,
		timezone: zoneOf(values['time-zone']),
		allow: allowed(),
		cache: null,
		limits: {
			maxRequests: numberIn('max-requests', values['max-requests'], 1),
			reserveRequests: numberIn('reserve-requests', values['reserve-requests'], 0),
			reserveCredits: numberIn('reserve-credits', values['reserve-credits'], 0),
			concurrency: 5,
		},
		account: () => accountOf(baseUrl, apiKey),
		connect: (options) => {
			const missing = Object.entries({ MEETING_ASSISTANT_API_KEY: apiKey, MEETING_ASSISTANT_BASE_URL: baseUrl }).find(([, value]) => value === '');
			if (missing) throw new Refusal(`The environment variable ${missing[0]} is not set`, `“${PROGRAM} --help” says what it is for`, { code: 'not_configured' });
			if (!isKey(apiKey)) throw new Refusal(`MEETING_ASSISTANT_API_KEY is not an API key: ${NO_KEY}`, 'Put your own key there', { code: 'not_configured' });
			return createClient({ baseUrl, allowHttp, transport: fetchTransport({ apiKey, signal }), userAgent: userAgentOf(undefined), ...toldOf({}), ...options });
		},
		sleep: (ms) => wait(ms, undefined, { signal }),
	};
}

/** The results, or what somebody has to agree to first. If it turns out that no consent is needed, returns the results of the rehearsal. */
async function begin({ operation }: Command, asked: Asked, host: Host, isAllowed: boolean, calling: Calling) {
	const start = (plan?: Plan) => {
		const run = runOperation(operation, sessionOf(host, plan ? { ...calling, plan } : { signal, isAgent: false }));
		({ creditsSpent } = run);
		return { run, results: run.results(asked) };
	};
	if (isAllowed || neededFor(operation, host) === null) return start();
	return await planOf(async (plan) => {
		const { run, results } = start(plan);
		const found: Result[] = [];
		for await (const result of results) found.push(result);
		return { run, results: found };
	});
}

/** Makes reports texts, for people who read them in a terminal. */
const asText = ({ fields: { format } }: Command): object => (format?.kind === 'choice' && format.choices.some(({ value }) => value === 'text') ? { format: 'text' } : {});

/** @returns the exit code. */
async function perform(command: Command, args: readonly string[]): Promise<number> {
	const { values, inputs } = await parsed(command, args);
	if (values.help) return await print(helpOn(command)).then(() => 0);
	if (values.version) return await print(VERSION).then(() => 0);
	const { operation, fields } = command;
	const host = hostOf(values);
	if (isOn('READ_ONLY') && permissionOf(operation) !== null) {
		say('Nothing was done, because MEETING_ASSISTANT_READ_ONLY is set.');
		return 1;
	}
	if (operation.credit === 'always' && isDiscarded()) {
		say('Nothing was done, because the output is closed or discarded, so what the AI writes would be lost.');
		return 1;
	}
	if (values.all && values.limit !== undefined) throw new UsageError('--limit and --all rule each other out');
	const wanted: Readonly<Record<string, unknown>> = values.json ? inputs : { ...asText(command), ...inputs };
	const read: Asked = { valueOf: withImplied(fields, (input) => wanted[input]), toInstant: instantFrom, failsIfCut: true };
	const isList = returnsMany(operation, read);
	const limit = numberIn('limit', values.limit, 1) ?? (isList && !values.all ? DEFAULT_LIMIT : undefined);
	const calling: Calling = { signal, isAgent: false, memory: new Map(), tally: { made: 0 } };
	let hints: readonly string[] = [];
	let count = 0;
	try {
		refuseUnused(fields, read, reader);
		const begun = await begin(command, { ...read, limit }, host, values.yes === true, calling);
		if (!('run' in begun)) {
			const given = Object.fromEntries(Object.entries(inputs).map(([input, value]) => [nameOf(input, fields[input]), value]));
			say(`${await questionOf({ operation, given }, begun, host, calling)}\n\nNothing was done. Add --yes to do this.`);
			return 1;
		}
		for await (const { json } of begun.results) {
			await print(values.json ? asJson(json) : `${count > 0 ? '\n' : ''}${readable(json, isList)}`);
			count += 1;
			if (unwritten) return 0;
		}
		({ hints } = begun.run.end());
	} catch (error) {
		if (unwritten) return 0;
		const explained = explainRun(error, operation, { terms, timezone: host.timezone ?? knownTimezone(host.account()), nameOf: flagOf, advice: { ...operation.advice, unauthorized: VALID_KEY } });
		// Whoever presses Ctrl-C knows that it is cancelled, but not what that costs.
		if (signal.aborted && explained?.details['creditAtRisk'] !== true) return CANCELLED;
		if (!explained) throw error;
		const { what, next, details } = explained;
		say(withNames(sentences(terms, what, next), fields, { nameOf: flagOf }));
		if (signal.aborted) return CANCELLED;
		if (details['code'] !== 'invalid_input') return 1;
		say(`See ${PROGRAM} ${command.words} --help`);
		return WRONG_USAGE;
	}
	for (const hint of hints) say(withNames(hint, fields, { nameOf: flagOf }));
	if (isList && values.limit === undefined && count === limit) say(`Stopped after ${count} results. Add --limit or --all for more.`);
	return 0;
}

/** Puts the command in front of the options of all commands, which people write on either side of it. */
function commandFirst(args: readonly string[]): readonly string[] {
	const { tokens } = parseArgs({ args: [...args], options: general, allowPositionals: true, strict: false, tokens: true });
	// What another option takes is not known before the command is, so its value could not be told from the command.
	const unknown = tokens.findIndex((token) => token.kind === 'option' && !(token.name in general));
	const before = unknown < 0 ? tokens : tokens.slice(0, unknown);
	const command = new Set(before.flatMap(({ kind, index }) => (kind === 'positional' ? [index] : [])).slice(0, 2));
	return [...args.filter((_, index) => command.has(index)), ...args.filter((_, index) => !command.has(index))];
}

const isHelp = (word: string): boolean => ['--help', '-h', 'help'].includes(word);

/** @returns the exit code. */
async function main(): Promise<number> {
	const words = commandFirst(process.argv.slice(2));
	if (words.every(isHelp) && words.length > 0) return await print(overview()).then(() => 0);
	// “help conversation get” asks what “conversation get --help” does.
	const [resource = '', name = '', ...args] = isHelp(words[0] ?? '') ? [...words.slice(1), '--help'] : words;
	if (['--version', '-v'].includes(resource)) return await print(VERSION).then(() => 0);
	if (resource === '' || resource.startsWith('-')) throw new UsageError(`There is no command. It starts with one of ${[...groups.keys()].join(', ')}. Its options come after it`);
	const group = groups.get(resource);
	if (!group) throw new UsageError(`There is no “${resource}”. There is ${[...groups.keys()].join(', ')}`);
	if (isHelp(name)) return await print(helpOnGroup(resource)).then(() => 0);
	const command = group.find(({ words }) => words === `${resource} ${name}`);
	if (!command) throw new UsageError(`${name === '' ? `“${resource}” needs an operation` : `“${resource}” has no “${name}”`}. There is ${group.map(({ words }) => words).join(', ')}`);
	try {
		return await perform(command, args);
	} catch (error) {
		const isOfArguments = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
		if (error instanceof UsageError || isOfArguments) throw new UsageError(`${error.message.replace(/\.$/, '')}.\nUsage: ${usageOf(command)} [options]. See --help`);
		throw error;
	}
}

process.stdout.on('error', endUnwritten);
process.once('SIGINT', () => stop.abort());
main().then(
	(code) => {
		process.exitCode = code;
		const spent = creditsSpent();
		if (unwritten && (spent > 0 || !('code' in unwritten && unwritten.code === 'EPIPE'))) {
			const risk = spent > 0 ? `. ${counted(spent, 'AI credit was', 'AI credits were')} used, and what was not written may be lost` : '';
			say(`The results could not be written: ${unwritten.message}${risk}`);
			process.exitCode = 1;
		} else if (signal.aborted && !unwritten) process.exitCode = CANCELLED;
	},
	(error: unknown) => {
		say(error instanceof UsageError ? error.message : `Something unexpected happened: ${error instanceof Error ? error.message : String(error)}`);
		process.exitCode = error instanceof UsageError ? WRONG_USAGE : 1;
	},
);
