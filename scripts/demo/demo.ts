import type { ParsedMail } from 'mailparser';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { type ActionItem, connect, type RateLimit } from '../../packages/client/index.ts';
import { startSandbox } from '../../sandbox/index.ts';
import { type Credentials, loadPackages, type NodeRun, runWorkflow, type WorkflowFile } from '../engine/index.ts';
import { startMailbox } from '../mailServer.ts';
import { DemoError, WORKFLOW } from './arguments.ts';
import type { Meeting } from './meeting.ts';

/** A folder that is gone when the program exits, whether it is finished or has failed. */
export function temporaryFolder(prefix: string): string {
	const folder = mkdtempSync(join(tmpdir(), prefix));
	process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

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

export interface Ran {
	readonly node: string;
	readonly items: number;
	readonly milliseconds: number;
}

const ranOf = ({ node, outputs, executionTime }: NodeRun): Ran => ({
	node,
	items: outputs.reduce((sum, items) => sum + items.length, 0),
	milliseconds: executionTime,
});

/** Runs the example workflow as it stands, in n8n's own engine, with this package as it is built. */
export async function runFollowUp(credentials: Credentials, onNode: (node: string) => void): Promise<Ran[]> {
	const workflow: WorkflowFile = JSON.parse(readFileSync(WORKFLOW, 'utf8'));
	const { nodes, error } = await runWorkflow(workflow, {
		packages: await loadPackages(),
		credentials,
		onNodeStart: onNode,
	});
	if (error) throw new DemoError(`The workflow stopped at “${nodes.at(-1)?.node ?? 'its start'}”: ${error.message}`);
	return nodes.map(ranOf);
}

type Service = Awaited<ReturnType<typeof startService>>;

export interface Shown {
	readonly file: string;
	readonly imported: Service['imported'];
	readonly ran: readonly Ran[];
	readonly usage: Usage;
	readonly actionItems: readonly ActionItem[];
	readonly mail: ParsedMail;
	readonly seconds: number;
}

export interface Usage {
	/** As the service's headers said on its last answer. */
	readonly rateLimit: RateLimit | null;
	/** Requests sent to fill in this report, after the workflow's own. */
	readonly lookingBack: number;
	/** AI credits, as the service's profile said. `limit`: null where there is none. */
	readonly credits: { readonly used: number; readonly limit: number | null };
	/** Asking for the key points again: whether the saved ones came, and the credits it took. */
	readonly again: { readonly cached: boolean; readonly credits: number };
}

/** Asks the service itself what the workflow has used, and whether key points are made only once. */
async function lookBack({ url, apiKey, imported }: Service): Promise<{ usage: Usage; actionItems: ActionItem[] }> {
	let rateLimit: RateLimit | null = null;
	let lookingBack = 0;
	const client = connect({
		baseUrl: url,
		apiKey,
		onAnswer: (info) => {
			rateLimit = info.rateLimit;
			lookingBack += 1;
		},
	});
	const readCredits = async () => (await client.user.profile()).data.apiUsage.aiGenerations;
	const before = await readCredits();
	const { data: saved } = await client.keyPoints.generate({ id: imported.conversationId });
	const after = await readCredits();
	const again = { cached: saved.cached, credits: after.used - before.used };
	return { usage: { rateLimit, lookingBack, credits: after, again }, actionItems: saved.keypoints.actionItems };
}

/** From a recorded meeting to a follow-up e-mail in a mailbox. `onStep` is told what is going on, in a few words. */
export async function demo(meeting: Meeting, onStep: (step: string) => void): Promise<Shown> {
	const start = performance.now();
	const stops: (() => Promise<void>)[] = [];
	try {
		onStep('Starting the service and importing the meeting');
		const service = await startService(meeting);
		stops.push(service.stop);
		const mailbox = await startMailbox();
		stops.push(mailbox.stop);
		onStep('Loading n8n’s engine');
		const ran = await runFollowUp(
			{
				'Meeting Assistant account': { apiKey: service.apiKey, baseUrl: service.url },
				'SMTP account': { host: mailbox.host, port: mailbox.port, secure: false, disableStartTls: true },
			},
			(node) => onStep(`Running ${node}`),
		);
		const [mail] = mailbox.mails;
		if (!mail) throw new DemoError('The workflow ran to its end, but no e-mail arrived.');
		const seen = await lookBack(service);
		const seconds = (performance.now() - start) / 1000;
		return { file: meeting.file, imported: service.imported, ran, ...seen, mail, seconds };
	} finally {
		for (const stop of stops) await stop();
	}
}
