import { cutTo, oneLine, plural } from '../text.ts';

/** What a reader repaired, left out or left open, in words for one line and for several. */
const words = {
	endsEarly: ['a caption that ends before it starts; its text was kept', 'captions that end before they start; their text was kept'],
	negative: ['a time before the start of the recording; it was set to the start', 'times before the start of the recording; they were set to the start'],
	unreadableTime: ['a time that cannot be read; the text was kept, after the text before it', 'times that cannot be read; the texts were kept, each after the text before it'],
	tooLate: ['a time more than a week after the start; it was ignored', 'times more than a week after the start; they were ignored'],
	behindTimes: ['text on the line of the times; it was read as part of the caption', 'text on the line of the times; it was read as part of the captions'],
	wrongArrow: ['an arrow between times that is not written -->; it was read as one', 'arrows between times that are not written -->; they were read as such'],
	silent: ['a turn without words; it was left out', 'turns without words; they were left out'],
	above: ['text above the first speaker; nobody is named as its speaker', 'text above the first speaker; nobody is named as its speaker'],
	unclear: ['may be a name or part of what is said; nobody is named as the speaker', 'may be names or part of what is said; nobody is named as the speaker'],
	damaged: ['looks like the start of a turn and is damaged; nobody is named as the speaker', 'look like starts of turns and are damaged; nobody is named as the speaker'],
	unnamed: ['text without a name at a place where others have one; nobody is named as its speaker', 'texts without a name at places where others have one; nobody is named as their speaker'],
	apart: ['a paragraph without a name, perhaps by somebody else; nobody is named as its speaker', 'paragraphs without a name, perhaps by somebody else; nobody is named as their speaker'],
	once: ['was read as a speaker, who speaks only once; check that this is a name', 'were read as speakers who speak only once; check that these are names'],
	within: ['is a name within a line; what follows it was read as a turn of this person', 'are names within lines; what follows them was read as turns of these people'],
	continued: ['a caption without a name; its speaker is the one named before', 'captions without a name; their speaker is the one named before'],
	agreed: ['is the heading of a list of what was agreed. Nobody is named as saying it, so key points may lack it', 'are headings of lists of what was agreed. Nobody is named as saying it, so key points may lack it'],
	private: ['a message to one person; if nobody else should read it, delete it from the file first', 'messages to one person; if nobody else should read them, delete them from the file first'],
	openQuote: ['a quote that is not closed; it was ignored', 'quotes that are not closed; they were ignored'],
	broken: ['JSON that cannot be read; it was left out', 'JSON that cannot be read; they were left out'],
	strange: ['an entry without text; it was left out', 'entries without text; they were left out'],
} as const satisfies Readonly<Record<string, readonly [one: string, more: string]>>;

export type Kind = keyof typeof words;

const [MOST_LINES, MOST_QUOTES, QUOTE_LENGTH] = [5, 5, 60];

export interface Remarks {
	add(kind: Kind, line: number, quote?: string): void;
	/** A sentence for each kind, with the lines it is about. */
	notes(): string[];
}

/**
 * Collects remarks about single lines, so that a file with a thousand damaged lines gets one sentence about them.
 * @param place what is counted, since a JSON file may have only one line
 */
export function createRemarks(place = 'Line'): Remarks {
	const found = new Map<Kind, { lines: Set<number>; quotes: Set<string> }>();
	return {
		add(kind, line, quote) {
			const about = found.get(kind) ?? { lines: new Set(), quotes: new Set() };
			found.set(kind, about);
			about.lines.add(line);
			if (quote !== undefined && about.quotes.size < MOST_QUOTES) about.quotes.add(`“${cutTo(QUOTE_LENGTH, oneLine(quote.slice(0, 2 * QUOTE_LENGTH)))}”`);
		},
		notes: () =>
			[...found].map(([kind, { lines, quotes }]) => {
				const [one, more] = words[kind];
				const listed = [...lines].toSorted((a, b) => a - b);
				const others = listed.length - MOST_LINES;
				const where = `${plural(listed.length, place, place === 'Entry' ? 'Entries' : undefined)} ${listed.slice(0, MOST_LINES).join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
				const quoted = quotes.size === 0 ? '' : `${[...quotes].join(', ')} `;
				return `${where}: ${quoted}${quotes.size > 1 || listed.length > 1 ? more : one}.`;
			}),
	};
}
