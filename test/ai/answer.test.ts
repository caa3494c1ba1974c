import * as fc from 'fast-check';
import { extractiveAi } from '../../sandbox/ai/index.ts';
import { hostileMeetings } from './hostile.ts';
import { launch, meetingOf } from './meetings.ts';
import { anyText } from '../support/anyText.ts';

const NOT_FOUND =
	'No answer found in this transcript. The sandbox’s AI is a stand-in that only quotes: ask in words that were said, or try your own account.';
const responseTo = async (query: string, meeting = launch): Promise<string> => (await extractiveAi.answer(meeting, query)).response;

it.each([
	['What did Maria say about pricing?', /Maria Lopez: On pricing, the sales team prefers forty nine euros per seat\./],
	['How is the beta going?', /Tom Reyes: Um, the beta has been running for three weeks/],
	['Why is the export a problem?', /the export is too slow for large accounts/],
	['What are the action items?', /^Anna Keller: Tom, can you fix the export performance by the 12th\? – Tom Reyes: Yes/],
	['What are the next steps for Maria?', /^Maria Lopez: Then I'll update the pricing page tomorrow\.\nAnna Keller: Maria, could you[^\n]*$/],
	['What was decided?', /^Anna Keller: Let's go with forty nine euros/],
	['What did Tom promise?', /^Anna Keller: Tom, can you fix the export[^\n]*\n(?:Tom Reyes: [^\n]*\n)?Maria Lopez: Could you send me the customer list, Tom\? – Tom Reyes: Will do\.\nAnna Keller: Tom will[^\n]*$/],
	['What did we decide about pricing?', /^Anna Keller: Let's go with forty nine euros per seat for the first year\.$/],
	['When do we launch?', /Anna Keller: We agreed to launch on March 24th/],
	['Who attended the meeting?', /^Anna Keller\nTom Reyes\nMaria Lopez$/],
	['Summarize the meeting.', /export/],
])('answers in the speakers’ words: %s', async (query, answer) => {
	expect(await responseTo(query)).toMatch(answer);
});

const standup = meetingOf(`
Raj: Morning. The deploy went fine, and the dashboards are green again.
Lena: I'm blocked, because the vendor has not sent the API keys yet.
Raj: Okay, and who talks to the vendor?
Dana: I finished the design of the new invoice page.
`);

it.each([
	['Why is Lena blocked?', /Lena: I'm blocked, because the vendor has not sent the API keys yet\./],
	['What is blocking Lena?', /because the vendor has not sent the API keys yet\./],
	['What did Dana finish?', /Dana: I finished the design/],
])('finds the reason where it was said: %s', async (query, answer) => {
	expect(await responseTo(query, standup)).toMatch(answer);
});

it.each([
	['Was schickt Jürgen?', /^Jürgen: Die Verträge schicke ich Ihnen\.$/],
	['Was passiert mit dem Vertrag?', /Jürgen: Die Verträge schicke ich Ihnen\./],
])('knows the forms of German words: %s', async (query, answer) => {
	const call = meetingOf('Petra: Guten Morgen, die Zahlen sind da.\nJürgen: Die Verträge schicke ich Ihnen.\nPetra: Danke, und wir sehen uns dann wieder im Büro.');
	expect(await responseTo(query, call)).toMatch(answer);
});

const delay = meetingOf(`
Lea: Good morning. The warehouse is full.
Max: We will not raise prices this year.
Lea: Someone has to tell the customers about the delay.
Max: I'll do it.
Lea: If it rains I will stay home.
Max: Who signs the contract with the carrier?
Lea: Priya signs it on Friday.
Max: Fine. The delay is two weeks.
`);

it.each([
	['Who tells the customers?', "Lea: Someone has to tell the customers about the delay. – Max: I'll do it."],
	['Who signs the contract?', 'Lea: Priya signs it on Friday.'],
])('a narrow question gets no lines about anything else: %s', async (query, answer) => {
	expect(await responseTo(query, delay)).toBe(answer);
});

const move = meetingOf(`
Ann: Good morning, we have three points on the move.
Bo: Should I call the bank tomorrow?
Ann: Yes please.
Ann: Who sends the slides to the customer?
Bo: I'll send them on Friday.
Ann: Should I print the posters?
Bo: Not yet.
Ann: Is the lift broken?
Bo: The slides need a new logo before the fair.
Ann: We agreed to keep the office in Leeds for another year.
Bo: Who orders the new chairs?
Ann: The landlord lends them to us.
Bo: The rent goes up by three percent in April.
`);
const rebuilding = meetingOf(`
Anke: Guten Morgen, wir haben heute drei Punkte zum Umbau der Praxis.
Anke: Uwe, kannst du bis zum 30. März den Statiker anrufen?
Uwe: Ja, mache ich.
Anke: Wer ruft den Vermieter an?
Uwe: Ich rufe ihn am Mittwoch an.
Anke: Wir haben beschlossen, die Wand im Flur zu streichen.
Uwe: Die Hausverwaltung hat den Techniker für Montag bestellt.
Anke: Die Kosten liegen bei vierzigtausend Euro für den ganzen Umbau.
`);
const fair = meetingOf('Max: The band wants eight hundred euros.\nLee: Could you ask the band for a discount, Max?\nMax: Sure.');
const BANK = 'Bo: Should I call the bank tomorrow? – Ann: Yes please.';
const SLIDES = "Ann: Who sends the slides to the customer? – Bo: I'll send them on Friday.\nBo: The slides need a new logo before the fair.";
const ENGINEER = 'Anke: Uwe, kannst du bis zum 30. März den Statiker anrufen? – Uwe: Ja, mache ich.';

it.each([
	['Who calls the bank?', move, BANK],
	['bank', move, BANK],
	['What about the slides?', move, SLIDES],
	['slides', move, SLIDES],
	['Who sends the slides to the customer?', move, SLIDES.split('\n')[0]],
	['Who asks the band for a discount?', fair, 'Lee: Could you ask the band for a discount, Max? – Max: Sure.'],
	['Who orders the chairs?', move, 'Ann: The landlord lends them to us.'],
	['What happens with the rent?', move, 'Bo: The rent goes up by three percent in April.'],
	['Who prints the posters?', move, NOT_FOUND],
	['???', move, NOT_FOUND],
	['Wer ruft den Statiker an?', rebuilding, ENGINEER],
	['wer ruft den statiker an?', rebuilding, ENGINEER],
	['Was ist mit dem Statiker?', rebuilding, ENGINEER],
	['Statiker', rebuilding, ENGINEER],
	['Was wurde zum Statiker beschlossen?', rebuilding, ENGINEER],
	['Wer ruft den Vermieter an?', rebuilding, 'Uwe: Ich rufe ihn am Mittwoch an.'],
	['Wann kommt der Techniker?', rebuilding, 'Uwe: Die Hausverwaltung hat den Techniker für Montag bestellt.'],
])('quotes only what names the subject of the question, requests with the yes to them: %s', async (query, meeting, answer) => {
	expect(await responseTo(query, meeting)).toBe(answer);
});

it('knows what a German verb in two parts asks for', async () => {
	const call = meetingOf('Petra: Guten Morgen, die Zahlen sind da.\nJürgen: Gut ist, dass der Umzug am 5. Dezember stattfindet.');
	expect(await responseTo('Wann findet der Umzug statt?', call)).toBe('Jürgen: Gut ist, dass der Umzug am 5. Dezember stattfindet.');
});

it.each([
	'What about the moon landing?',
	'How much does the dental insurance cost?',
	'What did Maria say about the wedding price list of the hotel?',
	'When is the football match of the customers?',
])('says so when the topic did not come up: %s', async (query) => {
	expect(await responseTo(query)).toBe(NOT_FOUND);
});

it('takes "I" for the user', async () => {
	const meeting = meetingOf("local: I'll send the contract by Friday.\nremote: I'll sign the contract on Monday.");
	expect(await responseTo('What did I promise?', meeting)).toBe("Anna Keller: I'll send the contract by Friday.");
});

it('reports how many segments were read and suggests follow-up questions', async () => {
	const { segmentsAnalyzed, suggestedQueries } = await extractiveAi.answer(launch, 'What was decided about the price?');
	expect(segmentsAnalyzed).toBe(launch.segments.length);
	expect(suggestedQueries).toEqual(['Who made these decisions?', 'What alternatives were discussed?', 'What was agreed about the price?']);
});

it.each([
	['Was wurde zum Preis beschlossen?', ['Wer hat das entschieden?', 'Welche Alternativen wurden besprochen?', 'Was wurde zum Preis vereinbart?']],
	['Wer spricht über die Mondlandung?', ['Was haben die Einzelnen gesagt?', 'Wer hat Aufgaben übernommen?', 'Was wurde entschieden?']],
	['Was sind die nächsten Schritte?', ['Wer ist für welche Aufgabe zuständig?', 'Bis wann sind die Aufgaben fällig?', 'Was wurde entschieden?']],
])('speaks German where the question is German: %s', async (query, questions) => {
	const { response, suggestedQueries } = await extractiveAi.answer(launch, query);
	expect(suggestedQueries).toEqual(questions);
	expect(response).toMatch(/^Keine Antwort in diesem Transkript gefunden\.|^\p{L}+ \p{L}+: /u);
});

it('answers any question about any meeting, always the same', async () => {
	await fc.assert(
		fc.asyncProperty(hostileMeetings, fc.oneof(anyText({ minLength: 1 }), fc.constant('What about the export (((?')), async (meeting, query) => {
			const answer = await extractiveAi.answer(meeting, query);
			expect(answer.response).not.toBe('');
			expect(await extractiveAi.answer(structuredClone(meeting), query)).toEqual(answer);
		}),
		{ numRuns: 150, seed: 20_260_304 },
	);
});
