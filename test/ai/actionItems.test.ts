import { extractiveAi } from '../../sandbox/ai/index.ts';
import { meetingOf } from './meetings.ts';

const spoken = (line: string): string => (/^(?:Tom Reyes|Raj|Lena): /.test(line) ? line : `Dana: ${line}`);

/** The action items of an exchange between Tom, Dana, Raj and Lena, `/` between lines. */
const itemsIn = async (script: string) => {
	const lines = script.split(' / ').map(spoken);
	const opening = ['Tom Reyes: Good morning.', 'Dana: Good morning.', 'Raj: Hello.', 'Lena: Hello.'];
	return (await extractiveAi.keyPoints(meetingOf([...opening, ...lines, 'Tom Reyes: The weather is fine.'].join('\n')))).actionItems;
};

/** The line without a speaker is Dana's. */
const COMMITMENTS: readonly (readonly [script: string, owner: string])[] = [
	["I'll get you the revised quote by Friday.", 'Dana'],
	['I’ll send the minutes round tomorrow.', 'Dana'],
	["I'll ask Tom if he can join the demo.", 'Dana'],
	['I will call the vendor on Thursday.', 'Dana'],
	['I will tell the vendor by Thursday.', 'Dana'],
	["I'm going to rewrite the onboarding guide this week.", 'Dana'],
	["I'm gonna fix the export tonight.", 'Dana'],
	['Let me send you the contract after this.', 'Dana'],
	['Let me set up a meeting with legal.', 'Dana'],
	["Okay, I'll follow up with Northwind.", 'Dana'],
	["I'll make sure the invoices go out on Monday.", 'Dana'],
	["I'll have the fix released by Friday.", 'Dana'],
	["I'll let you know tomorrow.", 'Dana'],
	["I'll introduce you to our security lead.", 'Dana'],
	["I'm not sure about the price, but I'll check with finance.", 'Dana'],
	["I'll put together a short proposal for the board.", 'Dana'],
	["I'll take care of the booking.", 'Dana'],
	['I need to renew the licence by March 20th.', 'Dana'],
	["I'll look into the login problem.", 'Dana'],
	["I'll circle back with the numbers tomorrow.", 'Dana'],
	['To do: Raj orders the badges.', 'Raj'],
	["You'll have the report from me by Monday.", 'Dana'],
	['I owe you the numbers for February.', 'Dana'],
	["We'll send you the signed contract next week.", 'Dana'],
	['I promise to review the draft this afternoon.', 'Dana'],
	['I will go through the list and send a proposal on Tuesday.', 'Dana'],
	["No problem, I'll update the pricing page.", 'Dana'],
	['Raj, can you check the logs today? / Raj: Yep, will do.', 'Raj'],
	['Can you send the contract to Acme? / Raj: Sure.', 'Raj'],
	['Raj, could you please book the room? / Raj: Of course.', 'Raj'],
	['Could you review my pull request, Tom? / Tom Reyes: Yes, happy to.', 'Tom Reyes'],
	['Would you mind sending us the slides? / Raj: Not at all.', 'Raj'],
	['Raj, please update the roadmap. / Raj: On it.', 'Raj'],
	['Can someone write the release notes? / Lena: I can do that.', 'Lena'],
	['Who can call the printer? / Raj: I will.', 'Raj'],
	['I need you to sign the form by Friday. / Lena: Okay.', 'Lena'],
	["Who orders the boxes? / Lena: I'll do that by March 12.", 'Lena'],
	["Who is ordering the boxes? / Lena: I'll do that.", 'Lena'],
	['Wer bestellt die Kartons? / Lena: Das mache ich bis spätestens 12.3.', 'Lena'],
	['Wer bestellt die Kartons? / Lena: Das mache ich bis zum 12. März.', 'Lena'],
	["Will you draft the announcement? / Lena: Mm, sure, I'll do it.", 'Lena'],
	['Shall I book the flights? / Raj: Yes please.', 'Dana'],
	['Do you want me to email the customer? / Lena: That would be great.', 'Dana'],
	['Next steps: Raj books the room.', 'Raj'],
	['Action item for Lena: confirm the number of seats.', 'Lena'],
	['Action item: Send accounts to Lena.', 'Unassigned'],
	['Action item: Karl checks accounts.', 'Karl'],
	['Lena will update support by four.', 'Lena'],
	['Raj to circulate the agenda.', 'Raj'],
	// Any verb with an object, and on-the-spot verbs with a day
	["I'll reconcile the accounts over the weekend.", 'Dana'],
	["I'll double-check the numbers and come back to you.", 'Dana'],
	["Yeah, I'll, um, I'll dig out the old contract and forward it.", 'Dana'],
	["I've got to write up the incident report by end of day.", 'Dana'],
	["I'd better fix that broken link before the launch.", 'Dana'],
	['I still need to hand in my time sheets by Thursday.', 'Dana'],
	["Lena, would you be able to dig up last year's figures? / Lena: Should be fine, yes.", 'Lena'],
	['Raj, can you give the new starter a tour on Monday? / Raj: With pleasure.', 'Raj'],
	['Raj, make sure you back up the old server before Friday. / Raj: Got it.', 'Raj'],
	['Can you get the invoice corrected, Lena? / Lena: Yep, leave it with me.', 'Lena'],
	["Raj, you're picking up the invoices, right? / Raj: Right.", 'Raj'],
	["Somebody has to warn the drivers. / Lena: I'll do that.", 'Lena'],
	['Any chance you could proofread the brochure, Raj? / Raj: Sure thing.', 'Raj'],
	['Can you have the numbers ready by Wednesday, Raj? / Raj: Yes, fine.', 'Raj'],
	['I have to return the demo units before Easter.', 'Dana'],
	['Shall I tell the landlord? / Lena: Yes, please do.', 'Dana'],
	['Raj, can I leave the catering with you? / Raj: Yes, of course.', 'Raj'],
	["Let's have Lena review the copy. / Lena: Fine by me.", 'Lena'],
	["Then it's on me to tell the board.", 'Dana'],
	['Action on me: renegotiate the cleaning contract.', 'Dana'],
	['Next step is that Raj shares the test plan with the vendor.', 'Raj'],
	['Lena has to sign off on the budget by March 27th.', 'Lena'],
	["You'll get the floor plan from me tomorrow.", 'Dana'],
	// A person or a thing named after a verb that also means talk
	['I will ask Priya for an offer by Friday.', 'Dana'],
	['I will ask Anna for an offer.', 'Dana'],
	["I'll ask one of the vendors for an offer.", 'Dana'],
	["I'll ask your team for the invoice.", 'Dana'],
	["I'll tell Melanie about the offer.", 'Dana'],
	["I'll sign invoices.", 'Dana'],
	['I will immediately ask Priya for an offer.', 'Dana'],
	["I'll give Priya the contract.", 'Dana'],
	["I'll find a supplier.", 'Dana'],
	["I'll look at the contract.", 'Dana'],
	["I'll add Priya to the invite.", 'Dana'],
	["I'll suggest three dates to Priya.", 'Dana'],
	["I'll keep Priya informed.", 'Dana'],
	["I'll put the numbers in the sheet.", 'Dana'],
	["I'll get Priya to send the offer.", 'Dana'],
	["I'll negotiate with Priya.", 'Dana'],
	["I'll deal with the invoice.", 'Dana'],
	['Ich schaue mir den Vertrag an.', 'Dana'],
	['Ich schlage drei Termine vor.', 'Dana'],
	['Ich halte Priya auf dem Laufenden.', 'Dana'],
	['Ich schicke dir das Angebot bis Freitag.', 'Dana'],
	['Morgen rufe ich den Lieferanten an.', 'Dana'],
	['Ich werde das Protokoll bis zum 12. März verschicken.', 'Dana'],
	['Raj, kannst du den Raum buchen? / Raj: Ja, mache ich.', 'Raj'],
	['Kannst du, Raj, mir den Grundriss bis Freitag schicken? / Raj: Ja, mache ich.', 'Raj'],
	['Can you, Raj, send me the floor plan by Friday? / Raj: Sure.', 'Raj'],
	['Nächste Schritte: Lena bereitet die Folien vor.', 'Lena'],
	['Can you confirm the date with them by Friday? / Raj: Yes, I will.', 'Raj'],
	['Can you confirm the price that was agreed by Friday? / Raj: Yes, I will.', 'Raj'],
	['Kannst du den Termin bis Freitag bestätigen? / Raj: Ja, mache ich.', 'Raj'],
	// Taken over
	["Raj sends the slides. / Lena: I'll do it instead, by the end of the month.", 'Lena'],
	["I'll send the slides to Northwind. / Lena: I'll do that instead of Dana by Friday.", 'Lena'],
	["I'll send the slides to Northwind. / Lena: I'll do that instead, by Friday.", 'Lena'],
	['Raj macht die Folien. / Lena: Ich mache das stattdessen, bis Ende des Monats.', 'Lena'],
	['Ich schicke morgen die Folien. / Lena: Das mache ich statt Dana bis Freitag.', 'Lena'],
	// Told by a day, whether or not they speak
	['Raj, please send the slides to Lena by Thursday.', 'Raj'],
	['Bo, please send the slides to Lena by Thursday.', 'Bo'],
	['Raj, bitte schick mir die Liste bis Donnerstag.', 'Raj'],
	['Anke, schick mir bitte die Liste bis Donnerstag.', 'Anke'],
	["Jens will own the migration, and he'll share the plan by March 20.", 'Jens'],
	['Jens übernimmt die Migration, und er schickt den Plan bis 20. März.', 'Jens'],
	['Lena schreibt die Zusammenfassung bis zum 4. Dezember.', 'Lena'],
];

