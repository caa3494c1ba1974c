import type { Command } from 'commander';
import { z } from 'zod/v4';
import { commandFor, commandOn } from '../commandLine.ts';
import { databasePath, findRunning } from './database.ts';
import { type Desk, localDesk, remoteDesk } from './desk.ts';
import { show, type Show } from './output.ts';

const CommonOptions = z.object({
	database: z.string().optional(),
	server: z.string().optional(),
	json: z.boolean().default(false),
	allowLoopbackHttp: z.boolean().default(false),
});

/** The options of every command. */
export const commonOptions = (command: Command) => CommonOptions.parse(command.optsWithGlobals());

interface Tools {
	readonly desk: Desk;
	readonly show: Show;
	readonly json: boolean;
	/** A command for the same sandbox, as it is typed at a shell. */
	readonly commandHere: (words: string) => string;
}

/** Runs a command on the named or running sandbox, otherwise directly on the database file. */
export async function atDesk(command: Command, work: (tools: Tools) => Promise<void>, create = false): Promise<void> {
	const { database: given, server, json, allowLoopbackHttp } = commonOptions(command);
	const database = databasePath(given);
	const url = server ?? (await findRunning(database));
	const desk = url === null ? await localDesk({ database, allowLoopbackHttp, create }) : remoteDesk(url);
	try {
		const commandHere = (words: string): string => (server === undefined ? commandOn(database, words) : commandFor(server, words));
		await work({ desk, show: show(json), json, commandHere });
	} finally {
		await desk.close();
	}
}
