// The words that decide whether a date is a deadline, in English and German. docs/data.md has the rules.

const whole = (words: string): string => `(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`;

/** Words that make the date right after them a deadline. */
export const DEADLINE = new RegExp(`${whole('(?<!(?:stand|drop|come|stop|swing) )by|due(?: date)?(?: is| on| by)?|deadline(?: is)?|(?:no|not) later than|latest(?: by| on)?|bis(?: spätestens)?|spätestens(?: bis)?|fällig|frist(?: ist)?')}(?: (?:at the latest|on|the|this|coming|zum|zur|am|den|dem|kommenden|diesen|end of|eod|cob|close of business))*[\\s:,]*$`, 'iu');
/** The day itself is too late. */
export const TOO_LATE = new RegExp(`${whole('before|prior to|vor')}(?: (?:the|dem|der|diesem|kommendem))?\\s*$`, 'iu');
/** Days that are a deadline by themselves at the end of a task: “Send the deck tomorrow”. */
export const NEAR_DAY = /^(?:today|tomorrow|tonight|heute|morgen|übermorgen|the day after tomorrow)/i;
/** Words before such a day that show that it is not a task’s: “The shop closes today”, “the agenda for tomorrow”. */
export const NO_TASK = /^\W*(?:the|an?|there|it|this|that|der|die|das|eine?|es)\s|(?:for|from|of|until|about|für|von|über|and|or|und|oder)\s+$/i;
/** Events, whose day is not a task’s deadline: “Prepare the agenda for the meeting in two weeks”. */
export const EVENT = new RegExp(`${whole('the|an?|our|your|their|his|her|next|follow-up|der|die|das|den|dem|eine?[nmr]?|unsere?[nmr]?')}(?: \\S+)? (?:call|meeting|session|demo|review|workshop|sync|visit|training|launch|conference|webinar|event|appointment|interview|kick-?off|party|termin|treffen|gespräch|besprechung|anruf|telefonat|schulung|messe|feier)\\s*$`, 'iu');
/** Words that rule out the date right after or right before them. */
export const NOT_BEFORE = new RegExp(`${whole('not|nicht|nie|never|good|cyber|black|easter|around|about|etwa|ungefähr|early|mid|late|anfang|mitte|week of')}(?: \\p{L}+)?(?: the)?\\s*$`, 'iu');
export const NOT_AFTER = /^(?:['’]|\s*[/–-][\p{L}\d]|(?:\s*\/|[–-])\s*[\p{L}\d]|%|[\s,–-]*(?:after|week|woche|übernächste\p{L}*|kw|cw|of|early|(?:the |den )?\d\S*|at the earliest|frühestens|tbc|tbd|(?:or|oder|and|und|to|bis|[–-]) (?:\p{L}*tag|mittwoch|\p{L}*day|mon|tue|wed|thu|fri|next|nächste|early|later|später|the|so|two|three|zwei|drei|\d+)\p{L}*)(?!\p{L}))/iu;
/** Sentences about what is past, doubtful, denied, repeated or a condition. */
export const DOUBT = new RegExp(
	[
		whole('was|were|had|did|has been|have been|yesterday|ago|last|already|used to|usually|gestern|letzten?|bereits|war|waren|wurden?|hatten?'),
		whole('imagine|for example|zum beispiel|maybe|perhaps|probably|possibly|might|may(?! \\d)|ideally|hopefully|would|could(?! you)|hope|think|believe|guess|assume|tentative(?:ly)?|vielleicht|eventuell|wahrscheinlich|möglichst|hoffentlich|idealerweise|könnten?(?! (?:du|sie))|würden?|glaube|denke'),
		whole("not(?! later)|never|cannot|no one|nobody|nicht|kein\\p{L}*|nie"),
		"n['’]t(?! forget)|['’](?:ve|d)(?!\\p{L})",
		whole('if|unless|otherwise|once|when(?:ever)?|whether|depending|depends|assuming|provided|falls|wenn|sofern|sobald|ob|außer|je nach'),
		whole('every|each|weekly|daily|monthly|jede[nrsm]?|wöchentlich|täglich|monatlich'),
		whole('who|what|which|how|where|why|wer|wann|warum|welche[rsn]?'),
		whole('wait|keep|extend|postpone|move|delay|stay|freeze|valid|away|leave|vacation|warten|verschieben|verlängern|(?:offen|\\p{L}+t) lassen|urlaub|gilt|gelten|bleibt|bleiben'),
	].join('|'),
	'iu',
);
/** A report of finished work: “Sent the deck by Friday”. */
export const DONE = /^[^\p{L}]*(?:\p{L}+ ){0,2}(?!need|agreed|proceed|feed|speed|embed|shed|heed)\p{L}{2,}ed(?= (?:the|an?|it|that|this|our|his|her|their|my|your|all|to|with|by|on)(?!\p{L}))|^[^\p{L}]*(?:\p{L}+ )?(?:sent|made|wrote|got|told|said|did)(?!\p{L})/iu;

/** Marks a sentence of a meeting that gives somebody a task. */
export const TASK = new RegExp(whole("I(?:['’]ll| will)|we(?:['’]ll| will)|(?:can|could|will) you|please|let me|need|has to|have to|must|should|due|deadline|ich|wir|bitte|kannst du|können sie|muss|soll|werde"), 'iu');

/** Every text that names a day contains one of these. A quick check, since most texts do not. */
export const HINT = /\d|day|today|tomorrow|tonight|week|month|year|end of|eo[dwmy]|[ce]ob|\b(?:mon|tue|wed|thu|fri|sat|sun)\b|tag|abend|mittwoch|sonn|heute|morgen|woche|monat|jahr|ende/i;

/** A full stop after a number does not end a sentence: “30. November”. */
export const SENTENCE_END = /(?<=(?<!\d|\b\p{L})[.!?;])\s+|\n/u;

/** What opens the words of another person in an exchange: “Ada Quill: Could you …? – Mia Roth: Yes.” */
export const EXCHANGE = /^[^\s:–][^:–]{0,80}: /u;
export const NEXT_TURN = /\s–\s+(?=[^\s:–][^:–]{0,80}: )/u;
/** What somebody is asked to do becomes a task of whoever answers. What they say they will do does not. */
export const ASKED = new RegExp(`\\?["”’)]*$|${whole('please|bitte|(?:can|could|will|would) you|need you to|(?:kannst|könntest|würdest) du|(?:können|könnten|würden) Sie')}`, 'iu');
export const OWN = new RegExp(whole("(?:I|we)(?:['’]ll| will)|(?:ich|wir) werden?"), 'iu');

export const MONTHS = 'january|february|march|april|may|june|july|august|september|october|november|december';
export const MONATE = 'januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember';

/** Dates that name no certain day, or a day that people disagree about. */
export const VAGUE = new RegExp(
	`\\b(?:few|couple|several|some|ago|last|now|quarters?|hours?|minutes?|seconds?|weekend|midnight|stunden?|minuten?|wochenende|paar|einigen?|letzte[nr]?)\\b|^(?:the )?(?:next|this|nächste[rn]?|diese[rn]?|kommende[rn]?) (?:week|month|year|woche|monat|jahr)|^(?:in |within )?(?:\\p{L}+ )?(?:months?|years?|monate?n?|jahre?n?)$|(?:day|tag),? \\d{1,2}$|^(?:${MONTHS}|${MONATE})$`,
	'iu',
);
