import { Chrono, configuration } from 'chrono-node/en';
import { dayAfter, fridayOf, inNextWeek, lastOfMonth, nextDayOfMonth, words, wordsBefore, type Language } from './language.ts';

type Parser = Chrono['parsers'][number];

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];
const weekday = WEEKDAYS.join('|');
const month = MONTHS.join('|');

/** “by the 12th” */
const dayOfMonth: Parser = {
	pattern: () => /(?<=\b(?:by|on|before|due|due on|than) )the ([12]?\d|3[01])(?:st|nd|rd|th)\b(?! (?:of|\p{L}+ay\b)|[- ]\p{L}*(?:time|one|item|question|floor|slide|point|page|version|draft|round|week|month|year|quarter|century))/iu,
	extract: ({ reference }, { 1: date }) => nextDayOfMonth(reference.instant, Number(date)),
};

/** “end of the month”, “EOW”, “end of May” */
const endOfPeriod: Parser = {
	pattern: () => new RegExp(`(?<!(?:day|tomorrow|tonight|\\d|th|st|nd|rd),? (?:by |at |the )?)\\b(?:(?:the )?(?:very )?end of (?:the |this )?(day|week|month|year|next week|next month|${month})(?! (?:of|after)\\b)|(eod|eob|cob|eow|eom|eoy|close of business|end of business))\\b(?!,? (?:on |of |this |next )?(?:${weekday}|today|tomorrow|${month}))`, 'i'),
	extract: ({ reference: { instant: at } }, { 1: named = '', 2: short = '' }) => {
		const period = (named || short).toLowerCase();
		const thisMonth = at.getUTCMonth();
		if (['week', 'eow'].includes(period)) return fridayOf(at, 0);
		if (period === 'next week') return fridayOf(at, 1);
		if (['month', 'eom'].includes(period)) return lastOfMonth(at, thisMonth);
		if (period === 'next month') return lastOfMonth(at, thisMonth + 1);
		if (['year', 'eoy'].includes(period)) return lastOfMonth(at, 11);
		const named12 = MONTHS.indexOf(period);
		return named12 < 0 ? dayAfter(at, 0) : lastOfMonth(at, named12 + (named12 < thisMonth ? 12 : 0));
	},
};

/** “Friday of next week”, “next week on Friday” */
const weekdayOfNextWeek: Parser = {
	pattern: () => new RegExp(`\\b(?:(${weekday}),? (?:of )?next week|next week,? (?:on )?(${weekday}))\\b`, 'i'),
	extract: ({ reference }, { 1: first, 2: last }) => inNextWeek(reference.instant, WEEKDAYS.indexOf((first ?? last ?? '').toLowerCase())),
};

/** “a week from Friday” */
const weekFrom: Parser = {
	pattern: () => new RegExp(`\\b(?:a|one) week from (${weekday}|today|tomorrow)\\b`, 'i'),
	extract: ({ reference: { instant: at } }, { 1: named = '' }) => {
		const day = named.toLowerCase();
		const days = day === 'today' ? 0 : day === 'tomorrow' ? 1 : (WEEKDAYS.indexOf(day) - at.getUTCDay() + 7) % 7;
		return days === 0 && day !== 'today' ? null : dayAfter(at, days + 7);
	},
};

const { parsers, refiners } = configuration.createCasualConfiguration();
const calendar = new Chrono({ parsers: [dayOfMonth, endOfPeriod, weekdayOfNextWeek, weekFrom, ...parsers], refiners });

const PAST = "sent|wrote|made|did|got|went|took|gave|told|said|met|spoke|put|found|left|came|ran|saw|began|brought|bought|built|chose|paid|held|kept|lost|won|heard|felt|thought|knew|(?!(?:need|feed|seed|speed|proceed|exceed|succeed|embed|breed|heed|shed|wed)(?!\\p{L})|(?:agreed|promised|committed|volunteered|decided|planned) to(?!\\p{L}))\\p{L}{2,}ed";

