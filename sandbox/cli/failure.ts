import { CommanderError } from 'commander';
import { printableJson } from '../../src/format/index.ts';
import { databaseProblem, messageOf, SandboxError } from '../errors.ts';
import { ImportError } from '../import/index.ts';
import { printError } from './output.ts';

/** 0: success. 1: failed, at least in part. 2: wrong command line. */
export const exitCodes = { refused: 1, usage: 2 } as const;

/** Something the user can fix. It is shown as one line that says what to do. */
export class CliError extends Error {
	override readonly name = 'CliError';
	readonly exitCode: number;

	constructor(message: string, exitCode: number = exitCodes.refused) {
		super(message);
		this.exitCode = exitCode;
	}
}

export const usage = (message: string): CliError => new CliError(message, exitCodes.usage);

/** Reports on standard error why a command failed, without a stack trace. Returns the exit code. */
export function report(error: unknown, json: boolean): number {
	// Commander has already printed its own message, or the requested help.
	if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage;
	const message = databaseProblem(error) ?? (isExpected(error) ? messageOf(error) : `Unexpected error: ${messageOf(error)}`);
	printError(json ? printableJson({ error: { message } }) : `Error: ${message}`);
	return error instanceof CliError ? error.exitCode : exitCodes.refused;
}

const isExpected = (error: unknown): boolean =>
	error instanceof CliError || error instanceof SandboxError || error instanceof ImportError;
