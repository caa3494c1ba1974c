import { z } from 'zod/v4';
import { priorities, type KeyPoints } from '../../../../src/api/index.ts';
import {
	actionItemRecords,
	keyPointsHtml,
	keyPointsMarkdown,
	keyPointsSlack,
	keyPointsText,
	slackSections,
	type ActionItemRecord,
} from '../../../../src/format/index.ts';
import { creditFields } from '../../creditFields.ts';
import { FileInput, fileOf } from '../../fileFields.ts';
import type { Values } from '../../field.ts';
import { readInput } from '../../readInput.ts';
import { result, type Result } from '../../result.ts';
import type { Session } from '../../session.ts';
import { startTimeOf } from '../../startTimes.ts';
import { textFormats } from './fields.ts';

const Input = z.object({
	id: z.string(),
	format: z.enum(['actionItems', 'object', ...textFormats]).default('object'),
	minConfidence: z.number().optional(),
	owner: z.string().optional(),
	priorities: z.array(z.enum(priorities)).optional(),
	conversationDate: z.string().optional(),
});
type Input = z.output<typeof Input>;

const writers = {
	html: { write: keyPointsHtml, extension: 'html', mimeType: 'text/html' },
	markdown: { write: keyPointsMarkdown, extension: 'md', mimeType: 'text/markdown' },
	slack: { write: keyPointsSlack, extension: 'txt', mimeType: 'text/plain' },
	text: { write: keyPointsText, extension: 'txt', mimeType: 'text/plain' },
};

const isWanted =
	({ minConfidence, owner, priorities: wanted }: Input) =>
	(item: ActionItemRecord): boolean =>
		(minConfidence === undefined || (item.confidence ?? 0) >= minConfidence) &&
		(owner === undefined || (item.owner ?? '').toLowerCase().includes(owner.trim().toLowerCase())) &&
		(wanted === undefined || wanted.some((priority) => priority === item.priority));

/** Key points as `GET` and `POST` return them. */
export type Answered = KeyPoints & { readonly cached?: boolean };

/** Key points as an item asks for them. */
export async function* keyPointsResults(session: Session, keyPoints: Answered, input: Values): AsyncGenerator<Result> {
	const asked = readInput(Input, input);
	const { id, format } = asked;
	const cost = { cached: keyPoints.cached ?? true, ...creditFields(session) };
	if (format === 'object') {
		yield result({ ...keyPoints, ...cost });
		return;
	}
	if (format !== 'actionItems') {
		const { write, ...kind } = writers[format];
		const text = write(keyPoints);
		const blocks = format === 'slack' ? { blocks: slackSections(text).blocks } : {};
		const { title, createdAt } = keyPoints;
		yield result(
			{ id, title, format, text, ...blocks, createdAt, ...cost },
			fileOf(readInput(FileInput, input), text, { name: title || id, ...kind }),
		);
		return;
	}
	const found = actionItemRecords(keyPoints, { id }).filter(isWanted(asked));
	if (found.length === 0) return;
	const conversationDate = asked.conversationDate ?? (await startTimeOf(session, id, keyPoints.title));
	for (const item of found) yield result({ ...item, conversationDate });
}
