import { extractiveAi } from '../../sandbox/ai/index.ts';
import { meetingOf } from './meetings.ts';

/** The decisions of an exchange, `/` between lines; a line without a speaker is Tom's. */
const lines = (script: string): string[] => script.split(' / ').map((line) => (/^(?:Maria|Lena): /.test(line) ? line : `Tom: ${line}`));
const decisionsIn = async (script: string) => (await extractiveAi.keyPoints(meetingOf(`${lines(script).join('\n')}\nTom: The weather is fine.`))).decisions;

it.each([
	"Let's go with option B for the launch.",
	'We agreed to move the launch to March.',
	'So we have decided to start the pilot on June 8th.',
	'Then we agreed on the training on Wednesday and the offer by Monday.',
	'Agreed, we release on Tuesday.',
	"We've decided not to renew the Acme contract.",
	"We'll go with March 16th for the kick-off.",
	'The final decision is to hire two more engineers.',
	'We decided: go live on 18 December.',
	'Decision: the budget stays at ten thousand euros.',
	"Let's keep the blue button on the home page.",
	"We'll stick with the current supplier until summer.",
	'We agreed internally to start with the billing team.',
	"Let's move the launch to March 16th.",
	"We're going with the rubber case.",
	"Let's drop the settings page this sprint.",
	'Okay, so we go with the rubber case then.',
	"Let's go with option B for the launch. / Maria: Sounds good.",
	'Okay, decision: nobody deploys on Fridays.',
	"Then it's settled, the workshop is in Porto.",
	"It's not going to be a problem because we decided to stick to the speech approach.",
	"We decided to keep the blue case. / Maria: Mm-hmm.",
	'Okay, and we just stick with two batteries. / Maria: Yeah.',
	'Wir haben beschlossen, am 3. Mai zu starten.',
	'Wir haben beschlossen, nicht auf der Messe auszustellen.',
	'Wir haben beschlossen, den Start zu verschieben, weil der Export nicht fertig ist.',
	'Wir haben beschlossen, den Start auf Dienstag, 10. März zu verschieben.',
	'Dann haben wir beschlossen, den Start auf den 10. März zu verschieben.',
	'Wie besprochen: Wir haben entschieden, den Vertrag zu kündigen.',
	'Der Vorstand hat entschieden, zwei Leute einzustellen.',
	'Es wurde vereinbart, den Preis zu halten.',
	'Wir einigen uns darauf, den Start auf den 10. März zu verschieben.',
	'Dann einigen wir uns auf den 10. März.',
	'It was decided to move the launch to June.',
	'Beschlossen ist: kein Rabatt mehr.',
	'Vereinbart wurde: drei Prozent Skonto.',
	'Beschlossen ist, dass der Rabatt wegfällt.',
	'The decision is: no more discounts.',
])('stated: %s', async (script) => {
	expect(await decisionsIn(script)).toEqual(lines(script).slice(0, 1));
});

/** What others say to a decision, or its speaker goes on with, without taking it back. */
it.each([
	'Wir haben beschlossen, den Start auf den 10. März zu verschieben. / Maria: Keine Einwände.',
	'Wir haben beschlossen, den Start auf den 10. März zu verschieben. / Maria: Da habe ich nichts dagegen.',
	'Wir haben beschlossen, den Start auf den 10. März zu verschieben. / Maria: Das ist kein Problem.',
	'Wir haben beschlossen, den Start auf den 10. März zu verschieben. / Maria: Ich sage den Kunden Bescheid, wenn das Datum fest ist.',
	'Wir haben beschlossen, den Start auf den 10. März zu verschieben. / Maria: Ich warte noch auf das Angebot von Müller.',
	'Wir haben beschlossen, den Start auf den 10. März zu verschieben. / Tom: Der Export ist leider noch nicht fertig.',
	'Lasst uns den Start verschieben. / Maria: Dann schicke ich den Kunden heute eine Mail.',
	'We decided to move the launch to June 10th. / Tom: The old date was too risky.',
	'We decided to move the launch to June 10th. / Maria: No objections.',
	"We agreed to keep the old price. / Maria: I'll send the customers a note if they ask.",
	"We decided to go with vendor B. / Maria: We can't pay more.",
	"We decided to go with vendor B. / Tom: I won't call the bank.",
	"We're going with vendor B. / Tom: We can't pay more. / Maria: Okay.",
	'Wir haben beschlossen, den Start zu verschieben. / Maria: Mehr können wir nicht zahlen.',
	"We're going with vendor B. / Tom: We can't pay more.",
	"Let's go with the annual plan then. / Tom: Could you send me a copy of the quote?",
	'So we go with the red case. / Tom: The weather is bad today.',
	'We agreed to use Postgres. / Maria: If it rains, take a taxi.',
	'Wir nehmen Variante B. / Tom: Ich rufe morgen Herrn Özil an.',
	'Wir nehmen dann den größeren Raum.',
	"Let's go with vendor B. / Maria: Thanks, I will ask Priya for an offer by Friday.",
])('stated, and not taken back: %s', async (script) => {
	expect(await decisionsIn(script)).toEqual(lines(script).slice(0, 1));
});

