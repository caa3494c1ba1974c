import { z } from 'zod/v4';
import type { Feedback } from '../../../../src/api/index.ts';
import { feedbackRow } from '../../../../src/format/index.ts';
import { creditFields } from '../../creditFields.ts';
import type { Values } from '../../field.ts';
import { readInput } from '../../readInput.ts';
import { result, type Result } from '../../result.ts';
import type { Session } from '../../session.ts';
import { Simplify } from '../../simplify.ts';

const Input = z.object({ simplify: Simplify });

/** Feedback as `GET` and `POST` return it. */
export type Answered = Feedback & { readonly cached?: boolean };

/** Feedback as an item asks for it: simplified, it is the row of a sheet. */
export function feedbackResult(session: Session, feedback: Answered, input: Values): Result {
	const shown = readInput(Input, input).simplify ? feedbackRow(feedback) : feedback;
	return result({ ...shown, cached: feedback.cached ?? true, ...creditFields(session) });
}
