import { allOf, anyOf } from './anyOf.ts';
import { stemsOf } from './language.ts';

export interface Question {
	/** A question that key points answer, or one to search for. */
	readonly about: 'participants' | 'actionItems' | 'decisions' | 'matter';
	/** Participants the question names. */
	readonly speakers: readonly string[];
	/** Stems to search for: what the question is about, without how it asks. */
	readonly stems: readonly string[];
	/** Asks for one fact: a time, a number, a person. */
	readonly narrow: boolean;
}

const PARTICIPANTS = anyOf(
	'^who (?:was|were|is|are) (?:there|present|in|on|at)',
	'^who (?:attended|joined|took part|participated|spoke)',
	'(?:list|name|names) (?:of )?(?:the )?(?:participants|attendees|speakers)',
);
const ACTION_ITEMS = anyOf(
	'action items?|next steps?|to-?dos?|follow-?ups?|tasks',
	'who (?:has to|will|is going to|needs to|should) do',
);
/** About all decisions: what comes after the word only says where they were made. */
const DECISIONS = new RegExp(
	`${anyOf('what (?:was|were|did \\w+)(?: \\w+)? (?:decided?|agreed?)', 'decisions?').source}` +
		'(?:\\s+(?:made|taken|reached|on|in|during|at|were|was|the|this|meeting|call))*\\s*\\??$',
	'i',
);
const NARROW =
	/^\s*(?:when|who|where|how (?:much|many|long|often|far)|which (?:day|date|month)|what (?:time|day|date))\b/i;
/** Words of asking, which are in any meeting and tell nothing about the matter. */
const ASKING = allOf(
	'summari[sz]e|summary|discuss(?:ed|ion|ions|ing)?|meeting|conversation|call|think|thought|say',
	'said|talk(?:ed|ing)?|opinions?|mention(?:ed)?|explain|describe|tell|group|team|everyone',
	'respond(?:ed)?|response|view|views|attitude|idea|ideas|general|whole|content|main|point|points',
	'according|reason|reasons|related|regarding|consider|feel|felt|believe|propose[d]?',
	'suggest(?:ed|ion|ions)?|ask(?:ed)?|answer',
);

/** What a question asks for. */
export function questionOf(query: string, participants: readonly string[]): Question {
	const speakers = participants.filter((name) => mentions(query, name));
	const matter = speakers.reduce(
		(text, name) => namesFor(name).reduce((rest, known) => rest.replaceAll(known, ' '), text),
		query,
	);
	return {
		about: aboutOf(query),
		speakers,
		stems: [...new Set(stemsOf(matter.replace(ASKING, ' ')))],
		narrow: NARROW.test(query),
	};
}

function aboutOf(query: string): Question['about'] {
	if (PARTICIPANTS.test(query)) return 'participants';
	if (ACTION_ITEMS.test(query)) return 'actionItems';
	return DECISIONS.test(query) ? 'decisions' : 'matter';
}

/** A person's whole name, and the first of its words. */
const namesFor = (name: string): string[] => [
	name,
	...name
		.split(/\s+/)
		.slice(0, 1)
		.filter((first) => first.length > 2),
];

const mentions = (query: string, name: string): boolean =>
	namesFor(name).some((known) =>
		` ${query.replace(/[^\p{L}\p{N}]+/gu, ' ')} `.includes(` ${known.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `),
	);
