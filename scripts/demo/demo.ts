import { performance } from 'node:perf_hooks';
import type { ParsedMail } from 'mailparser';
import { connect, type ActionItem, type RateLimit } from '../../packages/client/index.ts';
import { DemoError } from './demoError.ts';
import { startMailbox } from './mailbox.ts';
import type { Meeting } from './meeting.ts';
import { startService } from './service.ts';
import { runFollowUp, type Ran } from './workflow.ts';

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
