import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { getCalendarEvents, getContacts, getConversations, getWebhooks, type Operation, searchPicks } from '../../../src/operations/index.ts';
import type { Picks } from '../../../src/forms/index.ts';
import { connect } from '../../shared/account.ts';
import { nodeError } from '../errors.ts';

/** A list in the editor. Errors read the same as in a run of the operation that reads the same data. */
const listSearch = (operation: Operation, picks: Picks) =>
	async function (this: ILoadOptionsFunctions, filter = '', paginationToken = '0'): Promise<INodeListSearchResult> {
		try {
			const query = { filter, offset: Number(paginationToken), now: Date.now(), timezone: this.getTimezone() };
			const { picks: found, next } = await searchPicks(await connect(this), picks, query);
			const results = found.map(({ id, label, ...rest }) => ({ name: label, value: id, ...rest }));
			return { results, ...(next !== undefined && { paginationToken: String(next) }) };
		} catch (error) {
			throw nodeError(error, { node: this.getNode(), itemIndex: 0, operation, timezone: this.getTimezone(), hasErrorOutput: false });
		}
	};

export const searchCalendarEvents = listSearch(getCalendarEvents, 'calendarEvent');
export const searchContacts = listSearch(getContacts, 'contact');
export const searchConversations = listSearch(getConversations, 'conversation');
export const searchWebhooks = listSearch(getWebhooks, 'webhook');
