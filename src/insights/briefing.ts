import { z } from 'zod/v4';
import { api, priorities } from '../api/index.ts';
import { ClientError } from '../client/index.ts';
import { Person } from './contacts.ts';
import { listOf, text } from './lenient.ts';
import type { Run } from './run.ts';

/** A briefing as far as the service told (Resources, Contact briefing). */
const ReadBriefing = z.object({
	contact: Person.nullable().catch(null),
	summary: z
		.looseObject({ prose: text, topics: listOf(z.unknown()), open_questions: listOf(z.string()) })
		.nullable()
		.catch(null),
	summaryGeneratedAt: text,
	recentMeetings: listOf(z.object({ sessionId: z.string(), title: text, date: text })),
	openActionItems: listOf(
		z.object({
			item: z.string(),
			sessionId: z.string(),
			hash: text,
			owner: text,
			priority: z.enum(priorities).nullable().catch(null),
			meetingDate: text,
			meetingTitle: text,
		}),
	),
	recentDecisions: listOf(z.string()),
});
export type ReadBriefing = z.output<typeof ReadBriefing>;

const isForbidden = (error: unknown): boolean =>
	error instanceof ClientError && error.problem.kind === 'api' && error.problem.status === 403;

/** One request; null where the plan or the memory feature does not allow it. Throws `Stopped` or `ClientError`. */
export async function readBriefing(run: Run, contactId: string): Promise<ReadBriefing | null> {
	try {
		const { data } = await run.get(api.contacts.briefing, { id: contactId });
		return ReadBriefing.parse(data);
	} catch (error) {
		if (isForbidden(error)) return null;
		throw error;
	}
}
