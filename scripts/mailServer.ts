import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

export interface Mailbox {
	readonly host: string;
	readonly port: number;
	/** What has arrived, oldest first. */
	readonly mails: readonly ParsedMail[];
	readonly stop: () => Promise<void>;
}

/** A mail server on a free port of this machine, without encryption and accounts: nothing leaves the machine. */
export async function startMailbox(): Promise<Mailbox> {
	const host = '127.0.0.1';
	const mails: ParsedMail[] = [];
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		disableReverseLookup: true,
		// The sender is told "accepted" only after the mail was understood and kept.
		onData: (stream, _session, accept) => {
			simpleParser(stream).then((mail) => {
				mails.push(mail);
				accept();
			}, accept);
		},
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(0, host, resolve);
	});
	const address = server.server.address();
	if (address === null || typeof address === 'string') throw new Error('The mail server has no port');
	return { host, port: address.port, mails, stop: () => new Promise((resolve) => server.close(resolve)) };
}
