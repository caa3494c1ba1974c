import { mkdirSync } from 'node:fs';
import { hostFolder, type DataFolder } from './folders.ts';
import { startHost, type Host } from './host.ts';
import { startMailbox, type Letter } from './mailbox.ts';
import { openN8n } from './n8nApi.ts';
import { installPackageInto } from './packageInto.ts';
import type { Ports, QueuePorts } from './ports.ts';
import type { Ended } from './program.ts';
import { startQueueHost } from './queueHost.ts';
import { seed } from './seed.ts';
import { filled, startService } from './service.ts';
import { readState, writeState } from './state.ts';
import type { Steps } from './steps.ts';

interface StartOptions {
	readonly data: DataFolder;
	readonly ports: Ports;
	/** Null for one n8n alone. */
	readonly queuePorts: QueuePorts | null;
	readonly steps: Steps;
	readonly signal: AbortSignal;
	readonly onLetter: (letter: Letter) => void;
}

export interface Running {
	readonly url: string;
	readonly serviceUrl: string;
	readonly ended: Promise<Ended>;
	readonly stop: () => Promise<void>;
}

function startN8n({ data, ports, queuePorts, signal }: StartOptions): Promise<Host> {
	const common = { installed: hostFolder(), userFolder: data.n8n, ports, signal };
	if (queuePorts === null) return startHost({ ...common, log: data.log });
	return startQueueHost({ ...common, folder: data.queue, databaseFolder: data.database, logs: data.logs, queuePorts });
}

/** Starts everything, fills what is new, and stops everything again when a part of it fails. */
export async function start(options: StartOptions): Promise<Running> {
	const { data, ports, steps, onLetter } = options;
	const stops: (() => Promise<void>)[] = [];
	const stop = async (): Promise<void> => {
		for (const part of stops.splice(0).reverse()) await part();
	};
	const keep = async <T extends { stop: () => Promise<void> }>(part: Promise<T>): Promise<T> => {
		const started = await part;
		stops.push(started.stop);
		return started;
	};
	try {
		mkdirSync(data.path, { recursive: true });
		steps.show('Installing this package into n8n');
		await installPackageInto(data.n8n);
		steps.show('Starting n8n');
		const host = keep(startN8n(options));
		const service = keep(startService(ports.sandbox, data.sandbox));
		const mailbox = keep(startMailbox(ports.mail, data.mail, onLetter));
		const parts = await Promise.allSettled([host, service, mailbox]);
		const failed = parts.find(({ status }) => status === 'rejected');
		if (failed?.status === 'rejected') throw failed.reason;
		const [{ url, ended }, sandbox] = [await host, await service];
		const state = await filled(sandbox, readState(data.state));
		writeState(data.state, state);
		steps.show('Bringing credentials and workflows');
		writeState(data.state, await seed(openN8n(url), state, ports));
		return { url, serviceUrl: sandbox.url, ended, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}