it('takes no remark on what was before for a refusal', async () => {
	expect(await itemsIn('I will ask Priya for an offer by Friday. / Raj: The last one was too expensive.')).toMatchObject([{ owner: 'Dana', item: 'I will ask Priya for an offer by Friday.' }]);
});

it.each([
	["I'll send the offer by Friday. / Raj: We can't pay more.", "I'll send the offer by Friday."],
	["I'll send the offer by Friday. / Raj: I can't send an offer by Friday.", "I'll send the offer by Friday."],
	["I'll send the offer by Friday. / Raj: We can't do more.", "I'll send the offer by Friday."],
	["I'll order the licences tomorrow. I won't call the bank.", "I'll order the licences tomorrow."],
	['I’ll order the licences tomorrow. I will not be there on Monday.', 'I’ll order the licences tomorrow.'],
	["I'll order the licences by Friday. We don't need the printer by Friday.", "I'll order the licences by Friday."],
	["Raj, can you check the logs? / Raj: Sure. I won't touch the backup.", 'Dana: Raj, can you check the logs? – Raj: Sure.'],
	["Lena will update support. / Lena: I can't come on Monday.", 'Dana: Lena will update support.'],
	['Ich bestelle morgen die Lizenzen. Die Bank will ich nicht anrufen.', 'Ich bestelle morgen die Lizenzen.'],
	['Ich bestelle morgen die Lizenzen. Leider habe ich keine Zeit für die Bank.', 'Ich bestelle morgen die Lizenzen.'],
	['Ich schicke das Angebot bis Freitag. / Raj: Mehr geht nicht.', 'Ich schicke das Angebot bis Freitag.'],
	['Ich schicke das Angebot bis Freitag. Am Montag bin ich leider nicht da.', 'Ich schicke das Angebot bis Freitag.'],
])('keeps a commitment when what somebody will not do is something else: %s', async (script, item) => {
	expect((await itemsIn(script)).map((one) => one.item)).toEqual([item]);
});

