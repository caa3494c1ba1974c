import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { ParsedMail } from 'mailparser';
import { connect, type RateLimit } from '../../packages/client/index.ts';
import { operationsOf, type KeyPointsGetAsActionItems } from '../../packages/client/operations.ts';
import { startSandbox } from '../../sandbox/index.ts';
import { loadPackages, runWorkflow, type Credentials, type NodeRun, type WorkflowFile } from '../../packages/rehearsal/engine/index.ts';
import { startMailbox } from '../mailServer.ts';
import { UserError } from '../../packages/rehearsal/terminal.ts';
import type { MeetingFile } from './meetingFile.ts';

/** The workflow to run, in the form people import into n8n. Relative to the package's folder. */
const WORKFLOW = 'examples/follow-up-email.json';

export interface DemoResult {
	/** Path of the meeting. */
	readonly file: string;
	/** Path of the workflow. */
	readonly workflow: string;
	readonly imported: DemoService['imported'];
	readonly nodeRuns: readonly DemoNodeRun[];
	readonly usage: Usage;
	readonly actionItems: readonly KeyPointsGetAsActionItems[];
	readonly mail: ParsedMail;
	readonly seconds: number;
}

interface DemoNodeRun {
	readonly node: string;
	readonly items: number;
	readonly milliseconds: number;
}

export interface Usage {
	/** From the headers of the service's last answer. */
	readonly rateLimit: RateLimit | null;
	/** Requests sent for this report, after those of the workflow. */
	readonly reportRequests: number;
	/** AI credits, from the profile. `limit`: null if unlimited. */
	readonly credits: { readonly used: number; readonly limit: number | null };
	/** A second request for the key points: whether it returned the saved ones, and what it cost in credits. */
	readonly again: { readonly cached: boolean; readonly credits: number };
}

type DemoService = Awaited<ReturnType<typeof startService>>;

/** A folder that is removed when the program exits, whether it succeeds or fails. */
function temporaryFolder(prefix: string): string {
	const folder = mkdtempSync(join(tmpdir(), prefix));
	process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

/** The first speaker owns the account. The address made from their name reaches no one. */
function ownerOf({ parsed }: MeetingFile) {
	const name = parsed.segments.find(({ speaker }) => speaker !== null)?.speaker ?? 'Demo User';
	const mailbox = name.normalize('NFKD').toLowerCase().replace(/[^a-z0-9]+/g, '.').replace(/^\.|\.$/g, '');
	return { name, email: `${mailbox || 'demo.user'}@example.com` };
}

/** The whole service on a free port of this machine, with a new account that holds this one meeting. */
async function startService(meeting: MeetingFile, start: Date | undefined) {
	const database = join(temporaryFolder('meeting-assistant-demo-'), 'demo.sqlite');
	const sandbox = await startSandbox({ port: 0, host: '127.0.0.1', database });
	try {
		const user = sandbox.createUser({ ...ownerOf(meeting), plan: 'professional', memory: true });
		const imported = await sandbox.importMeeting(user.id, { text: meeting.text, filename: meeting.filename, startTime: start?.toISOString(), generateKeyPoints: true });
		return { url: sandbox.url, apiKey: sandbox.createKey(user.id), imported, stop: () => sandbox.stop() };
	} catch (error) {
		await sandbox.stop();
		throw error;
	}
}

const demoNodeRunOf = ({ node, outputs, executionTime }: NodeRun): DemoNodeRun => ({
	node,
	items: outputs.reduce((sum, items) => sum + items.length, 0),
	milliseconds: executionTime,
});

/** Runs the unchanged example workflow in n8n's own engine, with this package as built. */
async function runFollowUp(credentials: Credentials, onNode: (node: string) => void): Promise<DemoNodeRun[]> {
	const workflow: WorkflowFile = JSON.parse(readFileSync(WORKFLOW, 'utf8'));
	const { nodes, error } = await runWorkflow(workflow, {
		packages: await loadPackages(),
		credentials,
		onNodeStart: onNode,
	});
	if (error) throw new UserError(`The workflow failed at “${nodes.at(-1)?.node ?? 'its start'}”: ${error.message}`);
	return nodes.map(demoNodeRunOf);
}

/** Asks the service what the workflow has used, whether it generates key points only once, and for the action items. */
async function readUsage({ url, apiKey, imported }: DemoService): Promise<Pick<DemoResult, 'usage' | 'actionItems'>> {
	let rateLimit: RateLimit | null = null;
	let reportRequests = 0;
	const client = connect({
		baseUrl: url,
		apiKey,
		onAnswer: (info) => {
			rateLimit = info.rateLimit;
			reportRequests += 1;
		},
	});
	const readCredits = async () => (await client.user.profile()).data.apiUsage.aiGenerations;
	const before = await readCredits();
	const { data: saved } = await client.keyPoints.generate({ id: imported.conversationId });
	const after = await readCredits();
	const again = { cached: saved.cached, credits: after.used - before.used };
	const actionItems = await operationsOf(client).keyPoints.get({ id: imported.conversationId, format: 'actionItems' });
	return { usage: { rateLimit, reportRequests, credits: after, again }, actionItems };
}

export interface DemoOptions {
	/** Start of the meeting. Default: from the file, otherwise as if it had just ended. */
	readonly start?: Date | undefined;
	/** Gets a short description of the current step. */
	readonly onStep: (step: string) => void;
}

/** From a recorded meeting to a follow-up email in a mailbox. */
export async function demo(meeting: MeetingFile, { start, onStep }: DemoOptions): Promise<DemoResult> {
	const began = performance.now();
	const stops: (() => Promise<void>)[] = [];
	try {
		onStep('Starting the service and importing the meeting');
		const service = await startService(meeting, start);
		stops.push(service.stop);
		const mailbox = await startMailbox();
		stops.push(mailbox.stop);
		onStep('Loading n8n’s engine');
		const nodeRuns = await runFollowUp(
			{
				'Meeting Assistant account': { apiKey: service.apiKey, baseUrl: service.url },
				'SMTP account': { host: mailbox.host, port: mailbox.port, secure: false, disableStartTls: true },
			},
			(node) => onStep(`Running ${node}`),
		);
		const [mail] = mailbox.mails;
		if (!mail) throw new UserError('The workflow finished, but no email arrived.');
		const used = await readUsage(service);
		const seconds = (performance.now() - began) / 1000;
		return { file: meeting.file, workflow: WORKFLOW, imported: service.imported, nodeRuns, ...used, mail, seconds };
	} finally {
		for (const stop of stops) await stop();
	}
}
