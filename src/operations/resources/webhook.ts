import * as z from 'zod/v4';
import { api, Deleted, WEBHOOK_TEST_TIMEOUT_SECONDS, Webhook } from '../../api/index.ts';
import { quoted } from '../../format/index.ts';
import { eventChoices, eventLabel, flowIn, listWebhooks, shownUrl } from '../../triggers/index.ts';
import type { Advice } from '../../words/index.ts';
import { choices, reference, type Terms, text, type Text, textIn } from '../../forms/index.ts';
import { confirmation, requireConfirmation } from '../confirmation.ts';
import { operation, result } from '../operation.ts';

const webhookId = reference({
	label: 'Webhook',
	name: 'webhookId',
	picks: 'webhook',
	required: true,
	example: 'wh_3Nf7',
	description: ({ list, operation: find }) => `${find('Webhook', 'Register')} and ${find('Webhook', list.name)} return its ID`,
});

const withoutWebhooks: Text = ({ pollingTrigger }) =>
	`${pollingTrigger && `The ${pollingTrigger} works without any. `}To have some, use an API key of an account whose plan includes them`;

/** Deleting works on every paid plan, listing does not. */
const advice: Advice = {
	forbidden: withoutWebhooks,
	not_found: ({ operation: find, list }) =>
		`Check the ID that ${find('Webhook', 'Register')} returned. Where the plan has webhooks, ${find('Webhook', list.name)} shows all IDs`,
};

/** The deleted webhook, and what received its events, if the plan allows listing webhooks. */
const Silenced = Deleted.shape.data.extend({
	id: Webhook.shape.id,
	url: Webhook.shape.url.describe('Where it led, if the plan lets webhooks be listed'),
	events: Webhook.shape.events,
	usedBy: z
		.string()
		.nullable()
		.optional()
		.meta({
			description: 'What got its events, by the name that its trigger registered; null if it has none',
			examples: ['Follow-ups after sales calls'],
		}),
});

const silencedFields = ({ url, events }: Webhook): object => ({
	...(url !== undefined && { url: shownUrl(url) }),
	...(events !== undefined && { events }),
	usedBy: flowIn(url) ?? null,
});

function silencedWords({ url, events = [] }: Webhook, { flow }: Terms): string {
	const named = events.map(eventLabel).join(', ');
	const user = flowIn(url);
	const receiver = user === undefined ? (url === undefined ? 'its receiver' : shownUrl(url)) : `the ${flow} ${quoted(user)}`;
	const again = user === undefined ? '' : ` While it is active, its trigger may register another one within minutes.`;
	return `This webhook no longer sends ${named || 'events'} to ${receiver}.${again}`;
}

export const deleteWebhook = operation({
	endpoint: api.webhooks.delete,
	id: 'delete',
	name: 'Delete',
	action: 'Delete webhook',
	description: 'Permanently stop sending events to a webhook. Whatever relies on it gets no more.',
	notes: 'The output says what received them. Works on any paid plan.',
	fields: { id: webhookId, confirmation },
	output: Silenced,
	requests: '2',
	advice: { not_found: advice.not_found },
	async *run(session, { id, confirmation: confirmed }) {
		requireConfirmation(session, id, confirmed);
		// Lists them first, because afterwards nobody knows what was silenced. Only plans with webhooks allow that.
		const webhooks = await listWebhooks(session.client).catch(() => []);
		const { data } = await session.client.webhooks.delete({ id });
		const silenced = webhooks.find((webhook) => webhook.id === id);
		if (silenced) session.hint(silencedWords(silenced, session.terms));
		yield result(silenced ? { ...data, ...silencedFields(silenced) } : data);
	},
});

export const getWebhooks = operation({
	endpoint: api.webhooks.list,
	id: 'getAll',
	name: ({ list }) => list.name,
	action: ({ list }) => `${list.verb} webhooks`,
	description: 'List the account’s active webhooks. Their secrets are not included.',
	fields: {},
	whenEmpty: ({ operation: find, instantTrigger }) =>
		`The account has no active webhooks. On a Professional or Enterprise plan, ${find('Webhook', 'Register')} adds one for your own URL${instantTrigger && `; each active ${instantTrigger} adds its own`}.`,
	advice,
});

export const register = operation({
	endpoint: api.webhooks.register,
	id: 'register',
	name: 'Register',
	action: 'Register webhook',
	description: 'Send events to your own URL. The output contains the signing secret, which is shown only once.',
	notes: 'Store it safely and keep it out of logs.',
	fields: {
		url: text({
			label: 'URL',
			required: true,
			example: 'https://hooks.acme.com/meetings',
			description: 'Where to send events, starting with https://',
		}),
		events: choices({
			label: 'Events',
			choices: eventChoices,
			required: true,
			description: 'Which events to send',
		}),
	},
	advice: {
		outcome_unknown: ({ operation: find, list }) =>
			`The webhook may have been registered anyway. Before you try again, look for its URL with ${find('Webhook', list.name)}. Remove it with ${find('Webhook', 'Delete')} if it is there, because its secret cannot be shown again`,
		forbidden: (terms) =>
			[
				`If your plan includes webhooks, all of them are in use: ${terms.operation('Webhook', 'Delete')} makes room.`,
				textIn(withoutWebhooks, terms),
			].join(' '),
		validation_error: 'The service must be able to reach the URL from the internet',
	},
});

export const sendTest = operation({
	endpoint: api.webhooks.test,
	id: 'sendTest',
	name: 'Send Test',
	action: 'Send test event to webhook',
	description: 'Send a signed test event and get the HTTP status that the receiver responds with',
	notes: `It has ${WEBHOOK_TEST_TIMEOUT_SECONDS} seconds to respond.`,
	fields: { id: webhookId },
	advice: {
		...advice,
		outcome_unknown: 'The test event may have been sent anyway. Check the receiver before you send another one',
	},
});