it.each(COMMITMENTS)('a commitment is quoted whole, with speakers unless only its owner speaks: %s', async (script, owner) => {
	const said = script.split(' / ').map(spoken);
	const isOwn = said.every((line) => line.startsWith(`${owner}: `));
	expect(await itemsIn(script)).toMatchObject([{ owner, item: isOwn ? script : said.join(' – ') }]);
});

const TRAPS = [
	// Confirmed at once
	'Can you confirm that the contract was signed in March? / Raj: Yes. I can confirm that.',
	'Can you confirm the contract was signed in March? / Raj: Yes, I can.',
	'Können Sie bestätigen, dass der Vertrag im März unterschrieben wurde? / Raj: Ja. Das kann ich bestätigen.',
	// Refused
	"Raj, can you check the logs today? / Raj: I'd rather not.",
	"Can you send the contract to Acme? / Raj: No, I can't.",
	'Could you book the room, Lena? / Lena: Sorry, not today.',
	"Can you update the roadmap? / Raj: Sure, but I'm on holiday until June.",
	'Raj, please call the vendor. / Raj: I already did.',
	"I'll send them the contract tomorrow. / Lena: No, please hold off.",
	"I'll email the customer. / Raj: Don't, they asked us to wait.",
	'Shall I book the flights? / Raj: No need.',
	'Lena will update support. / Lena: I will not.',
	// Taken back
	"I'll send the offer by Friday. Actually, I won't.",
	"I'll send the offer by Friday. I won't be able to.",
	"I'll order the licences tomorrow. Sorry, I can't order them tomorrow.",
	'I’ll order the licences tomorrow. I can’t order the licences, the shop is closed.',
	"I'll send the offer by Friday. / Raj: We can't send the offer.",
	"Lena will update support. / Lena: I can't update support this week.",
	"Raj, can you check the logs today? / Raj: Yes. I can't check the logs today, sorry.",
	'Ich schicke das Angebot bis Freitag. Leider kann ich das Angebot nicht schicken.',
	'Ich schicke das Angebot bis Freitag. / Raj: Das geht nicht.',
	// Nobody said yes
	'Can you send the contract to Acme?',
	'Can you send the contract to Acme? / Raj: Which contract?',
	'Raj, can you check the logs? / Lena: Sure.',
	'Could you please, Raj, check the logs? / Lena: Sure.',
	'Zoe, could you send the contract to Acme? / Raj: She is on leave.',
	'Should I send the contract to Acme?',
	'Who can call the printer? / Raj: Good question.',
	'Who orders the boxes? / Raj: I already did that.',
	'Who likes the new logo? / Raj: Me.',
	"Who is speaking about the boxes? / Raj: I'll do that.",
	// Past
	'I sent the revised quote last Friday.',
	"I've already booked the room.",
	'I was going to send the report, then the server failed.',
	'I called the vendor on Monday and she will think about it.',
	// Hypothetical
	'If we get it, I could send the quote to Acme.',
	"If the budget allows it, I'll send the revised quote by Friday.",
	"I'll send the quote unless you hear from me.",
	'I would send the revised quote by Friday.',
	"Maybe I'll send the quote.",
	"Suppose I'll book the room, who pays?",
	'I might update the page at some point.',
	// Reported
	"Tom said he'll send the quote.",
	'Tom said I will send the quote.',
	"She told me: I'll call you on Monday.",
	"They promised they'll send the parts by Friday.",
	'He goes, "I\'ll pay you tomorrow", and of course he never did.',
	"He was like, I'll pay you tomorrow.",
	"I keep telling him I'll quit.",
	'The contract says we\'ll pay the deposit within a week.',
	// Negated
	"I won't send the revised quote by Friday.",
	"I'm not going to call the vendor.",
	"I don't think I'll send the quote.",
	"We'll never send you the source.",
	"I can't promise I'll send the figures this week.",
	// Talk
	'I will tell him, though, that we fully respect the provinces.',
	"I'll have to think about that.",
	"I'll be in Rome by then.",
	"I'll see you on Thursday.",
	"I'll take a deep breath and start again.",
	"I'll always remember that presentation.",
	"I'll be sharing my time with the member for Leeds.",
	"Otherwise I'll be stealing the chair's thunder.",
	'Would you repeat the last number? / Raj: Sure, forty-two.',
	"I'll be honest, the numbers are bad.",
	"I'll just share my screen.",
	"I'll tell you what, this is odd.",
	"We'll see.",
	"I'll show you the slides.",
	'Let me check the agenda.',
	'Can you hear me? / Raj: Yes.',
	'Can you see my screen? / Raj: Yes, sure.',
	"I'll call it a day.",
	"I'll send you a unicorn, haha.",
	"I'll ask you a question.",
	"I'll ask the question again.",
	"I'll ask another quick question.",
	"I'll ask about the offer.",
	"I'll ask someone.",
	'I will see.',
	"I'll think about it.",
	'I will probably ask Priya for an offer.',
	"I'll look at the next slide.",
	"I'll give everyone the floor.",
	"I'll get to that in a second.",
	"I'm going to be late.",
	'Could you repeat that? / Raj: Sure.',
	// Told, but answered or doubted, or nobody in particular
	'Raj, please send the slides by Thursday. / Raj: They are on your desk.',
	'Raj, please send the slides by Thursday. / Raj: The file is on your desk.',
	'Bo, please send the slides by Thursday. / Raj: She is on leave.',
	'Bo, please send the slides by Thursday. / Raj: Which slides?',
	'Bo, please send the slides by Thursday. / Raj: No, wait for the logo.',
	'Bo, please send the slides by Thursday. Actually, I can do that.',
	'Bo, please send the slides by Thursday if you can.',
	"Bo, please don't send the slides before Thursday.",
	'Bo, please send the slides to Lena.',
	'Bo, please summarize the plan for tomorrow.',
	'Bo, please tell us about the fair before Thursday.',
	'Bo, could you send the slides to Lena by Thursday?',
	'Sorry, please send the slides to Lena by Thursday.',
	'Everyone, please send me your slides by Thursday.',
	'Übrigens, bitte schick mir die Liste bis Donnerstag.',
	'Leute, bitte schickt mir die Liste bis Donnerstag.',
	'Anke, bitte schick mir die Liste nicht vor Donnerstag.',
	'Anke, bitte schick mir die Liste bis Donnerstag. / Raj: Sie ist im Urlaub.',
	'Anke, bitte sag uns, was bis Donnerstag passiert.',
	'Anke, bitte warte bis Donnerstag mit der Liste.',
	"The winner will get the prize, and he'll give a talk on March 20.",
	"Nobody will own the migration, and he'll say so by March 20.",
	"Jens will be in Rome, and he'll be back by March 20.",
	"Jens will own the migration, and he'll share the plan by March 20. / Raj: No, he won't.",
	"Acme will send the parts, and they'll arrive by March 20.",
	'Müller liefert die Muster, und sie sind bis 20. März da.',
	// Done, but when or how?
	"I'll do it again tomorrow.",
	"I'll do that by hand on Friday.",
	"I'll do that on the way home.",
	"If it rains, I'll do it by Friday.",
	"Maybe I'll do it by Friday.",
	// Other languages
	'Ich werde darüber nachdenken.',
	'Ich werde am Montag kommen.',
	'Raj wird am Montag kommen.',
	'Ich werde es mir überlegen.',
	'Ich schaue mal.',
	'Ich habe dir das Angebot geschickt.',
	'Ich schicke dir das Angebot nicht.',
	'Wenn ich Zeit habe, schicke ich dir das Angebot.',
	'Raj, kannst du den Raum buchen? / Raj: Lieber nicht.',
	"Je vais t'envoyer le devis demain.",
	'Mañana te envío el contrato.',
];

