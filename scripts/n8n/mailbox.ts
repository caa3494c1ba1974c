import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { LOOPBACK } from './ports.ts';

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
