import { nodeTypesOf } from '../../../../packages/rehearsal/engine/packages.ts';
import { startInstantHost } from '../../../support/instantHost.ts';
import type { Stage } from './operations.ts';

const MINUTE = 60_000;
const CREATED = 'conversation.created';
const TRIGGER = 'n8n-nodes-meeting-assistant.meetingAssistantTrigger';

/** The sender gives up on a receiver that takes longer. */
const MOST_MS = 10_000;

/** The maximum age of a delivery; less than the service's, because delivering takes time. */
const WINDOW_MS = 280_000;

/** A sender that did not see the answer sends the same bytes again. */
async function sendAgain({ service: { sandbox, userId } }: Stage, url: string): Promise<void> {
	const [last] = sandbox.deliveries(userId, 1);
	if (!last) return;
	const headers = { 'content-type': 'application/json', 'X-Svc-Signature': last.signature, 'X-Svc-Event': last.event };
	await fetch(url, { method: 'POST', headers, body: last.body });
}

/**
 * The instant trigger, while the network in front of n8n drops deliveries, senders repeat them, and the details are read over
 * a hostile network. Every delivery that n8n accepted starts the workflow once. n8n cannot know about deliveries that never
 * reached it.
 */
export async function playInstant(stage: Stage): Promise<void> {
	const { die, time, service, happened, packages } = stage;
	service.sandbox.updateUser(service.userId, { plan: 'enterprise' });
	const include = ['conversation', 'keyPoints', 'transcript'].filter(() => die.chance(0.5));
	happened.steps.push(JSON.stringify({ include }));
	const nodeType = nodeTypesOf(packages).getByNameAndVersion(TRIGGER, 1);
	const host = await time.inside(() => startInstantHost({ packages, nodeType }));
	const credential = { baseUrl: service.baseUrl, apiKey: service.key };
	const trigger = host.trigger({ credential, parameters: { events: [CREATED], include }, workflowId: service.userId, webhookId: 'meetings', typeVersion: 1 });
	try {
		const activation = time.inside(() => trigger.activate());
		await time.pass(activation, 5 * MINUTE);
		await activation;
		service.setCalm(false);
		const clocksApart = () => Math.abs(time.wall() - service.now());
		const meetings = die.whole(3, 10);
		for (let index = 0; index < meetings; index += 1) {
			const isUp = !die.chance(0.2);
			host.setUp(isUp);
			const began = time.elapsed();
			const apart = clocksApart();
			await service.addMeeting(`Meeting ${index}`, service.now());
			if (!(await time.pass(service.sandbox.settled(), 5 * MINUTE))) {
				happened.failures.push({ what: `Delivery ${index} never ends`, isForeseen: false });
			}
			if (isUp) happened.calls.push({ what: `taking delivery ${index}`, tookMs: time.elapsed() - began, mostMs: MOST_MS });
			happened.steps.push(`Meeting ${index}: ${isUp ? 'delivered' : 'n8n is down'}`);
			// With clocks this far apart, a delivery is old or from the future, and refused.
			const isInTime = Math.max(apart, clocksApart()) < WINDOW_MS;
			happened.due.push({ key: `${CREATED}:Meeting ${index}`, least: isUp && isInTime ? 1 : 0, most: isUp ? 1 : 0 });
			if (isUp && die.chance(0.3)) await time.pass(sendAgain(stage, trigger.url), 5 * MINUTE);
		}
	} finally {
		for (const item of trigger.started.flat()) {
			happened.came.push(service.named(String(item.dedupeKey)));
			happened.steps.push(`started with ${service.named(String(item.dedupeKey))}`);
			happened.texts.push({ where: 'an item of the instant trigger', text: JSON.stringify(item) });
		}
		happened.texts.push({ where: 'what n8n logs', text: trigger.logs.join('\n') }, { where: 'what n8n stores', text: JSON.stringify(trigger.staticData()) });
		happened.failures.push(...trigger.crashes.map((error) => ({ what: `The webhook throws ${String(error)}`, isForeseen: false })));
		service.setCalm(true);
		await host.stop();
	}
}
