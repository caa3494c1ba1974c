import { allOf, anyOf, tokensOf } from '../text/language.ts';

export interface Question {
	/** A question that the key points answer, or one that needs a search. */
	readonly about: 'participants' | 'actionItems' | 'decisions' | 'matter';
	/** Participants the question names. */
	readonly speakers: readonly string[];
	/** Stems to search for: the topic, without question words. */
	readonly stems: readonly string[];
	/** Weight of each stem; they sum to 1. */
	readonly weights: ReadonlyMap<string, number>;
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
/** About all decisions: the rest of the question only says where they were made. */
const DECISIONS = new RegExp(
	`${anyOf('what (?:was|were|did \\w+)(?: \\w+)? (?:decided?|agreed?)', 'decisions?').source}` +
		'(?:\\s+(?:made|taken|reached|on|in|during|at|were|was|the|this|meeting|call))*\\s*\\??$',
	'i',
);
const NARROW =
	/^\s*(?:when|who|where|how (?:much|many|long|often|far)|which (?:day|date|month)|what (?:time|day|date))\b/i;
/** Question words, which say nothing about the topic. */
const ASKING = allOf(
	'summari[sz]e|summary|discuss(?:ed|ion|ions|ing)?|meeting|conversation|call|think|thought|say',
	'said|talk(?:ed|ing)?|opinions?|mention(?:ed)?|explain|describe|tell|group|team|everyone',
	'respond(?:ed)?|response|view|views|attitude|idea|ideas|general|whole|content|main|point|points',
	'according|reason|reasons|related|regarding|consider|feel|felt|believe|propose[d]?',
	'suggest(?:ed|ion|ions)?|ask(?:ed)?|answer|elaborate(?:d)?|recommend(?:ed)?|(?:dis)?agree(?:d|ment)?|decide[d]?',
	'decision|concern(?:ing|s)?|comment(?:ed|s)?|know|members?|anyone|anybody|somebody|everybody|\'s|’s',
);

const NOTION = /(?:tion|sion|ment|ance|ence|ity|ness|ure|ing|acy|ism|ship|al|ive)s?$/i;

/** What a question asks for. */
export function questionOf(query: string, participants: readonly string[]): Question {
	const speakers = participants.filter((name) => mentions(query, name));
	const matter = speakers.reduce(
		(text, name) => [...namesFor(name), (name.split(/\s+/)[0] ?? '').toLowerCase()].reduce(without, text),
		query,
	);
	const weights = weightsOf(matter.replace(ASKING, ' '));
	return {
		about: aboutOf(query),
		speakers,
		stems: [...weights.keys()],
		weights,
		narrow: NARROW.test(query),
	};
}

/** Nouns carry the topic; verbs and abstract terms may have been worded differently in the meeting. */
function weightsOf(matter: string): ReadonlyMap<string, number> {
	const content = tokensOf(matter).filter(({ isContent }) => isContent);
	const raw = new Map(
		content.map(({ stem, pos, text }) => [
			stem,
			(pos === 'NOUN' || pos === 'PROPN') && !NOTION.test(text) ? 1 : 0.5,
		]),
	);
	const sum = [...raw.values()].reduce((total, weight) => total + weight, 0);
	return new Map([...raw].map(([stem, weight]) => [stem, weight / sum]));
}

function aboutOf(query: string): Question['about'] {
	if (PARTICIPANTS.test(query)) return 'participants';
	if (ACTION_ITEMS.test(query)) return 'actionItems';
	return DECISIONS.test(query) ? 'decisions' : 'matter';
}

const without = (text: string, name: string): string => (name.length > 2 ? text.replaceAll(name, ' ') : text);

/** Titles before a name. */
const TITLE = /^(?:the|mr|mrs|ms|dr|hon|prof|right|acting)\.?$/i;

/** A person's full, first and last name. Parentheses after it hold a role. */
function namesFor(name: string): string[] {
	const [person = ''] = name.split('(');
	const words = person.trim().split(/\s+/).filter((word) => !TITLE.test(word));
	return [name, words.join(' '), ...words.slice(0, 1), ...words.slice(-2)].filter((known) => known.length > 2);
}

const spaced = (text: string): string => ` ${text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `;

/** By name or by role (`the professor` for `Professor C`). */
const mentions = (query: string, name: string): boolean =>
	namesFor(name).some((known) => spaced(query).includes(spaced(known))) ||
	spaced(query).toLowerCase().includes(` the${spaced(name.split(/\s+/)[0] ?? '').toLowerCase()}`);
