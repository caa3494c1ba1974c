import { existsSync } from 'node:fs';
import { CliError } from './failure.ts';
import type { Desk } from './desk.ts';

interface LocalOptions {
	readonly database: string;
	readonly allowLoopbackHttp: boolean;
	/** Whether a data base that is not there is made. */
	readonly create: boolean;
}

/** Performs controls on the data base file, and sends the events that come of it. */
export async function localDesk({ database, allowLoopbackHttp, create }: LocalOptions): Promise<Desk> {
	if (!create && !existsSync(database)) {
		throw new CliError(`There is no data base ${database} yet: start with \`serve\`, or with \`user create\`.`);
	}
	// Loads the language model of the AI, which takes a moment: not for a mistake found before.
	const [{ openService }, { aiFromEnvironment }] = await Promise.all([
		import('../openService.ts'),
		import('../ai/openai/settings.ts'),
	]);
	const service = openService({ database, allowLoopbackHttp, ai: aiFromEnvironment(process.env) });
	return {
		async perform(control, input = {}) {
			if (control.runningOnly) {
				throw new CliError(`No sandbox is running on ${database}: start it with \`serve\`, or name one with --server.`);
			}
			return control.perform(service, input);
		},
		async close() {
			await service.deliveries.settled();
			await service.close();
		},
	};
}
