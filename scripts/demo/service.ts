import { join } from 'node:path';
import { startSandbox } from '../../sandbox/index.ts';
import type { Meeting } from './meeting.ts';
import { temporaryFolder } from './temporaryFolder.ts';

/** The person who speaks first owns the account; a name made into an address that leads nowhere. */
function ownerOf({ parsed }: Meeting) {
	const name = parsed.segments.find(({ speaker }) => speaker !== null)?.speaker ?? 'Demo User';
	const mailbox = name.normalize('NFKD').toLowerCase().replace(/[^a-z0-9]+/g, '.').replace(/^\.|\.$/g, '');
	return { name, email: `${mailbox || 'demo.user'}@example.com` };
}

/** The whole service on a free port of this machine, with an account of its own that holds the one meeting. */
export async function startService(meeting: Meeting) {
	const database = join(temporaryFolder('meeting-assistant-demo-'), 'demo.sqlite');
	const sandbox = await startSandbox({ port: 0, host: '127.0.0.1', database });
	try {
		const user = sandbox.createUser({ ...ownerOf(meeting), plan: 'professional', memory: true });
		// As if the call had just ended: a file says how long after its beginning something was said, and not when that was.
		const lengthMs = meeting.parsed.segments.at(-1)?.endMs ?? 0;
		const startTime = new Date(Date.now() - lengthMs).toISOString();
		const imported = await sandbox.importMeeting(user.id, { text: meeting.text, filename: meeting.filename, startTime });
		return { url: sandbox.url, apiKey: sandbox.createKey(user.id), imported, stop: () => sandbox.stop() };
	} catch (error) {
		await sandbox.stop();
		throw error;
	}
}
