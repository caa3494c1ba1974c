import { simpleParser } from 'mailparser';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import type { Steps } from '../terminal.ts';
import { seed } from './examples.ts';
import { type DataFolder, hostFolder, readState, writeState } from './folders.ts';
import { type Host, startHost } from './host.ts';
import { installPackageInto } from './install.ts';
import { openN8n } from './n8nApi.ts';
import { LOOPBACK, type Ports, type QueuePorts } from './ports.ts';
import type { Ended } from './program.ts';
import { startQueueHost } from './queue/queueHost.ts';
import { filled, startService } from './service.ts';

export interface Letter {
	readonly to: string;
	readonly subject: string;
	/** Where it is kept, as any mail program opens it. */
	readonly path: string;
}

/** A mail server that keeps everything and sends nothing on: no workflow can write to anybody by mistake. */
export async function startMailbox(port: number, folder: string, onLetter: (letter: Letter) => void) {
	mkdirSync(folder, { recursive: true });
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		disableReverseLookup: true,
		onData: (stream, _session, accept) => {
			stream
				.toArray()
				.then(async (chunks) => {
					const raw = Buffer.concat(chunks);
					const { to, subject = 'no subject' } = await simpleParser(raw);
					const path = join(folder, `${new Date().toISOString().replace(/\D/g, '')}.eml`);
					writeFileSync(path, raw);
					onLetter({ to: [to ?? []].flat().map(({ text }) => text).join(', '), subject, path });
					accept();
				})
				.catch(accept);
		},
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, LOOPBACK, resolve);
	});
	return { stop: () => new Promise<void>((resolve) => server.close(resolve)) };
}

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
