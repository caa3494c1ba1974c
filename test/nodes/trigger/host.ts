import { watchWebhook } from '../../../nodes/MeetingAssistantTrigger/watch.ts';
import { MeetingAssistantTrigger } from '../../../nodes/MeetingAssistantTrigger/MeetingAssistantTrigger.node.ts';
import { startInstantHost, type TriggerOptions } from '../../support/instantHost.ts';
import { loadPackages, ownPackage } from '../../../packages/rehearsal/engine/packages.ts';

export type { Step, TriggerOptions } from '../../support/instantHost.ts';

/** The instant trigger of the sources in n8n's engine. */
export async function startHost() {
	const host = await startInstantHost({ packages: await loadPackages([ownPackage]), nodeType: new MeetingAssistantTrigger() });
	return {
		...host,
		trigger(options: TriggerOptions) {
			const trigger = host.trigger(options);
			/** What n8n does when it starts and every ten minutes after. */
			const watch = (now: number) => watchWebhook(trigger.pollContext(), now, () => new Promise((resolve) => setTimeout(resolve, 50)));
			return { ...trigger, watch };
		},
	};
}

export type Host = Awaited<ReturnType<typeof startHost>>;
export type Trigger = ReturnType<Host['trigger']>;
