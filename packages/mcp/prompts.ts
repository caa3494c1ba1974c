import type { OperationTool } from '../../src/agents/index.ts';
import { plural } from '../../src/words/index.ts';

interface Prompt {
	readonly title: string;
	readonly description: string;
	readonly arguments: readonly { readonly name: 'about' | 'days'; readonly description: string; readonly required: boolean }[];
	/** Blank arguments are left out, and days are numbers. */
	readonly text: (given: Readonly<Record<string, string>>) => string;
}

/** “7 days”. */
const daysOf = (days: string): string => `${days} ${plural(Number(days), 'day')}`;

const SOURCES = 'Name the meeting and its date for every statement. Say what the tools’ notes report as left out.';

const sentences = (...all: readonly (string | false)[]): string => all.filter(Boolean).join(' ');

/** The usual jobs, by name, as far as these tools can do them. They cost no AI credit unless the person agrees. */
export function promptsWith(offered: readonly OperationTool[]): Readonly<Record<string, Prompt>> {
	const argumentsOf = (name: string): object => offered.find(({ tool }) => tool.name === name)?.tool.inputSchema.properties ?? {};
	const has = (name: string): boolean => offered.some(({ tool }) => tool.name === name);
	const drafts = has('conversation_draft_email');
	return {
		...(has('insight_prepare_for_meeting') && {
			prepare: {
				title: 'Prepare for a meeting',
				description: 'A briefing on a person, a company or a topic. Uses no AI credit.',
				arguments: [{ name: 'about', description: 'An email address, a company’s domain or a topic', required: true }],
				text: ({ about = '' }) =>
					`Prepare me for a meeting about “${about}”. Call insight_prepare_for_meeting for that person, company or topic. Then write one page: who they are, what we last talked about, what is open on each side, what was decided, and three questions to ask. ${SOURCES}`,
			},
		}),
		...(has('insight_get_digest') && {
			weekly_review: {
				title: 'Weekly review',
				description: 'What happened in the meetings of the past days. Uses no AI credit.',
				arguments: [{ name: 'days', description: 'How many days to look back, 7 unless set', required: false }],
				text: ({ days = '7' }) =>
					sentences(
						`Review my meetings of the last ${daysOf(days)}. Call insight_get_digest with “days” ${days}. Then write: the three most important developments, decisions, what I have to do by when, what others owe me, and open questions. ${SOURCES}`,
						'generate' in argumentsOf('key_points_get') && 'For meetings without saved key points, tell me what generating them would cost, and ask before calling key_points_get with “generate”.',
					),
			},
		}),
		...(has('action_item_find') && {
			follow_ups: {
				title: 'Follow-ups',
				description: drafts ? 'Action items to chase, with a draft email where wanted. A draft uses 1 AI credit.' : 'Action items to chase. Uses no AI credit.',
				arguments: [{ name: 'days', description: 'How many days to look back, 14 unless set', required: false }],
				text: ({ days = '14' }) =>
					sentences(
						`Find what has to be followed up from my meetings of the last ${daysOf(days)}. Call action_item_find with “days” ${days}. Group the action items by owner, mine first, oldest first. ${SOURCES}`,
						drafts && 'Then ask me for which meetings you should draft a follow-up email: conversation_draft_email uses 1 AI credit each time and sends nothing.',
					),
			},
		}),
	};
}
