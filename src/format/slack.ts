import { escapeSlack } from './escape.ts';
import { english } from './languages/language.ts';
import { blockSlack, documentSlack, type TextDocument } from './textDocument.ts';

/** Slack's limits on the text of a section block and on the blocks of a message (https://docs.slack.dev/reference/block-kit/blocks). */
const MAX_SECTION_CHARACTERS = 3000;
const MAX_HEADER_CHARACTERS = 150;
const MAX_BLOCKS = 50;

export interface SlackSection {
	readonly type: 'section';
	readonly text: { readonly type: 'mrkdwn'; readonly text: string };
}

export interface SlackSections {
	readonly blocks: readonly SlackSection[];
	/** Lines that did not fit; the last block says so, too. */
	readonly linesLeftOut: number;
}

/** Where to cut a line to fit one section: never inside an entity or a character, inside a word only if it is huge. */
function cutAt(line: string): number {
	const space = line.lastIndexOf(' ', MAX_SECTION_CHARACTERS);
	if (space > MAX_SECTION_CHARACTERS / 2) return space;
	const entity = line.lastIndexOf('&', MAX_SECTION_CHARACTERS - 1);
	if (entity > 0 && line.indexOf(';', entity) >= MAX_SECTION_CHARACTERS) return entity;
	return line.slice(0, MAX_SECTION_CHARACTERS).isWellFormed() ? MAX_SECTION_CHARACTERS : MAX_SECTION_CHARACTERS - 1;
}

function cutLine(line: string): string[] {
	const pieces: string[] = [];
	let rest = line;
	while (rest.length > MAX_SECTION_CHARACTERS) {
		const at = cutAt(rest);
		pieces.push(rest.slice(0, at));
		rest = rest.slice(at).trimStart();
	}
	return [...pieces, rest];
}

function packSections(mrkdwn: string): string[] {
	const texts: string[] = [];
	for (const line of mrkdwn.split('\n').flatMap(cutLine)) {
		const longer = `${texts.at(-1) ?? ''}\n${line}`;
		if (texts.length > 0 && longer.length <= MAX_SECTION_CHARACTERS) texts[texts.length - 1] = longer;
		else texts.push(line);
	}
	return texts.map((text) => text.trim()).filter((text) => text !== '');
}

const countLines = (texts: readonly string[]): number =>
	texts.flatMap((text) => text.split('\n').filter(Boolean)).length;

const section = (text: string): SlackSection => ({ type: 'section', text: { type: 'mrkdwn', text } });

/** Splits escaped mrkdwn between lines into as few section blocks as possible, and no more than fit one Slack message. */
export function slackSections(mrkdwn: string, words = english): SlackSections {
	const texts = packSections(mrkdwn);
	if (texts.length <= MAX_BLOCKS) return { blocks: texts.map(section), linesLeftOut: 0 };
	const linesLeftOut = countLines(texts.slice(MAX_BLOCKS - 1));
	const kept = texts.slice(0, MAX_BLOCKS - 1);
	return { blocks: [...kept, `_${words.counted(linesLeftOut, words.moreLeftOut)}_`].map(section), linesLeftOut };
}

interface SlackText {
	readonly type: 'mrkdwn' | 'plain_text';
	readonly text: string;
	readonly emoji?: boolean;
}

export type SlackBlock =
	| SlackSection
	| { readonly type: 'header'; readonly text: SlackText }
	| { readonly type: 'section'; readonly fields: readonly SlackText[] }
	| { readonly type: 'context'; readonly elements: readonly SlackText[] }
	| { readonly type: 'divider' };

const shortened = (text: string, max: number): string =>
	text.length <= max ? text : `${text.slice(0, max - 1).toWellFormed().trimEnd()}…`;

/**
 * A document as Slack shows it best: the title as a header, its figures side by side, and a section for each block. A
 * document that is too long for that becomes plain sections, as many as fit.
 */
export function slackBlocks(document: TextDocument): readonly SlackBlock[] {
	const { title, words = english, figures = [], intro = '', blocks } = document;
	const bodies = blocks.map((block) => slackSections(blockSlack(block, words), words));
	const numbers = figures.map(({ value, label, change }): SlackText => {
		const changed = change && ` (${escapeSlack(change)})`;
		return { type: 'mrkdwn', text: `*${value}* ${escapeSlack(label)}${changed}` };
	});
	const head: SlackBlock[] = [
		...(title === ''
			? []
			: [{ type: 'header' as const, text: { type: 'plain_text' as const, text: shortened(title, MAX_HEADER_CHARACTERS), emoji: false } }]),
		...(numbers.length > 0 ? [{ type: 'section' as const, fields: numbers }] : []),
		...(intro === '' ? [] : [{ type: 'context' as const, elements: [{ type: 'mrkdwn' as const, text: escapeSlack(intro) }] }]),
	];
	const body = bodies.flatMap((one): SlackBlock[] => [{ type: 'divider' }, ...one.blocks]);
	const all = [...head, ...body];
	const isWhole = bodies.every(({ linesLeftOut }) => linesLeftOut === 0);
	return all.length <= MAX_BLOCKS && isWhole ? all : slackSections(documentSlack(document), words).blocks;
}
