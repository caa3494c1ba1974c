import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';

interface MailServer {
	readonly host: string;
	readonly port: number;
	readonly stop: () => Promise<void>;
}

/** Addresses in this domain are refused, as a real mail server refuses mailboxes that do not exist. */
const REFUSED = '@refused.example';

/**
 * A mail server on this machine, without encryption or accounts. It forwards nothing, so a workflow cannot email anyone
 * by mistake. `port`: 0 for any free port.
 */
export async function startMailServer(port: number, receive: (mail: ParsedMail, raw: Buffer) => void): Promise<MailServer> {
	const host = '127.0.0.1';
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		disableReverseLookup: true,
		onRcptTo: ({ address }, _session, accept) => accept(address.endsWith(REFUSED) ? new Error(`No mailbox <${address}>`) : null),
		// Accepts an email only after it has been parsed and received.
		onData: (stream, _session, accept) => {
			stream
				.toArray()
				.then(async (chunks) => {
					const raw = Buffer.concat(chunks);
					receive(await simpleParser(raw), raw);
					accept();
				})
				.catch(accept);
		},
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, host, resolve);
	});
	const address = server.server.address();
	if (address === null || typeof address === 'string') throw new Error('The mail server has no port');
	return { host, port: address.port, stop: () => new Promise((resolve) => server.close(resolve)) };
}

export interface Mailbox extends MailServer {
	/** Received emails, oldest first. */
	readonly mails: readonly ParsedMail[];
}

/** A mail server on a free port that keeps emails in memory. */
export async function startMailbox(): Promise<Mailbox> {
	const mails: ParsedMail[] = [];
	return { ...(await startMailServer(0, (mail) => void mails.push(mail))), mails };
}