it('reads a date that is split over two captions, and a decision about a day to come after what was done', async () => {
	expect(await decisionsIn('Wir haben beschlossen, den Start auf den 10. / März zu verschieben.')).toEqual(['Tom: Wir haben beschlossen, den Start auf den 10. März zu verschieben.']);
	expect(await decisionsIn('We spoke with the board yesterday. We decided to move the launch to June 10th.')).toEqual(['Tom: We decided to move the launch to June 10th.']);
});

test.each(['Understood.', 'Done.', 'Yes, understood.', 'Approved.'])('stated after an answer: %s', async (answer) => {
	expect(await decisionsIn(`${answer} We decided to extend the pilot by two weeks.`)).toEqual(['Tom: We decided to extend the pilot by two weeks.']);
});

it.each([
	'Shall we keep the price at forty nine euros? / Maria: Agreed.',
	'Should we book the brass band for Saturday? / Maria: Okay, deal.',
	'I suggest we move the review to Monday. / Maria: Yes, works for me.',
	'Should we upgrade to Postgres this sprint? / Maria: Yes.',
	'Maria, shall we launch in May? / Maria: Yes, agreed.',
	"Why don't we hire a second tester? / Lena: Great idea.",
	'Should we also hire a second tester? / Maria: Yes.',
	'Sollen wir den Vertrag verlängern? / Maria: Ja, einverstanden.',
])('a proposal and the yes to it: %s', async (script) => {
	expect(await decisionsIn(script)).toEqual([lines(script).join(' – ')]);
});

it.each([
	'Can I propose, in accordance with rule 17.42, that the committee meets in private? Are Members content? Thank you.',
	'I move that we adopt the budget. Is everybody in favour? / Maria: Agreed.',
	'Ich beantrage, dass wir die Sitzung vertagen. Sind alle einverstanden? / Maria: Ja.',
])('a motion and the consent to it: %s', async (script) => {
	expect(await decisionsIn(script)).toEqual([lines(script).join(' – ')]);
});

it.each([
	'Can I propose that the committee meets in private? Are Members content? / Maria: No, I object.',
	'Can I propose that the committee meets in private? Are Members content? / Maria: What for?',
	'Can I propose that the committee meets in private? The next item is the budget.',
])('a motion without consent: %s', async (script) => {
	expect(await decisionsIn(script)).toEqual([]);
});