it.each(TRAPS)('not a commitment: %s', async (script) => {
	expect(await itemsIn(script)).toEqual([]);
});

it('names the speakers of a call as the service does, and gives nobody a name', async () => {
	const { actionItems, participants } = await extractiveAi.keyPoints(
		meetingOf("local: I'll send the contract by Friday.\nremote: Thanks.\nlocal: Raj, can you book the room?\nremote: Sure.\n-: I'll call the vendor tomorrow.\nlocal: Good."),
	);
	expect(participants).toEqual(['Anna Keller', 'Other participant']);
	expect(actionItems.map(({ owner, item }) => [owner, item])).toEqual([
		['Anna Keller', "I'll send the contract by Friday."],
		['Raj', 'Anna Keller: Raj, can you book the room? – Other participant: Sure.'],
		['Unassigned', "I'll call the vendor tomorrow."],
	]);
	const unknown = await extractiveAi.keyPoints(meetingOf("local: I'll send the contract by Friday.\nremote: Thanks.", { userName: '' }));
	expect(unknown.actionItems).toMatchObject([{ owner: 'You', item: "I'll send the contract by Friday." }]);
});

it.each([
	["Raj: The backup failed twice this week. I'll look into it today.", "The backup failed twice this week. I'll look into it today."],
	["Raj: Here is our security paper for you. / Perfect. I'll forward it to our lawyer.", "Raj: Here is our security paper for you. – Dana: I'll forward it to our lawyer."],
	["Raj: That's enough for a pilot. / I'll write a plan and send it by Thursday.", "I'll write a plan and send it by Thursday."],
])('quotes what a promise refers to with it: %s', async (script, item) => {
	expect((await itemsIn(script)).map((one) => one.item)).toEqual([item]);
});

