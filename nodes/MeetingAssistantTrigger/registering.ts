import { NodeOperationError } from 'n8n-workflow';
import type { EventName, Webhook } from '../../src/api/index.ts';
import type { Client } from '../../src/client/index.ts';
import { isSameAddress } from '../../src/webhooks/index.ts';
import { clientOf, readSettings, transportOf } from '../shared/account.ts';
import { within } from '../shared/within.ts';
import { addressProblem } from './address.ts';
import type { TriggerContext } from './context.ts';
import { eventsToRegister } from './events.ts';
import { readParameters, type Parameters } from './parameters.ts';
import { WEBHOOK_PATH } from './place.ts';
import { readRegistration, type Registration } from './stored.ts';

/** For one answer of the service; a person is waiting for the activation. */
const TIMEOUT_MS = 15_000;

/** For all requests of a registration, however many webhooks the service lists. */
const LIMIT_MS = 90_000;

/** What the steps of a registration have in common. */
export interface Registering {
	readonly context: TriggerContext;
	readonly client: Client;
	/** Where deliveries are to go: while listening in the editor, a URL of its own. */
	readonly url: string;
	readonly workflowId: string;
	readonly parameters: Parameters;
	readonly events: readonly EventName[];
}

export function ownUrl(context: TriggerContext): string {
	const url = context.getNodeWebhookUrl('default');
	if (url?.endsWith(`/${WEBHOOK_PATH}`)) return url;
	throw new NodeOperationError(context.getNode(), 'n8n did not say at which address this trigger can be reached');
}

export const workflowIdOf = (context: TriggerContext): string => String(context.getWorkflow().id);

/** @throws NodeOperationError when nothing could be delivered to this n8n, or no event was chosen. */
export async function prepare(context: TriggerContext): Promise<Registering> {
	const url = ownUrl(context);
	const settings = await readSettings(context);
	const problem = addressProblem(url, settings.baseUrl);
	if (problem) throw new NodeOperationError(context.getNode(), problem);
	const parameters = readParameters(context);
	const events = eventsToRegister(parameters.events);
	if (events.length === 0) {
		throw new NodeOperationError(
			context.getNode(),
			'Choose at least one event. If “Events” is an expression, look at what it gives.',
		);
	}
	const transport = within(LIMIT_MS, transportOf(context, settings));
	const client = clientOf(context, settings, { timeoutMs: TIMEOUT_MS, transport });
	return { context, client, url, workflowId: workflowIdOf(context), parameters, events };
}

/**
 * The registration that is stored, if it is this trigger's: a copied workflow, or a copied database, brings along that of
 * another.
 */
export function ownRegistration(context: TriggerContext): Registration | undefined {
	const held = readRegistration(context);
	const isHere = held?.workflowId === workflowIdOf(context) && isSameAddress(held.url, ownUrl(context));
	return isHere ? held : undefined;
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : '');

/**
 * Whether a listed webhook is this trigger's. The one whose ID is held is, however the service spells its address, unless
 * that leads to another host: with another account, the same ID may be somebody else's.
 */
export function isOwn({ id, url }: Webhook, { context, url: ownAddress }: Registering): boolean {
	if (isSameAddress(url, ownAddress)) return true;
	const isHeld = id === ownRegistration(context)?.id;
	return isHeld && (url === undefined || hostOf(url) === hostOf(ownAddress));
}

const sameSet = (one: readonly string[], other: readonly string[]): boolean =>
	new Set(one).size === new Set(other).size && one.every((value) => other.includes(value));

/** Whether a listed webhook is as this node wants it. What the list does not tell is taken to be right. */
export const isAsWanted = ({ url, events }: Webhook, wanted: Registering): boolean =>
	(url === undefined || isSameAddress(url, wanted.url)) && (events === undefined || sameSet(events, wanted.events));
