import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import type { Picks } from '../../../src/operations/field.ts';
import { searchPicks } from '../../../src/operations/picks.ts';
import { connect } from '../../shared/account.ts';
import { nodeError } from '../errors.ts';

/** A list in the editor. Errors read the same as in a run. */
const listSearch = (picks: Picks) =>
	async function (this: ILoadOptionsFunctions, filter = '', paginationToken = '0'): Promise<INodeListSearchResult> {
		try {
			const query = { filter, offset: Number(paginationToken), now: Date.now() };
			const { picks: found, next } = await searchPicks(await connect(this), picks, query);
			const results = found.map(({ id, label, ...rest }) => ({ name: label, value: id, ...rest }));
			return { results, ...(next !== undefined && { paginationToken: String(next) }) };
		} catch (error) {
			throw nodeError(error, { node: this.getNode(), itemIndex: 0 });
		}
	};

export const searchCalendarEvents = listSearch('calendarEvent');
export const searchContacts = listSearch('contact');
export const searchConversations = listSearch('conversation');
export const searchWebhooks = listSearch('webhook');