it.each([
	[
		'Raj, please send me your quote by Friday / Raj: will do / Thanks / Raj: Dana, please call the bank by Tuesday. / Will do.',
		['Raj | Dana: Raj, please send me your quote by Friday – Raj: will do', 'Dana | Raj: Dana, please call the bank by Tuesday. – Dana: Will do.'],
	],
	['Raj, please book the room by Friday / Raj: yes / Lena, please call the bank. / Lena: Will do.', ['Raj | Dana: Raj, please book the room by Friday – Raj: yes', 'Lena | Dana: Lena, please call the bank. – Lena: Will do.']],
	["I'll send the revised quote / Raj: yeah / to Acme by Friday. / Raj: I'll call the bank.", ["Dana | I'll send the revised quote to Acme by Friday.", "Raj | I'll call the bank."]],
	["I'll send the revised quote / Raj: mm-hmm / to Acme by Friday / Raj: I'll call the bank.", ["Dana | I'll send the revised quote to Acme by Friday", "Raj | I'll call the bank."]],
	['Raj, could you send the receipt by Monday / Raj: yes / Raj: The bank is closed.', ['Raj | Dana: Raj, could you send the receipt by Monday – Raj: yes']],
	["I'll send the revised / quote to Acme by Friday.", ["Dana | I'll send the revised quote to Acme by Friday."]],
])('a sentence without a full stop ends where another turn says something: %s', async (script, items) => {
	expect((await itemsIn(script)).map(({ owner, item }) => `${owner} | ${item}`)).toEqual(items);
});

