import { Chrono, de } from 'chrono-node';
import { dayAndMonth, germanEnd } from './days.ts';
import { anyOf, BY_NAME, type Language, lines, oneOf, startsWith } from './language.ts';

/** Tasks for after a meeting: stems of the present tense, and infinitives. */
const TASK = oneOf(lines`
	schick|send|mail|prüf|klär|erstell|buch|kümmer|bereit|meld|organisier|bestell|schreib|besorg|aktualisier
	übernehm|bring|liefer|reich|vereinbar|bespr[ei]ch|überarbeit|verschick|teil|sorg|setze? .{3,60} auf
	nehme? Kontakt|sprech|frag|ruf|leit|lad|such|stell|reservier|informier|unterschreib|bezahl|korrigier|teste?
	geb(?:e)? .{0,40}bescheid|mach(?:e)? .{0,40}(?:fertig|bis|morgen)|lass(?:e)? .{0,40}zukommen|hol
	(?:trag|lad|leg|richt|stell|leit|bau|füg|reich|füll|stimm|arbeit|pass|schließ(?!e? mich)|pack|räum|häng|meld|plan)e?t? (?!(?:dir|Ihnen|euch) zu).{2,80} (?:ein|an|ab|weiter|zusammen|um|hoch|nach|aus|fertig|zurück|auf)(?=[.,!]|$)
	(?:sag|geb)e? .{0,80}Bescheid|setze? mich .{2,80} in Verbindung|überweis|überarbeit|kauf|reparier|änder|ergänz
	beantrag|kündig|veröffentlich|übersetz|lös|spend|zahl|druck|anruf|nachfrag|gegenles|erledig|kontaktier|beauftrag
	begleit|verschieb|entwerf|schlage? .{0,40}Termine? vor|halte? .{2,60} auf dem Laufenden|fordere? .{2,60} an(?=[.,!]|$)
	(?:schau|seh)e? mir (?:den|die|deine?n?|Ihre?n?) .{3,60} an(?=[.,!]|$)
	(?!akzept|respekt|profit|funktion|exist|diskut|ignor|interess|stud|verl|fr|gratul|argument|zit|prob|krit|not|mark|telefon|spaz)\p{L}{3,}ier
	verhandl|(?:bitt|hak|geh)e? .{2,60} (?:um|nach|durch)
	schließ(?:e|t|en)? (?:das|den|die) (?:Ticket|Konto|Fall|Vorgang)|recherchier|koordinier|analysier|dokumentier
	installier|implementier|sortier|mach(?:e|st|t)? .{0,60}(?:Termin|Liste|Angebot|Entwurf|Vorschlag|Plan)
	(?!hab|hatt|kann|könn|will|woll|möcht|muss|würd|zeig|erklär|erzähl|wünsch|glaub|dank|stimm|empfehl|verspr|lese|sag|geb(?!e? .*bescheid))\p{L}{3,}e? (?:dir|Ihnen|euch) (?:den|die|das|eine?n?|etwas|was|noch|gerne?|dann|dafür) \p{L}+
`);
const INFINITIVE = `.{0,120}?${TASK}e?n`;
const STATE = oneOf(lines`
	werde|habe|hatte|hätte|würde|könnte|möchte|sollte|wollte|wäre|denke|glaube|finde|meine|sehe|höre|komme|gehe
	fahre|fliege|bleibe|freue|hoffe|wünsche|arbeite|sitze|stehe|liege|schlafe|verstehe|brauche|heiße|erinnere|treffe
	feiere|wohne|fange|beginne|kenne|esse|vermute|nehme an|sage(?! .*bescheid)|rede|gerne|heute|keine|eine|alle
	diese|frage mich
`);
const YES = oneOf(lines`
	ja|jo|jep|klar|gerne?|(?:das )?mach(?:e)? ich|sicher|natürlich|okay|ok|geht klar|in Ordnung|kein Problem
	selbstverständlich|einverstanden|abgemacht|gut|passt|genau|auf jeden Fall|bitte|danke|machen wir|erledige ich
	alles klar|wird gemacht|kann ich (?:machen|tun)|sehr gerne?|na klar|logisch|jawohl|jawoll|läuft|versprochen
	das schaffe ich|(?:das )?klingt gut|finde ich gut|das ist kein Problem|(?:ich habe )?keine Einwände
	(?:(?:da(?:gegen)? )?(?:habe ich|spricht) |ich habe )?nichts dagegen|dagegen (?:habe ich|spricht) nichts
`);

