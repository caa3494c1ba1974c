import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { publishInstant } from '../../e2e/support/workflows.ts';
import { signedDelivery } from '../../e2e/support/signedDelivery.ts';
import type { World } from '../../e2e/support/startWorld.ts';
import type { Message, Target } from './rounds.ts';

/** The node after the trigger. It does nothing, so that the trigger dominates. */
const NEXT = { type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };

const HEADER_AUTH = 'httpHeaderAuth';

interface Guard {
	readonly parameters: { readonly authentication: string };
	readonly credentials: Readonly<Record<string, { readonly id: string; readonly name: string }>>;
}

/** n8n's own Webhook node, open to everyone or protected by a credential. */
async function publishStock({ n8n }: World, guard?: Guard): Promise<{ workflowId: string; path: string }> {
	const path = randomUUID();
	const { id: workflowId } = await n8n.createWorkflow({
		name: 'Stock',
		nodes: [
			{
				id: randomUUID(),
				name: 'Trigger',
				type: 'n8n-nodes-base.webhook',
				typeVersion: 2,
				position: [0, 0],
				webhookId: path,
				...guard,
				parameters: { httpMethod: 'POST', path, responseMode: 'onReceived', options: {}, ...guard?.parameters },
			},
			{ id: randomUUID(), name: 'Next', position: [200, 0], ...NEXT },
		],
		connections: { Trigger: { main: [[{ node: 'Next', type: 'main', index: 0 }]] } },
	});
	assert.equal(await n8n.publish(workflowId), null);
	return { workflowId, path: `/webhook/${path}` };
}

/**
 * The instant trigger, which verifies deliveries; n8n's own Webhook node, which does not; and the same node with a shared
 * password, which is the protection that it offers. All get the same deliveries.
 */
export async function publishTargets(world: World): Promise<readonly Target[]> {
	const { n8n, host, credential } = world;
	const [name, value] = ['X-Password', randomUUID()];
	const instant = await publishInstant(n8n, credential, NEXT);
	const open = await publishStock(world);
	const { id } = await n8n.createCredential('Password', HEADER_AUTH, { name, value });
	const guarded = await publishStock(world, {
		parameters: { authentication: 'headerAuth' },
		credentials: { [HEADER_AUTH]: { id, name: 'Password' } },
	});
	const message = (): Message => {
		const { body, headers } = signedDelivery(`conv_${randomUUID()}`, instant.secret, Date.now());
		return { body, headers: { ...headers, [name]: value } };
	};
	const target = (title: string, { workflowId, path }: { workflowId: string; path: string }): Target => ({
		...{ name: title, workflowId, url: host.url + path, message },
	});
	return [
		target('Meeting Assistant Trigger', instant),
		target('n8n’s Webhook, open to everyone', open),
		target('n8n’s Webhook, with a password', guarded),
	];
}
