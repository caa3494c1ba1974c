import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod/v4';
import { LOOPBACK } from '../n8n/ports.ts';
import { startProgram, type Ended } from '../n8n/program.ts';
import { pinnedNodeRed } from './install.ts';

export interface NodeRedOptions {
	/** Node-RED’s own data, including this package. */
	readonly userFolder: string;
	readonly port: number;
	/** The program, and the Node to run it on, in place of the pinned ones. */
	readonly program?: string;
	readonly node?: string;
	/** File for everything it prints; overwritten at start. */
	readonly log: string;
	/** Changes to the usual settings of settings.js. */
	readonly settings?: Readonly<Record<string, unknown>> | undefined;
	/** Environment variables besides those of this process. */
	readonly environment?: NodeJS.ProcessEnv;
	readonly signal?: AbortSignal;
}

/**
 * Node-RED closes a connection after five idle seconds, so with keep-alive, a process that was busy for longer would write its next request to a
 * closed connection.
 */
export const ALONE = { connection: 'close' };

export type FlowNode = Readonly<Record<string, unknown>> & { readonly id: string; readonly type: string };

export interface NodeRed {
	readonly url: string;
	readonly pid: number;
	readonly ended: Promise<Ended>;
	readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
	/** The deployed flows, without credentials. */
	readonly flows: () => Promise<readonly FlowNode[]>;
	/** Deploys as the editor’s button does: by default only nodes that changed are restarted. */
	readonly deploy: (flows: readonly FlowNode[], how?: 'flows' | 'full' | 'nodes') => Promise<void>;
}

const Flows = z.array(z.looseObject({ id: z.string(), type: z.string() }));

/** Settings for a Node-RED that is reachable from this machine only, without requests to the internet. */
export const settingsOf = ({ userFolder, port, settings }: Pick<NodeRedOptions, 'port' | 'settings' | 'userFolder'>): string => `module.exports = ${JSON.stringify(
	{
		uiPort: port,
		uiHost: LOOPBACK,
		userDir: userFolder,
		flowFile: 'flows.json',
		// Only used on this machine, and stored next to what it encrypts.
		credentialSecret: 'local',
		telemetry: { enabled: false, updateNotification: false },
		editorTheme: { tours: false, projects: { enabled: false } },
		logging: { console: { level: 'info', metrics: false, audit: false } },
		...settings,
	},
	null,
	'\t',
)};
`;

/** Starts Node-RED and resolves when its flows run. @throws UserError with its last output. */
export async function startNodeRed(options: NodeRedOptions): Promise<NodeRed> {
	const { userFolder, port, log, environment, signal, node = process.execPath, program: red = pinnedNodeRed() } = options;
	mkdirSync(userFolder, { recursive: true });
	const settings = join(userFolder, 'settings.js');
	writeFileSync(settings, settingsOf(options));
	const url = `http://${LOOPBACK}:${port}`;
	const program = startProgram({
		name: 'Node-RED',
		command: node,
		words: [red, '--settings', settings],
		// Where flows write files without a path.
		folder: userFolder,
		environment: { ...process.env, ...environment },
		log,
		...(signal && { signal }),
	});
	const editor = `${url}${z.string().catch('').parse(options.settings?.['httpAdminRoot'])}`;
	const statusOf = async (path: string, method: string) => (await fetch(`${editor}/${path}`, { method }).catch(() => null))?.status;
	await program.until(async () => (await statusOf('flows/state', 'GET')) !== undefined && [401, 403].includes((await statusOf('meeting-assistant/picks', 'POST')) ?? 0));
	return {
		...{ url, pid: program.pid, ended: program.ended, stop: program.stop },
		flows: async () => Flows.parse(await (await fetch(`${url}/flows`, { headers: ALONE })).json()),
		deploy: async (flows, how = 'nodes') => {
			const answer = await fetch(`${url}/flows`, {
				method: 'POST',
				headers: { ...ALONE, 'Content-Type': 'application/json', 'Node-RED-Deployment-Type': how },
				body: JSON.stringify(flows),
			});
			if (!answer.ok) throw new Error(`Node-RED refused the flows: ${answer.status} ${await answer.text()}`);
		},
	};
}
