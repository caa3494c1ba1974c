/** Slack's limits for a section block's text and for a message (https://docs.slack.dev/reference/block-kit/blocks). */
export const MAX_SECTION_CHARACTERS = 3000;
export const MAX_BLOCKS = 50;

export interface SlackSection {
	readonly type: 'section';
	readonly text: { readonly type: 'mrkdwn'; readonly text: string };
}

export interface SlackSections {
	readonly blocks: readonly SlackSection[];
	/** Lines that did not fit; the last block says so too. */
	readonly linesLeftOut: number;
}

/** A place up to `MAX_SECTION_CHARACTERS` that splits no word, unless it is enormous, no entity and no character. */
function cutAt(line: string): number {
	const space = line.lastIndexOf(' ', MAX_SECTION_CHARACTERS);
	if (space > MAX_SECTION_CHARACTERS / 2) return space;
	const entity = line.lastIndexOf('&', MAX_SECTION_CHARACTERS - 1);
	if (entity > 0 && line.indexOf(';', entity) >= MAX_SECTION_CHARACTERS) return entity;
	return line.slice(0, MAX_SECTION_CHARACTERS).isWellFormed() ? MAX_SECTION_CHARACTERS : MAX_SECTION_CHARACTERS - 1;
}

function pieces(line: string): string[] {
	const short: string[] = [];
	let rest = line;
	while (rest.length > MAX_SECTION_CHARACTERS) {
		const at = cutAt(rest);
		short.push(rest.slice(0, at));
		rest = rest.slice(at).trimStart();
	}
	return [...short, rest];
}

function packed(mrkdwn: string): string[] {
	const texts: string[] = [];
	for (const line of mrkdwn.split('\n').flatMap(pieces)) {
		const longer = `${texts.at(-1) ?? ''}\n${line}`;
		if (texts.length > 0 && longer.length <= MAX_SECTION_CHARACTERS) texts[texts.length - 1] = longer;
		else texts.push(line);
	}
	return texts.map((text) => text.trim()).filter((text) => text !== '');
}

const countLines = (texts: readonly string[]): number =>
	texts.flatMap((text) => text.split('\n').filter(Boolean)).length;

const section = (text: string): SlackSection => ({ type: 'section', text: { type: 'mrkdwn', text } });

/** Splits escaped mrkdwn at its lines into as few section blocks as one message of Slack's may have. */
export function slackSections(mrkdwn: string): SlackSections {
	const texts = packed(mrkdwn);
	if (texts.length <= MAX_BLOCKS) return { blocks: texts.map(section), linesLeftOut: 0 };
	const linesLeftOut = countLines(texts.slice(MAX_BLOCKS - 1));
	const kept = texts.slice(0, MAX_BLOCKS - 1);
	return { blocks: [...kept, `_${linesLeftOut} more lines left out_`].map(section), linesLeftOut };
}