export const german: Language = {
	locale: 'de-DE',
	stopWords: new Set('aber alle als also am an auch auf aus bei bin bis bist da dann das dass dein dem den denn der des die dies diese doch dort du ein eine einem einen einer er es euch für gibt hab habe haben hat hatte hier ich ihm ihn ihr im in ins ist ja jetzt kann kein können könnte machen mal man mehr mein mich mir mit muss nach nein nicht noch nochmal nun nur ob oder ohne schon sehr sein sich sie sind so soll uns um und unser vom von vor war waren was weil wenn wer werde werden wie wieder will wir wird wo wollen würde zu zum zur über'.split(' ')),
	promise: anyOf(lines`
		ich (?!frage? mich,? ob)(?:${TASK}e?|werde .{0,120}?(?<!\p{L})(?!(?:sein|haben|bleiben|fehlen|kommen|gehen|sehen|sagen|denken|nachdenken|überlegen|schauen|abwarten|müssen|können)[.!]*$)\p{L}{3,}(?:e|el|er)n[.!]*$)
		${TASK}e? ich(?! mich,? ob)|wir ${TASK}e?n (?:Ihnen|dir|euch)|ich [^,]{3,60} und ${TASK}e?|ich kümmere mich
		(?:das )?übernehme ich|wir melden uns
	`),
	plan: anyOf(lines`
		ich (?!${STATE}(?!\p{L}))\p{L}{3,}e(?!\p{L})|(?<!\p{L})(?!${STATE}(?!\p{L}))\p{L}{3,}e ich
		(?:habe ich|ich habe) .{3,60} fertig|ich habe vor,|ich (?:schau|mach)|(?:lass|lassen Sie) mich .{3,80}en
		(?:Sie|du|ihr) (?:bekomm|erhalt|erhält|krieg)\p{L}* .{0,80}(?:von (?:mir|uns)|per (?:Mail|Post))
		(?:Sie|du|ihr) hör(?:en|st|t) .{0,20}von (?:mir|uns)
	`),
	need: anyOf(`(?:ich muss|wir müssen) ${INFINITIVE}`),
	offer: anyOf(`(?:soll|kann|darf) ich ${INFINITIVE}|ich (?:kann|könnte|würde) [^,]{3,80}(?:e|el|er)n(?=[.,!?]*$)`),
	request: anyOf(lines`
		(?:kannst du|könntest du|würdest du|können Sie|könnten Sie|würden Sie|kann jemand|wer kann|magst du)${BY_NAME} .{0,120}?(?<!\p{L})(?!(?:hören|sehen|wiederholen|sagen|erklären|zeigen|vorstellen|warten|helfen|bestätigen, dass .*(?:wurden?|waren?|hatten?|haben|hat))(?!\p{L}))\p{L}{3,}(?:e|el|er)n(?=[?.,]| und)
		(?<=^|[,:] )(?:schickst|machst|schreibst|übernimmst|holst|bringst|buchst|prüfst|besorgst|rufst|klärst|meldest|kümmerst|bestellst|erledigst|organisierst) du .{0,100}
		du \p{L}+st (?:den|die|das|dem|der|ein|eine|einen|noch|bitte|dann|es|am|bis) .*, (?:ja|oder|richtig|okay|nicht wahr)\?
		(?<=^|[,:] )(?:bitte \p{L}+e?|(?:du )?(?!ich )\p{L}+ bitte) .{0,100}
		du bist für .{2,60} (?:zuständig|verantwortlich)|wärst du so (?:nett|lieb|gut),? .{0,100}zu \p{L}+n
		bitte .{0,80}${TASK}(?:e|en|st)?|${TASK}(?:e|en Sie)? .{0,60}bitte
	`),
	label: /^(?:die )?(?:nächste[rn]? Schritte?|Aufgaben?|To-?dos?)(?: für (?:(?<me>mich)(?!\p{L})|(?<owner>[\p{L}'-]{1,60})))?(?: ist| sind)?\s*[:–-]\s*(?<rest>\S+ \S.*)$/iu,
	assigned: new RegExp(`^,? ?(?:(?:wird|soll|muss) (?!uns |mir ).{3,80}?(?<!\\p{L})(?!(?:werden|sein|haben|fehlen|kommen|gehen|sehen|freuen|sagen|denken|müssen|können)(?!\\p{L}))\\p{L}{3,}(?:e|el|er)n(?=[.!]*$)|macht (?:bis|den|die|das) \\p{L}+|${TASK}t|kümmert sich|übernimmt (?:die|den|das|es))(?!\\p{L})`, 'iu'),
	unsure: anyOf(lines`
		damals|vielleicht|eventuell|wahrscheinlich|möglicherweise|würde|nicht|kein|keine|keinen|nie|hätte
		(?<!ich )könnte|irgendwann|sagte|(?<!wie )gesagt|meinte|immer|seit|schon lange|(?:mon|diens|donners|frei|sams|sonn)tags
		mittwochs|manchmal|jede[nrsm]?|normalerweise|meistens|üblicherweise|häufig|oft|in der Regel|theoretisch
		eigentlich|niemand(?:em|en)?|angeblich|wollte|sollte
	`),
	condition: anyOf(lines`
		sobald(?! (?:ich|wir|möglich))|(?:steht|heißt es)(?= ?[,:])
		(?:sagt|schreibt(?=[,:]| (?:immer|mir|uns)(?!\p{L}))|schrieb|meint|fragt|fragte|behauptet|verspricht|versprach)[,:]?(?: (?:immer|mir|uns))?[,:]?
		wenn|falls|sofern|ob|sagte|meinte|(?<!wie )gesagt|warum|wie(?! (?:gesagt|besprochen|geplant|angekündigt)(?!\p{L}))|was|wo|wer
	`),
	idle: anyOf(lines`
		^(?:ja|(?:na )?klar),? (?:und|weil)|gerade|jetzt|(?:mal|nur) kurz|mal eben|(?:auf den|zum) (?:Tisch|Punkt)
		zu Wort|kurz (?:vor|zusammen|aus|ein)|(?:Fenster|Tür|Licht) \p{L}+machen|lauter|leiser|frei(?=[.!]*$)
		den nächsten Punkt|im Chat|Bildschirm|ganz ehrlich|mal kurz|jetzt gleich|einen Moment|Kaffee|Scherz|Bier
		eine Frage
	`),
	yes: startsWith(`(?:(?:oh|äh|ähm|hm+|na|so|${YES})[,.! ]+)*${YES}`),
	imperative: startsWith(`(?:bitte )?${TASK}e? (?:mir|uns|noch|den|die|das|dem|der|bitte|mal|eine?n?) \\p{L}+`),
	lack: anyOf(lines`
		müssen|müsste|muss|sollte[nt]?|brauchen|braucht|fehlt|fehlen|noch|nicht|kaputt|falsch|wolltest|jemand
		wer (?:kann|übernimmt|macht|will|möchte|hat Zeit|${TASK}e?t)(?!.* (?:hören|sehen|sagen)\?)
		können
	`),
	takenUp: startsWith(lines`
		(?:(?:ja|klar|okay|stimmt|gut|gerne?|ach|oh)[,. ]+)*(?:(?:das|die|den|es) (?!(?:denke|glaube|finde|meine|sehe|weiß)(?!\p{L})|kann ich bestätigen)\p{L}+e? ich|mach(?:e)? ich|ich mach(?:e)?'?s|ich(?=[.!]*$)|ich \p{L}+e? (?:mir )?(?:das|es|ihn|sie) (?:mir )?(?:\p{L}+ )?(?:an|ab|aus|um|ein|weiter|nach)|ich kann das (?:machen|übernehmen)|ich (?:mache?|hole?|übernehme|erledige|besorge|schreibe|kaufe|bestelle) (?:das|es|sie|ihn|eine?[ns]?|welche|den|die)(?= ?[.,!]|$| \p{L}+[.!]*$)|ich kümmere mich|erledige ich)
	`),
	no: anyOf(lines`
		^(?:nein|nee)|auf keinen Fall|(?:^|bitte |, )warte|leider nein|^leider(?=[,.!]|$)
		(?<!nichts )dagegen(?! (?:habe ich|spricht) nichts)|(?:mache ich(?: das)?|übernehme ich(?: das)?|ich (?:mache|übernehme) das) (?:stattdessen|(?:an)?statt|anstelle)|Quatsch|schon erledigt|Scherz|keine gute Idee
	`),
	negative: anyOf(lines`
		lieber nicht|(?:geht|will|möchte|kann|brauchst du|besser) (?:ich |das |es |wir )?nicht|(?:können|wollen) (?:wir )?nicht
		leider (?:nicht|keine?n?)(?: (?:Zeit|Lust))?|^leider (?:geht|kann|muss|bin|habe)(?: ich)?|keine? (?:Zeit|Lust)
	`),
	doubt: anyOf('nicht|kein|keine|keinen|moment mal|stattdessen|aber|überlegen|später|vielleicht|lieber|wenn|warum|nein'),
	decided: anyOf(lines`
		(?:wir haben|haben wir|(?:das Team|die Gruppe|der Vorstand|der Ausschuss|der Rat) hat) (?:(?!nicht|noch kein).){0,120}?(?:beschlossen|entschieden|vereinbart|geeinigt)
		^(?:Beschluss|Entscheidung|(?:Beschlossen|Entschieden|Vereinbart)(?: (?:ist|sind|wurden?))?)\s*:\s+(?!(?:(?:noch|bisher|gar|leider) )*nichts)\w+
		^(?:Beschlossen|Entschieden|Vereinbart) (?:ist|wurde)(?: \p{L}+){0,2}, dass
		(?:es|das|damit) (?:ist|bleibt|wurde) (?:(?:also|damit|jetzt|nun|einstimmig|gemeinsam) )?(?:beschlossen|entschieden|vereinbart)
		wir (?:bleiben bei|entscheiden uns (?:da)?für|einigen uns (?:dar)?auf|beschließen|vereinbaren(?=,))
		(?:also|dann|damit|somit) (?:bleiben wir bei|entscheiden wir uns (?:da)?für|einigen wir uns (?:dar)?auf|beschließen wir|vereinbaren wir(?=,))
		wir nehmen (?:(?:also|dann|jetzt|die|den|das) )*(?:\p{L}+ere?[ns]? )?(?:Variante|Option|Vorschlag|Version|Modell|Anbieter|Angebot|Tarif|Paket|Lösung|Entwurf|Raum|Termin)
		lass(?:t)? uns (?:bei .{3,60} bleiben|.{3,60} (?:nehmen|verschieben|streichen))
	`),
	proposal: anyOf('(?:sollen|sollten|wollen|können|könnten) wir \\w+|ich schlage vor|wie wäre es,? wenn wir|mein Vorschlag|nehmen wir|bleiben wir|lass(?:t)? uns'),
	motion: anyOf('ich (?:beantrage|schlage vor),? (?:dass)?'),
	consent: anyOf('sind (?:alle|wir|Sie|alle Mitglieder) (?:einverstanden|dafür)'),
	procedure: anyOf(lines`
		anfangen|weitermachen|beginnen|aufhören|Pause|sehen|schauen|hören|sprechen|reden|nochmal|warten|überlegen
		diskutieren|das machen|essen
		^(?:sollen|sollten|wollen|können|könnten) wir .*(?:besprechen|durchsprechen|durchgehen|ansehen|anschauen|zurückkommen|eingehen)
		^(?:sollen|sollten|wollen|können|könnten) wir (?:(?:auch|noch|mal|kurz|jetzt|bitte|dann|später|einmal) )*über
	`),
	past: anyOf(lines`
		war|waren|wurden?|hatten?|hat|ging|kam|gab|gestern|vorgestern|letzte[nrsm]?|vorige[nrsm]?
		vor \w+ (?:tag|woche|monat|jahr)en?|seit|damals|früher
		haben? .{0,100}(?<!beschlossen|entschieden|vereinbart|geeinigt|zu) ?\p{L}*ge\p{L}+(?:t|en)
	`),
	future: anyOf(lines`
		bis|ab|werde|wirst|wird|werden|soll|sollen|muss|müssen|morgen|nächste[nrsm]?|kommende[nrsm]?|spätestens|frist
		fällig|beginnt|startet|endet|bitte|starten|treffen|findet|liefern|ist|sind|am|in \p{L}+ (?:tagen|wochen?|monate?n?)
	`),
	due: anyOf('diese (?:Woche|Nacht)|diesen Monat|heute|noch vor|bis (?:zum|zur|Ende)'),
	later: anyOf(lines`
		morgen|übermorgen|heute (?:noch|Abend|Nachmittag)|noch heute|nächste[nrsm]? (?:Woche|Monat|Jahr|\p{L}+tag)
		übers Wochenende|am Wochenende
		nach (?:dem|der|diesem|unserem) (?:Termin|Meeting|Gespräch|Besprechung|Call|Treffen)
		bis (?:zum|zur|Ende|\p{L}+tag|mittwoch|morgen)|diese Woche|am \p{L}+tag
	`),
	urgent: anyOf('sofort|dringend|heute|morgen|so bald wie möglich|gleich'),
	unhurried: anyOf('keine Eile|irgendwann|nicht dringend|eilt nicht'),
	calendar: new Chrono({ ...de.casual, parsers: [...de.casual.parsers, dayAndMonth, germanEnd] }),
};
