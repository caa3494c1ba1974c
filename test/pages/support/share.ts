import { z } from 'zod/v4';
import { dataOf, type Account } from '../../sandbox/support/harness.ts';

/** Shares a conversation. Returns the link. */
export async function share(account: Account, id: string): Promise<string> {
	const reply = await account.call('POST', `/api/v1/conversations/${id}/share`);
	return dataOf(z.object({ shareUrl: z.url() }), reply).shareUrl;
}
