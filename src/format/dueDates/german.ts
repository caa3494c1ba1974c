import { Chrono, createCasualConfiguration } from 'chrono-node/de';
import { dayAfter, fridayOf, inNextWeek, lastOfMonth, nextDayOfMonth, words, wordsBefore, type Language } from './language.ts';

type Parser = Chrono['parsers'][number];

const WEEKDAYS = ['sonntag', 'montag', 'dienstag', 'mittwoch', 'donnerstag', 'freitag', 'samstag'];
const MONTHS = ['januar', 'februar', 'märz', 'april', 'mai', 'juni', 'juli', 'august', 'september', 'oktober', 'november', 'dezember'];
const NUMBERS = ['einem', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun', 'zehn'];
const weekday = WEEKDAYS.join('|');
const month = MONTHS.join('|');

/** „bis zum 15.“ */
const dayOfMonth: Parser = {
	pattern: () => new RegExp(`\\b(?:zum|am|dem|den) ([12]?\\d|3[01])\\.(?!\\d|\\s*(?:\\d|${month}|jan|feb|mär|apr|jun|jul|aug|sep|okt|nov|dez))`, 'iu'),
	extract: ({ reference }, { 1: date }) => nextDayOfMonth(reference.instant, Number(date)),
};

/** „30.11.“ */
const dayAndMonth: Parser = {
	pattern: () => /(?<![\d.])([12]?\d|3[01]|0[1-9])\.(1[0-2]|0?[1-9])\.(?!\d)/,
	extract: (_, { 1: day, 2: named }) => ({ day: Number(day), month: Number(named) }),
};

/** „Ende der Woche“, „Monatsende“, „Ende Mai“ */
const endOfPeriod: Parser = {
	pattern: () => new RegExp(`(?<!\\p{L})(?:ende (?:der |des |dieser |dieses |nächster |nächsten )?(tages|woche|monats|jahres|${month})|(tages|wochen|monats|jahres)ende|(feierabend|dienstschluss|büroschluss))(?!\\p{L}|,? (?:am |des )?(?:${weekday}))`, 'iu'),
	extract: ({ reference: { instant: at } }, { 0: text, 1: named = '', 2: short = '', 3: today = '' }) => {
		const period = (named || short).toLowerCase();
		const isNext = /nächste/i.test(text);
		const thisMonth = at.getUTCMonth();
		if (today || period === 'tages') return dayAfter(at, 0);
		if (period === 'woche') return fridayOf(at, isNext ? 1 : 0);
		// “Wochenende” is the weekend.
		if (period === 'wochen') return null;
		if (period === 'monats') return lastOfMonth(at, thisMonth + (isNext ? 1 : 0));
		if (period === 'jahres') return isNext ? null : lastOfMonth(at, 11);
		const index = MONTHS.indexOf(period);
		return lastOfMonth(at, index + (index < thisMonth ? 12 : 0));
	},
};

/** „Freitag nächster Woche“, „nächste Woche Freitag“ */
const weekdayOfNextWeek: Parser = {
	pattern: () => new RegExp(`(?<!\\p{L})(?:(${weekday})(?: in)?(?: der)? nächste[rn]? woche|nächste[rn]? woche (?:am |bis )?(${weekday}))(?!\\p{L})`, 'iu'),
	extract: ({ reference }, { 1: first, 2: last }) => inNextWeek(reference.instant, WEEKDAYS.indexOf((first ?? last ?? '').toLowerCase())),
};

/** „innerhalb von zwei Wochen“ */
const within: Parser = {
	pattern: () => new RegExp(`(?<!\\p{L})(?:innerhalb(?: von| der nächsten)?|binnen|in den nächsten) (\\d{1,2}|einer|${NUMBERS.join('|')}) (tage|woche)n?(?!\\p{L})`, 'iu'),
	extract: ({ reference }, { 1: written = '', 2: unit = '' }) => {
		const count = written === 'einer' ? 1 : Number(written) || NUMBERS.indexOf(written.toLowerCase()) + 1;
		return dayAfter(reference.instant, count * (unit.toLowerCase() === 'woche' ? 7 : 1));
	},
};

const { parsers, refiners } = createCasualConfiguration();

export const german: Language = {
	calendar: new Chrono({ parsers: [dayOfMonth, dayAndMonth, endOfPeriod, weekdayOfNextWeek, within, ...parsers], refiners }),
	hint: /\d\.|uhr|morgen|heute|tagen|woche|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend|[mt]?a?t?s?ende\b|feierabend|dienstschluss|büroschluss/i,
	by: wordsBefore('(?:(?:spätestens|fällig|frist|deadline|abgabe)(?: ist)?(?: (?:bis|am|der|zum|ist))?|bis)(?: spätestens)?(?: (?:zum|zur|zu|am|diesen|kommenden|diese|den|einschließlich|inklusive|ende)){0,2}'),
	before: wordsBefore('(?:noch )?(?:vor|rechtzeitig zum)(?: dem| der| diesem| kommendem)?'),
	on: wordsBefore('(?:am|um)(?: diesen| kommenden| den| dem)?', 'kommenden|diesen'),
	noDeadline: wordsBefore('(?:ab|für|zum|von|vom|seit|nach|zwischen|und|oder|auf|letzten|letzte|letzter|vergangenen|vorigen|jeden|jede|jeder|etwa|ca\\.?|circa|ungefähr|gegen|anfang|mitte|über|aus|zu|des|der|mit|frühestens|nicht vor|erst|erst am|statt|version|kw|guten|ersten?|zweiten?|dritten?|vierten?|übernächste[nrsm]?(?: woche)?|kapitel|abschnitt|punkt|ziffer|nr\\.?|absatz|anhang|anlage|folie|section|chapter)(?: (?:dem|den|der|am|zum|bis))?', '(?:nicht|nie|oder|und|etwa|ungefähr|ca\\.?|erst|frühestens|wieder) (?:bis|vor|am|in|um|zum)(?: zum| dem)?'),
	noDeadlineAfter: /^(?:\s*[/–-]\s*\d|s\b|[\s,]*(?:oder|und (?:mon|diens|mitt|don|frei|sams|sonn)|frühestens|bis (?:zum )?(?:mon|diens|mitt|don|frei|sams|sonn|\d)|\(?(?:unter vorbehalt|vielleicht))|%|[\s,]*(?:(?:in )?(?:der )?übernächste|kw ?\d|de[nm] \d)|[\s-]*(?:personen|leute|nutzer|prozent|euro|stunden|minuten|werktag|arbeitstag|version))/i,
	event: /^s?-?(?:meeting|termin|besprechung|call|demo)|^\s+(?:\p{L}+ ){0,2}(?:meeting|termin|besprechung|workshop|demo|präsentation|messe|konferenz|gespräch|sitzung|call|schulung|launch)\b/iu,
	eventBefore: words('\\p{L}*(?:meetings?|termine?s?|besprechung|workshops?|demo|präsentation|messe|konferenz|gespräch|sitzung|calls?|schulung|launch|release|veranstaltung|treffen|feier|flug|flüge|reise|hotel|raum|zimmer|tickets?|agenda|einladung|stattfindet|geplant|abendessen|mittagessen|vorstellung|kick-?off|review|frist|start|urlaub|besuch|event|audit|ausfall|vorfall|störung|über|bezüglich|wegen|von|nach)'),
	functionWord: /^\s*(?:$|[,.;:!?)(–—-]|(?:und|damit|mit|per|an|für|in|den|die|das|dem|der|ein|eine|einen|vor|nach|im|um|zu|zur|zum|spätestens|bitte|noch|vormittag|nachmittag|abend|früh|\p{Ll}{3,}(?:en|ern|eln|st|t))(?!\p{L}))/u,
	subject: /^[^\p{L}]*(?:dies|es|er|sie|danke|ich|wir|du)(?!\p{L})/iu,
	aboutDates: words('planen|plane|plant|ansetzen|vereinbaren|vereinbare|buchen|buche|bucht|organisieren|organisiere|verschieben|verschiebe|verlegen|verlege|vertagen|einladen|lade ein|reservieren|reserviere|absagen|sage|bestätigen|bestätige|ankündigen|informieren|informiere|fragen|frage|klären|kläre|prüfen|prüfe|mitteilen|entscheiden|entscheide|melden|anmelden'),
	statement: words('ist|sind|endet|enden|beginnt|startet|läuft ab|findet statt|kommt|fährt|abreist'),
	subordinate: words('wer|wem|wen|was|wie|wo|warum|welche[rsnm]?|dass|(?<=, )(?:der|die|das|den|dem|deren)'),
	unsure: words(
		'war|waren|wurden?|hatten?|gestern|vorgestern|ging|kam|gab|sollte|wollte|hätten?|wären?',
		'(?:hat|haben|habe|ist|sind) .{0,100}(?<!\\p{L})(?:an|ab|auf|aus|ein|mit|vor|zu|nach)?ge\\p{L}+(?:t|en)',
		'vielleicht|eventuell|evtl|wahrscheinlich|möglicherweise|womöglich|vermutlich|idealerweise|hoffentlich|möglichst|irgendwann|voraussichtlich|vorläufig|unklar|offen|könnten?|würden?|dürfte|hoff(?:e|en|t)|glaub(?:e|en|t)|denk(?:e|en|t)|angeblich',
		'nicht(?! (?:vergessen|später als))|keine?[nrms]?|nie|niemals',
		'(?:jeden|jede|jedes|jeweils|wöchentlich|täglich|monatlich|regelmäßig|immer)|(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)s',
		'(?:\\p{L}+et|offen|an|aus|zu|auf) lassen|warten|abwarten|warte|wartet|verschieben|verschiebe|verlängern|verlängert|gilt|gültig|läuft|verfügbar|abwesend|urlaub|pausieren|pausiert|aussetzen|gesperrt|halten|bleibt|bleiben|vertagen|geöffnet|offenhalten|zurückstellen|krank|unterwegs',
	),
	past: /^[^\p{L}]*(?:bereits|schon|erledigt)(?!\p{L})/iu,
	done: words('\\p{L}*ge\\p{L}+(?:t|te|ten|en)|ver\\p{L}+te[nr]?|schrieb|sagte|stellte'),
	coming: /^(?:heute|morgen|übermorgen|in |innerhalb|binnen|diese|kommende|nächste)/i,
	condition: words('wenn|falls|sofern|sobald|ob|es sei denn|vorausgesetzt|außer|entweder|je nachdem'),
	askedFor: words('prüfe|prüfen|klären|kläre|fragen|frage|herausfinden|entscheiden|mitteilen|sagen|sag|testen'),
	task: words('werde|werden wir|wird|müssen|muss|soll|sollen|bitte|kannst du|könntest du|können sie|könnten sie|ich (?:mache|schicke|sende|kümmere|erledige|bereite|liefere|gebe|rufe|schreibe|kläre|prüfe)|fällig|frist|deadline|lass uns|brauchen|brauche'),
	vague: /nächsten \p{L}+en$|^(?:am )?(?:letzte|vergangene|vorige)|paar|einige|mehrere|(?<!ende (?:des |dieses |nächsten )?)(?:monat|jahr)(?!e?s?ende)|stunde|minute|wochenende|jetzt|gleich|gestern|^(?:in der )?(?:nächste|diese|letzte|kommende)[nrs]? (?:woche|monat|jahr)$|mitternacht|\bvor\b|^(?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)$|\d\s*(?:-|–|bis|oder)\s*\d+ (?:tag|woche)|^\p{L}{1,3}$|guten/iu,
	next: /nächste[nrsm]?\b(?! woche)/i,
	thisWeek: /diese[nrsm]?\b/i,
	clock24: /uhr|\d{1,2}[:.]\d\d/i,
};