it.each([
	["I'll send the revised quote tomorrow.", 'high'],
	["I'll send the revised quote as soon as possible.", 'high'],
	["I'll send the revised quote by March 20th.", 'medium'],
	["I'll send the revised quote by June 20th.", 'low'],
	["No rush, but I'll send the revised quote.", 'low'],
])('priority: %s %s', async (said, priority) => {
	expect(await itemsIn(said)).toMatchObject([{ priority }]);
});

it('lists a commitment once, however often its owner repeats it', async () => {
	const twice = "I'll send the revised quote to Acme. / Raj: Thanks. / So I'll send Acme the revised quote by Friday. / Raj: Perfect. / Again, I'll send the quote. / Raj: I'll send the revised quote to Acme's lawyer.";
	expect((await itemsIn(twice)).map(({ item }) => item)).toEqual(["So I'll send Acme the revised quote by Friday.", "I'll send the revised quote to Acme's lawyer."]);
});

it.each([
	['Action items:', ['Tom Reyes: send the offer by Friday', 'Priya: call the printer', 'Raj to book the room'], ['Tom Reyes', 'Priya', 'Raj']],
	['Aufgaben:', ['Raj: schickt das Angebot bis Freitag', 'Lena: den Raum buchen'], ['Raj', 'Lena']],
])('reads the lines of a list as what stands above it says: %s', async (above, items, owners) => {
	const notesWith = async (line: string) => (await extractiveAi.keyPoints(meetingOf(['Tom Reyes: Good morning.', 'Raj: Hello.', 'Lena: Hello.', `-: ${line}`, ...items.map((item) => `-: - ${item}`)].join('\n')))).actionItems;
	expect((await notesWith(above)).map(({ item, owner }) => [owner, item])).toEqual(items.map((item, at) => [owners[at], item]));
	expect((await notesWith('Agenda:')).filter(({ owner }) => owner === 'Unassigned')).toEqual([]);
});

