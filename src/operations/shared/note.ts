import * as z from 'zod/v4';
import { noteName, tagsOf, type NoteOptions } from '../../format/index.ts';
import { type InputOf, text } from '../../forms/index.ts';
import type { Session } from '../session.ts';

/** The choice among output formats. */
export const noteChoice = { value: 'note', label: 'Note', description: 'One Markdown text with front matter, for Obsidian and other note apps' } as const;

export const isNote = { format: ['note'] };

/** Options of notes. People keep folders of them; agents read them once. */
export const noteOptions = {
	existingNote: text({
		label: 'Existing Note',
		lines: 4,
		description: 'The note as it is now, to keep what you wrote below its last line',
		showWhen: isNote,
		audience: 'people',
	}),
	tags: text({
		label: 'Tags',
		example: 'meeting, acme',
		description: 'For the front matter, separated by commas',
		showWhen: isNote,
		audience: 'people',
	}),
};

/** The options for writing a note in a run. */
export function noteFor(
	{ timezone }: Session,
	{ existingNote, tags }: InputOf<typeof noteOptions>,
	startTime: string | null | undefined,
): NoteOptions {
	const given = tagsOf(tags ?? '');
	return { startTime, timeZone: timezone, existing: existingNote, ...(given.length > 0 && { tags: given }) };
}

export const fileName = z.string().optional().describe('Of a note');

export const noteFile = (id: string, kind?: 'meeting' | 'transcript') => ({ name: noteName(id, kind), extension: 'md', mimeType: 'text/markdown' });