it.each([
	"Should we upgrade to Postgres this sprint? / Maria: I'd rather not. / Tom: Agreed.",
	'Shall we upgrade to Postgres this sprint? / Maria: No. / Lena: Agreed.',
	'Shall we keep the price at forty nine euros? / Maria: I would rather not.',
	'Shall we keep the price? / Maria: Yes. / Lena: No, it is too low.',
	'Shall we launch in May? / Maria: Hmm, that is too early. / Lena: I agree.',
	'I propose we hire two engineers. / Maria: We cannot afford it. / Lena: Okay.',
	'I suggest we move the review to Monday. / Maria: Mondays are bad, what about Tuesday? / Tom: Sounds good.',
	"Let's go with option B for the launch. / Maria: No, I disagree. / Tom: Okay.",
	"Let's go with option B for the launch. / Maria: Wait, we should ask legal first.",
	"Let's drop the settings page. / Maria: I don't think that is wise. / Lena: Agreed.",
	"Let's postpone the launch to June. / Maria: Please don't. / Tom: Fine.",
	'Could we cancel the trial? / Maria: Not yet. / Lena: Sounds good.',
	'How about we double the price? / Maria: Are you joking? / Tom: Yes.',
	'Should we tell the press about the outage? / Maria: Never. / Lena: Agreed, absolutely.',
	'Maria, shall we launch in May? / Lena: Yes.',
	"We'll go with the red case. / Maria: Sorry, I can't support that.",
	'Why don\'t we hire a second tester? / Maria: Yes, but not this year.',
	'Shall we double the budget? / Maria: That would be a mistake. / Lena: Agreed.',
	"Let's cancel the conference. / Maria: That's a terrible idea. / Tom: Okay.",
	"Let's go with vendor B. / Maria: Let me push back on that. / Lena: Fair.",
	"Let's go with vendor B for the launch. / Maria: Vendor B was late twice.",
	"Let's go with vendor B then. / Maria: Vendor B was late twice.",
	"Let's go with vendor B. / Maria: The weather is bad today.",
	'We agreed to use Postgres. / Maria: If the price is right.',
	'Wir nehmen Variante B. / Maria: Nein, das ist zu teuer.',
	'Wir nehmen den Zug um acht.',
	'Shall we hire Tim? / Maria: Yes, if he passes the test. / Lena: Good.',
	'Could we release on Friday? / Maria: Sure, in your dreams.',
	'Sollen wir den Vertrag verlängern? / Maria: Lieber nicht. / Lena: Einverstanden.',
	'Wir haben beschlossen, den Start zu verschieben. / Maria: Da bin ich dagegen.',
	'Wir haben beschlossen, den Start zu verschieben. / Maria: Nein, das haben wir nicht.',
	'Wir haben beschlossen, den Start zu verschieben. / Maria: Leider geht das nicht.',
	'We decided to move the launch to June 10th. / Maria: That is too risky.',
	'We decided to go with vendor B. / Maria: We cannot do that.',
	"We decided to go with vendor B. / Maria: I can't support vendor B.",
	"Let's go with vendor B. / Maria: No, I'll ask Priya for an offer first.",
])('refused: %s', async (script) => {
	expect(await decisionsIn(script)).toEqual([]);
});

it.each([
	'Shall we keep the price or lower it? / Maria: Agreed.',
	'Shall we go for lunch? / Maria: Agreed.',
	'Can we move on? / Maria: Yes.',
	'Should we keep it? / Maria: Yes.',
	'Can we also talk about pricing? / Maria: Yes. The price stays at 29 euros for now.',
	'Could we briefly look at the new plan? / Maria: Sure.',
	'Can we please discuss the hiring plan? / Maria: Yes.',
	'I suggest we also discuss the budget. / Maria: Yes, agreed.',
	'Are we okay to talk about the hiring plan? / Maria: Yes.',
	'Können wir auch noch kurz über die neuen Preise für Firmenkunden sprechen? / Maria: Ja.',
	'Sollen wir die neuen Preise besprechen? / Maria: Ja.',
	'Wollen wir uns die neuen Preise ansehen? / Maria: Ja.',
	"Let's go with that.",
	"Let's keep going, we have five minutes.",
	"Let's keep that in mind for the launch.",
	"Let's go for lunch at some point.",
	'We are keeping a close eye on the situation.',
	'Here are the two buttons we agreed on.',
	"Let's use the last ten minutes for questions.",
	'We decided to open source the tool in 2019.',
	'I said we decided to open source the tool.',
	"We're sticking to that structure for the launch.",
	"We haven't decided on the webinar budget yet.",
	'Have we agreed to move the launch to March?',
	'If we agreed to move the launch, sales would suffer.',
	"I don't think we decided to renew the Acme contract.",
	'Once we have decided on the vendor, we can sign the contract.',
	'Maybe we agreed to move the launch to March.',
	'Tom said we decided to renew the Acme contract.',
	'The client thinks we agreed to a discount, but we never did.',
	'We decided to move to Lisbon, but it never happened.',
	'She wanted us to agree to forty percent, which we didn\'t.',
	'Wir haben noch nicht entschieden, wann wir starten.',
	'Wir haben nicht beschlossen, den Start zu verschieben.',
	'Das ist noch nicht entschieden, wir reden morgen.',
	'Ich weiß nicht, ob wir beschlossen haben, den Start zu verschieben.',
	'Wir vereinbaren nächste Woche einen Termin mit Müller.',
	'Beschlossen ist: noch gar nichts.',
	'Vereinbart ist: leider nichts.',
	'Beschlossen ist noch nichts, wir reden morgen.',
	'Beschlossen ist, wer zahlt.',
	'Ist beschlossen: kein Rabatt mehr?',
	'Wenn beschlossen ist: kein Rabatt mehr, dann gehe ich.',
	'The decision is: still open.',
	'The decision is: we need more time.',
	'The decision is: who pays for it?',
	'If the decision is: no more discounts, I will leave.',
	'Nous avons décidé de lancer en mai.',
])('not a decision: %s', async (script) => {
	expect(await decisionsIn(script)).toEqual([]);
});