export const english: Language = {
	calendar,
	hint: /\b(?:mon|tues?|wed|wednes|thu|thurs?|fri|sat|satur|sun)(?:day)?s?\b|\d|\b(?:to(?:day|morrow|night)|noon|weeks?|end of|eod|eob|cob|eow|eom|eoy|close of business|in (?:a|an|one|two|three|four|five|six|seven|ten) |within|(?:twenty|thirt|fif|first|second|third))/i,
	by: wordsBefore('(?:(?:due(?: date)?|deadline|latest|needed|required|expected)(?: (?:is|by|on|of|for))?|(?:have|has|got) until|(?:no|not) later than|(?:at the )?latest (?:by|on)|by)(?: at the latest| latest)?(?:,? (?:on|this|coming|the|end of(?: the)?(?: business)?(?: day)?(?: on)?|close of business(?: on)?|eod|cob|eob|first thing|early|midday|lunch(?:time)?|noon)){0,2}', 'within|no later than'),
	before: wordsBefore('(?:before|prior to|ahead of|in time for)(?: the| this| coming)?'),
	on: wordsBefore('(?:on|at)(?: the| this| coming)?', 'first thing(?: on)?', '(?:this )?coming'),
	noDeadline: wordsBefore(
		'(?:from|since|of|about|after|until|till|(?<!later )than|through|starting|beginning|effective|as of|between|and|or|to|last|past|previous|every|each|not|around|roughly|approximately|approx\\.?|circa|early|mid|late|week of|next|other|not before|no earlier than|during|towards?|via|version|v|against|dated|when|over|for(?: the next)?)(?: the| this)?',
		'(?:not|never|sometime|some time|around|about|only|again|alternate|first|second|third|fourth|last) (?:by|on|before|in|at|within)(?: the)?',
		'good|black|cyber|easter|ash|palm|whit|boxing',
		'(?:a|one|two|three|\\d) weeks?(?: on)?|week after next(?:,? on)?',
	),
	noDeadlineAfter: /^(?:\s*[/–-]\s*\d|['’]s\b|s\b|[\s,]*(?:or (?:so|later|earlier|mon|tue|wed|thu|fri|sat|sun|tomorrow|next|the|early|maybe)|-ish|ish\b|onwards?|at the earliest|and (?:mon|tue|wed|thu|fri|sat|sun)|through|to (?:mon|tue|wed|thu|fri|sat|sun)|\?\?|\(?(?:tbc|tbd|tentative)|until|business|working|(?:of )?(?:the )?week after|after next|week\b|of (?:the )?(?:following|week)|(?:cw|calendar week) ?\d|(?:the )?\d{1,2}(?:st|nd|rd|th)\b)|%|[\s-]*(?:people|users|items|percent|euros?|dollars?|hours?|minutes?))/i,
	event: /^['’]s?\s+\p{L}|^\s+(?:\p{L}+ ){0,2}(?:meeting|call|demo|workshop|review|presentation|session|event|launch|release|conference|interview|stand-?up|sync|visit|trip|kick-?off|training|webinar|appointment|discussion|board|offsite|retro|planning|check-in|deadline)\b/iu,
	// The first word is a verb: “Call Ben on Friday”.
	eventBefore: /\s(?:meetings?|calls?|demos?|workshops?|reviews?|presentations?|sessions?|events?|launch|release|conference|interviews?|stand-?up|sync|visits?|trip|flights?|party|kick-?off|deadlines?|training|webinar|appointments?|discussions?|lunch|dinner|offsite|retro|retrospective|planning|check-in|tickets?|hotel|room|travel|agenda|invit(?:es|ation|ations)|happening|held|planned|scheduled|due|delivered|arriving|starting|ending|closing|one-on-one|1:1|exam|hearing|audit|gala|fair|expo|summit|opening|talk|outages?|incidents?|accident|about|regarding|concerning|re)(?!\p{L})/iu,
	functionWord: /^\s*(?:$|[,.;:!?)(–—]|- |['’] time|(?:and|about|regarding|so|with|via|to|for|at|by|the|a|an|before|after|because|since|eod|cob|eob|end of day|latest|at the latest|morning|afternoon|evening|noon|lunchtime|please)(?![\p{L}-]))/iu,
	subject: /^[^\p{L}]*(?:the|an?|this|that|these|those|there|it|he|she|they|my|our|his|her|their|its|all|thank|thanks|I|we|you)(?!\p{L})/iu,
	aboutDates: words('agree|set|change|put|pick(?! up)|(?:re)?schedul(?:e|es|ing)|book|plan|arrange|set up|organi[sz]e|move|postpone|push|shift|delay|bring forward|invite|reserve|block|cancel|confirm|announce|remind|propose|tell|inform|ask|mention|explain|check(?! in)|verify|note|clarify|find out|discuss|decide|report|communicate|let .{1,30} know|register|sign up|apply|find|hold'),
	statement: words('is|are|ends?|starts?|begins?|expires?|opens?|closes|takes place|happens|leaves|arrives|comes?|we|they|he|she|it(?= \\p{L}+s )'),
	subordinate: words('who|whom|which|what|how|where|why|(?<!(?:make sure|ensure|so) )that(?= \\p{L})'),
	unsure: words(
		"was|were|had|did|has been|have been|yesterday|ago|used to|(?:were|was|did|had)n['’]t",
		`(?:I|we|he|she|they|you|it|who)(?:['’]ve|['’]s| have| has)? (?:already |just |also |then |all )?(?:${PAST})`,
		'maybe|perhaps|probably|possibly|might|ideally|hopefully|tentative(?:ly)?|preferably|some ?(?:time|day|point)|eventually|unclear|tb[cd]|unsure|to be (?:confirmed|determined|decided)|(?:wish|hope|suppose|think|believe|guess|expect)(?:e?s|e?d|ing)?|reckon|apparently|imagine|pretend|for example|for instance|e\\.g|(?:should|would|could) have|(?:could|would)(?! you)',
		"(?<!do )(?:not|never)(?! later than)|do not(?! forget| hesitate)|cannot|\\p{L}+n['’]t(?! forget)",
		`(?:every|each) (?:other )?(?:day|week|month|quarter|year|morning|evening|${weekday}|mon|tue|wed|thu|fri)|(?:weekly|daily|monthly|quarterly)(?! \\p{L})|(?:weekly|daily|monthly) (?:on|by|before|at)|(?:${weekday})s`,
	),
	past: new RegExp(`^[^\\p{L}]*(?:already|(?!put(?!\\p{L}))(?:${PAST}))(?!\\p{L})|^[^\\p{L}]*\\p{L}+ (?:\\p{L}+ )?(?:already |just )?(?:${PAST}) (?:the|an?|his|her|their|our|it|that|with|all|everything)(?!\\p{L})`, 'iu'),
	done: words(PAST),
	coming: /^(?:today|tomorrow|tonight|in |within |the day after|this |next )|next week/i,
	condition: words('if|unless|otherwise|assuming|provided|in case|depending|depends|once|when|whenever|whether|as soon as|contingent|subject to|either|should (?:we|he|she|they|it)'),
	askedFor: words('check|see|ask|find out|confirm|clarify|verify|decide|determine|test|evaluate|know|tell|say|assess|explore|investigate|look into'),
	task: words("I(?:['’]ll| will|['’]m going to)|we(?:['’]ll| will)|you(?:['’]ll| will)|(?:can|could|will|would) (?:you|someone|somebody|we)|please|let me|needs?(?: \\p{L}+)? to|ha(?:ve|s) to|must|should|let['’]s|due|deadline|(?:aim|commit|promise|agreed?) to|action item|make sure|want (?:you|this|it)|get .{1,40} (?:done|ready|over|out)"),
	vague: /^(?:the )?next \d|(?<!\d)(?:0?[1-9]|1[0-2])\.(?:0?[1-9]|1[0-2])\.\d|day \d{1,2}$|^\d{1,2},? (?:on |this |next |coming )?\p{L}+day$|\b(?:couple|few|several|some|now|quarters?|minutes?|seconds?|mins?|secs?)\b|(?<!end of (?:the |this |next )?)\b(?:months?|years?)\b|^(?:the )?(?:next|this|last|past|coming) (?:week|month|year)$|weekend|^\p{L}+ (?:days?|weeks?)$|^\d+ (?:days?|weeks?)$|^(?:january|february|march|april|may|june|july|august|september|october|november|december)$|midnight|last night|yesterday|\bago\b|\blast\b|\bhours?\b(?<!\b(?:24|48|72) hours)|\bhrs?\b|\d\s*(?:-|–|to|or)\s*\d+ (?:days|weeks)/iu,
	next: /\bnext\b(?! week)/i,
	thisWeek: /\bthis\b/i,
	clock24: /\d{1,2}[:h.]\d\d(?!\s*[ap]\.?m)/i,
};
