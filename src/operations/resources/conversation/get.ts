import { Conversation } from '../../../api/index.ts';
import { quoted } from '../../../format/index.ts';
import { counted, Refusal } from '../../../words/index.ts';
import { conversationId } from '../conversation.ts';
import { LIST_CHANGED } from '../../list.ts';
import { operation, result } from '../../operation.ts';
import { listFilters } from './getAll.ts';

export const getConversation = operation({
	id: 'get',
	name: 'Get',
	action: 'Get conversation',
	description: 'Get the title, times and length (in minutes) of one conversation by its ID',
	fields: { id: conversationId },
	filters: listFilters,
	requests: '1 per 100 newer conversations that pass the filters, at least 1',
	credit: 'never',
	output: Conversation,
	async *run(session, { id, ...filters }) {
		const found = await session.task.find(id, filters);
		if (found.is !== 'found') {
			if (found.is === 'maybe') session.hint(LIST_CHANGED);
			const isFiltered = Object.values(filters).some((value) => value !== undefined);
			throw new Refusal(
				`No conversation with the ID ${quoted(id)} was found`,
				({ operation: find, list }) =>
					`${isFiltered ? 'Remove the filters, or check' : 'Check'} the ID. ${find('Conversation', list.name)} returns the existing IDs; deleted conversations are left out`,
				{ httpCode: 404, code: 'not_found' },
			);
		}
		if (found.pages > 1) {
			session.hint(
				`Finding a conversation took ${counted(found.pages, 'request')}: the service can only list them, 100 at a time. “Title Contains” and “After” make the list shorter.`,
			);
		}
		yield result(found.conversation);
	},
});