/** Minutes that nobody speaks, `/` between segments. */
const minuted = async (script: string) => {
	const { actionItems, importantDates } = await extractiveAi.keyPoints(meetingOf(script.split(' / ').map((line) => `-: ${line}`).join('\n')));
	return { items: actionItems.map(({ owner, item }) => `${owner} | ${item}`), days: importantDates.map(({ date }) => date) };
};
const [LIST, LISTE] = ['- Singh: write to the supplier (by 6 March) - de Vries: prepare alternative offers, due 12 March - Holt: inform the board', '- Jana Kühn: Vertrag kündigen (bis 6. März) - Ole: den Raum buchen'];
const ITEMS = ['Singh | Singh: write to the supplier (by 6 March)', 'de Vries | de Vries: prepare alternative offers, due 12 March', 'Holt | Holt: inform the board'];
const AUFGABEN = ['Jana Kühn | Jana Kühn: Vertrag kündigen (bis 6. März)', 'Ole | Ole: den Raum buchen'];

it.each([
	[`3. Action items ${LIST}`, ITEMS, ['2026-03-06', '2026-03-12']],
	[`The budget was approved. 3. Action items / ${LIST}`, ITEMS, ['2026-03-06', '2026-03-12']],
	[LIST, ITEMS, ['2026-03-06', '2026-03-12']],
	['Action items: - Cy Dow: book the room', ['Cy Dow | Cy Dow: book the room'], []],
	[`4. Aufgaben ${LISTE}`, AUFGABEN, ['2026-03-06']],
	[LISTE, AUFGABEN, ['2026-03-06']],
])('reads a list in one line as one task for each name: %s', async (script, items, days) => {
	expect(await minuted(script)).toEqual({ items, days });
});

it.each([
	'Agenda - Website: fix the login by Friday - Party: collect the ideas',
	'Agenda: - Anna: present the roadmap - Bob: share the numbers by Friday',
	'Status - Singh: wrote to the supplier on Monday - Holt: informed the board',
	'We have two options. - Option A: book the hotel by Friday - Option B: rent a flat',
	'- Monday: send the invoices by 6 March - Tuesday: call the bank',
	'- Note: send the forms by Friday - Tip: check the logs',
	'- Dough: mix the flour with water - Oven: heat the oven',
	'- Everyone: send the numbers to Ann by Friday - All: check the list',
	'- Ann: when do we send the offer? - Bob: who calls the bank on Friday?',
	'Tagesordnung: - Jana: Zahlen vorstellen - Ole: Plan bis Freitag vorstellen',
	'- Jana: hat den Vertrag am Freitag geprüft - Ole: war krank',
	'- Hinweis: den Antrag bis Freitag schicken - Tipp: die Zahlen prüfen',
])('reads no other list as tasks: %s', async (script) => {
	expect((await minuted(script)).items).toEqual([]);
});

it('reads a name and a colon behind a label as the owner', async () => {
	expect(await itemsIn('Action item: Raj: send the offer by Friday.')).toMatchObject([{ owner: 'Raj' }]);
});
