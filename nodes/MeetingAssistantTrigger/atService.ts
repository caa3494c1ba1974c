import { z } from 'zod/v4';
import type { Webhook } from '../../src/api/index.ts';
import type { Client } from '../../src/client/index.ts';
import { isCode } from '../shared/triggerError.ts';

const Id = z.union([z.string().min(1), z.number().transform(String)]);
const Listed = z.object({
	id: Id,
	url: z.string().optional().catch(undefined),
	events: z.array(z.string()).optional().catch(undefined),
	createdAt: z.string().optional().catch(undefined),
});
const Answer = z.object({ id: Id.optional().catch(undefined), secret: z.string().min(1).optional().catch(undefined) });

/** The webhooks that the service lists, each once. What has no ID is nothing that could be compared or deleted. */
export async function listWebhooks(client: Client): Promise<Webhook[]> {
	const { data } = await client.webhooks.list();
	const listed = data.flatMap((webhook: unknown) => Listed.safeParse(webhook).data ?? []);
	return [...new Map(listed.map((webhook) => [webhook.id, webhook])).values()];
}

/** What the answer to a registration holds of what is needed. */
export const readRegistered = (data: unknown): z.output<typeof Answer> => Answer.safeParse(data).data ?? {};

/** Whether it was there. One that somebody else has deleted by now is as good. */
export async function deleteWebhook(client: Client, id: string): Promise<boolean> {
	return await client.webhooks.delete({ id }).then(
		() => true,
		(error: unknown) => {
			if (isCode(error, 'not_found')) return false;
			throw error;
		},
	);
}
