import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startMailServer } from '../mailServer.ts';
import type { Steps } from '../steps.ts';
import { seedN8n } from './examples.ts';
import { joinHost, signInElsewhere, type Elsewhere } from './elsewhere.ts';
import { readState, writeState, type DataFolder } from './folders.ts';
import { filesIn, startHost, type Host } from './host.ts';
import { hostFolder, installPackageInto } from './install.ts';
import { openN8n } from './n8nApi.ts';
import type { Ports, QueuePorts } from './ports.ts';
import type { Ended } from './program.ts';
import { startQueueHost } from './queue/queueHost.ts';
import { ensureFilled, startService } from './service.ts';

export interface Letter {
	readonly to: string;
	readonly subject: string;
	/** Path of its .eml file, which any mail program opens. */
	readonly path: string;
}

/** A mail server that saves every email to the folder. */
function startLetterbox(port: number, folder: string, onLetter: (letter: Letter) => void) {
	mkdirSync(folder, { recursive: true });
	return startMailServer(port, ({ to, subject = 'no subject' }, raw) => {
		const path = join(folder, `${new Date().toISOString().replace(/\D/g, '')}.eml`);
		writeFileSync(path, raw);
		onLetter({ to: [to ?? []].flat().map(({ text }) => text).join(', '), subject, path });
	});
}

interface StartOptions {
	readonly data: DataFolder;
	/** An n8n that runs already; null to start one. */
	readonly elsewhere: Elsewhere | null;
	readonly ports: Ports;
	/** Null if not in queue mode. */
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

function startN8n({ data, elsewhere, ports, queuePorts, signal }: StartOptions): Promise<Pick<Host, 'ended' | 'stop' | 'url'>> {
	if (elsewhere) return joinHost(elsewhere, signal);
	const common = { installed: hostFolder(), userFolder: data.n8n, ports, signal };
	if (queuePorts === null) return startHost({ ...common, log: data.log });
	return startQueueHost({ ...common, folder: data.queue, databaseFolder: data.database, logs: data.logs, queuePorts });
}

/** Starts n8n, the service and the mail server, and fills whatever is new. If any of it fails, stops everything. */
export async function startAll(options: StartOptions): Promise<Running> {
	const { data, elsewhere, ports, steps, onLetter } = options;
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
		if (!elsewhere) {
			steps.show('Installing this package into n8n');
			await installPackageInto(data.n8n);
		}
		steps.show(elsewhere ? 'Waiting for n8n' : 'Starting n8n');
		const host = keep(startN8n(options));
		const service = keep(startService(ports.sandbox, data.sandbox));
		const letterbox = keep(startLetterbox(ports.mail, data.mail, onLetter));
		const parts = await Promise.allSettled([host, service, letterbox]);
		const failed = parts.find(({ status }) => status === 'rejected');
		if (failed?.status === 'rejected') throw failed.reason;
		const [{ url, ended }, sandbox] = [await host, await service];
		const state = await ensureFilled(sandbox, readState(data.state));
		writeState(data.state, state);
		steps.show('Adding credentials and workflows');
		const n8n = openN8n(url, elsewhere?.owner);
		if (elsewhere) await signInElsewhere(n8n, elsewhere);
		writeState(data.state, await seedN8n(n8n, state, ports, elsewhere ? null : filesIn(data.n8n)));
		return { url, serviceUrl: sandbox.url, ended, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}
