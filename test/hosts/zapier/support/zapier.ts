import { execFileSync, fork, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod/v4';
import { creates, searches } from '../../../../packages/zapier/actions.ts';
import { isAvailable } from '../../../../scripts/available.ts';
import { isInstalled, zapierFolder, zapierNode } from '../../../../scripts/zapier/install.ts';
import { once } from '../../../support/once.ts';

/** Tests that need Zapier’s runtime, skipped with a message where it is not installed. */
export function describeZapier(name: string, tests: () => void): void {
	const isThere = isAvailable(isInstalled(), `Zapier’s platform is not installed (npm run hosts:install -- zapier): ${name}`);
	(isThere ? describe : describe.skip)(name, tests);
}

export interface ZapierBundle {
	readonly authData?: object;
	readonly inputData?: object;
	readonly meta?: object;
	readonly targetUrl?: string;
	readonly subscribeData?: unknown;
	readonly rawRequest?: object;
}

const Failure = z.object({ name: z.string(), message: z.string() });
const Reply = z.object({ id: z.number(), result: z.unknown(), error: Failure.optional() });

/** An error of an integration, as Zapier receives it. */
export class ZapierFailure extends Error {
	/** Seconds after which an error asks Zapier to retry. */
	readonly delay: number | undefined;

	constructor({ name, message }: z.output<typeof Failure>) {
		const Told = z.looseObject({ message: z.string(), delay: z.number().optional() });
		const told = message.startsWith('{') ? Told.safeParse(JSON.parse(message)).data : undefined;
		super(told?.message ?? message);
		this.name = name;
		this.delay = told?.delay;
	}
}

/** Builds the integration into a folder. */
export function build(folder: string): void {
	const rollup = join(process.cwd(), 'node_modules/rollup/dist/bin/rollup');
	execFileSync(process.execPath, [rollup, '-c', 'packages/zapier/rollup.config.mjs', '-d', folder, '--silent']);
}

/**
 * The integration as it is pushed to Zapier, in Zapier’s runtime, with the Node that Zapier uses. `cloud`: addresses of Zapier's servers, if a test
 * needs them. `speed`: how many times faster its time passes.
 */
export function startZapier(node = zapierNode(), cloud: NodeJS.ProcessEnv = {}, speed = 1) {
	const folder = mkdtempSync(join(tmpdir(), 'zapier-'));
	cpSync(once('zapier', build), folder, { recursive: true });
	symlinkSync(join(zapierFolder(), 'node_modules'), join(folder, 'node_modules'), 'junction');
	const child: ChildProcess = fork(join(process.cwd(), 'test/hosts/zapier/support/driver.cjs'), [folder, String(speed)], {
		execPath: node,
		execArgv: [],
		env: { ...process.env, NODE_ENV: 'test', NODE_OPTIONS: '', LOG_TO_STDOUT: '1', DETAILED_LOG_TO_STDOUT: '1', ...cloud },
		serialization: 'json',
		silent: true,
	});
	let logged = '';
	child.stdout?.on('data', (data: Buffer) => (logged += data.toString()));
	const waiting = new Map<number, (reply: z.output<typeof Reply>) => void>();
	child.on('message', (message) => {
		const reply = Reply.parse(message);
		waiting.get(reply.id)?.(reply);
		waiting.delete(reply.id);
	});
	let last = 0;
	const ask = async (request: object): Promise<unknown> => {
		const id = ++last;
		const reply = await new Promise<z.output<typeof Reply>>((resolve) => {
			waiting.set(id, resolve);
			child.send({ id, ...request });
		});
		if (reply.error) throw new ZapierFailure(reply.error);
		return reply.result;
	};
	return {
		folder,
		/** Calls a function of the integration by its path. */
		call: (path: string, bundle: ZapierBundle = {}) => ask({ path, bundle }),
		/** What would appear in Zapier's logs. */
		logged: () => logged,
		/** A part of the integration’s definition. */
		definition: (path: string) => ask({ path, definition: true }),
		stop() {
			child.kill();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

export type Zapier = ReturnType<typeof startZapier>;

/** The name of an action in messages, whatever its label is. */
export const named = (key: string): string => `“${searches[key]?.display.label ?? creates[key]?.display.label}”`;

/** An account at the service, as Zapier stores it. */
export const authOf = ({ baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey: string }) => ({ base_url: baseUrl, api_key: apiKey });
