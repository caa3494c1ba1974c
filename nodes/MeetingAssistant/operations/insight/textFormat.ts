import { z } from 'zod/v4';
import {
	documentHtml,
	documentMarkdown,
	documentSlack,
	documentText,
	slackSections,
	type Entry,
	type TextDocument,
} from '../../../../src/format/index.ts';
import type { Field, Values } from '../../field.ts';
import { readInput } from '../../readInput.ts';

const writers = {
	html: documentHtml,
	markdown: documentMarkdown,
	slack: documentSlack,
	text: documentText,
} satisfies Record<string, (document: TextDocument) => string>;

const Input = z.object({ textFormat: z.enum(['html', 'markdown', 'slack', 'text']).default('markdown') });

export const textFormat: Field = {
	displayName: 'Text Format',
	name: 'textFormat',
	type: 'options',
	options: [
		{ name: 'HTML', value: 'html', description: 'For e-mails and web pages' },
		{ name: 'Markdown', value: 'markdown', description: 'For documents, notes and AI models' },
		{ name: 'Plain Text', value: 'text', description: 'Without any marks' },
		{ name: 'Slack Message', value: 'slack', description: 'In Slack’s mrkdwn, and as Block Kit blocks in “blocks”' },
	],
	default: 'markdown',
	description: 'How the field “text” is written, which holds all of it to send on',
	asTool: 'never',
};

/** A document as the form asks for it. Throws `invalidInput`. */
export function textFields(document: TextDocument, input: Values) {
	const { textFormat: format } = readInput(Input, input);
	const text = writers[format](document);
	return format === 'slack' ? { text, blocks: slackSections(text).blocks } : { text };
}

const oneLine = (text: string | null): string => (text ?? '').replace(/[\s\p{Cc}]+/gu, ' ').trim();

export const entry = (
	text: string | null,
	notes: readonly (string | null)[] = [],
	label: string | null = null,
): Entry => ({
	label: oneLine(label),
	text: oneLine(text),
	note: notes.map(oneLine).filter(Boolean).join(', '),
});

/** A document without what is empty. */
export const documentOf = (title: string, blocks: TextDocument['blocks']): TextDocument => ({
	title: oneLine(title),
	blocks: blocks
		.map(({ heading, entries }) => ({ heading, entries: entries.filter(({ text }) => text !== '') }))
		.filter(({ entries }) => entries.length > 0),
});
