import { mkdirSync } from 'node:fs';
import { hostFolder, type DataFolder } from './folders.ts';
import { startHost } from './host.ts';
import { startMailbox, type Letter } from './mailbox.ts';
import { openN8n } from './n8nApi.ts';
import { installPackageInto } from './packageInto.ts';
import type { Ports } from './ports.ts';
import { seed } from './seed.ts';
import { fill, startService } from './service.ts';
import { readState, writeState } from './state.ts';
import type { Steps } from './steps.ts';

interface StartOptions {
	readonly data: DataFolder;
	readonly ports: Ports;
	readonly steps: Steps;
	readonly signal: AbortSignal;
	readonly onLetter: (letter: Letter) => void;
}

export interface Running {
	readonly url: string;
	readonly serviceUrl: string;
	readonly ended: Promise<unknown>;
	readonly stop: () => Promise<void>;
}

/** Starts everything, fills what is new, and stops everything again when a part of it fails. */
export async function start({ data, ports, steps, signal, onLetter }: StartOptions): Promise<Running> {
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
		const host = keep(startHost({ installed: hostFolder(), userFolder: data.n8n, ports, log: data.log, signal }));
		const service = keep(startService(ports.sandbox, data.sandbox));
		const mailbox = keep(startMailbox(ports.mail, data.mail, onLetter));
		const parts = await Promise.allSettled([host, service, mailbox]);
		const failed = parts.find(({ status }) => status === 'rejected');
		if (failed?.status === 'rejected') throw failed.reason;
		const [{ url, ended }, sandbox] = [await host, await service];
		const state = readState(data.state) ?? { apiKey: await fill(sandbox), port: null, imported: [] };
		writeState(data.state, state);
		steps.show('Bringing credentials and workflows');
		writeState(data.state, await seed(openN8n(url), state, ports));
		return { url, serviceUrl: sandbox.url, ended, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}
