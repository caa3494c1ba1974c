import { operationNamed, runCore, type Parameters } from './core.ts';
import { actionItem, ago, HOUR_MS, insightWorld, type InsightWorld } from './insight/world.ts';

// A digest and a search through transcripts, limited by who took part.

const DAY = 24 * HOUR_MS;
const own = { email: 'uma@own.example' };
const priya = { email: 'p.shah@northwind.example', displayName: 'Priya Shah' };
const ben = { email: 'ben@own.example', displayName: 'Ben Ode' };

let world: InsightWorld;
beforeEach(async () => {
	world = await insightWorld();
	world.sandbox.connectCalendar(world.userId, 'google');
});
afterEach(() => world.sandbox.stop());

/** A meeting with an event of these guests, at the same time; without guests, no event. */
async function met(title: string, days: number, attendees: readonly object[]): Promise<void> {
	const [startTime, id] = [ago(days * DAY), `ev_${title}`];
	const isLinked = attendees.length > 0;
	if (isLinked) world.sandbox.addCalendarEvent(world.userId, { id, summary: title, start: { dateTime: startTime }, end: { dateTime: ago(days * DAY - HOUR_MS) }, attendees: [...attendees] });
	await world.addMeeting({
		title,
		startTime,
		...(isLinked && { calendarEventId: id }),
		text: `Uma: The budget of ${title}.\nOther participant: Hello to you.\n`,
		keyPoints: { participants: ['Me', 'Other participant'], decisions: [`Start ${title}`], actionItems: [actionItem('Write', 'Me')] },
	});
}

const asked = (operation: string, filters: Parameters, more: Parameters = {}) =>
	runCore({ credential: world.credential, parameters: { ...operationNamed(operation), period: 'lastDays', days: 7, filters, ...more } });

const titlesIn = (value: unknown): unknown[] => (Array.isArray(value) ? value.map((one: { conversationTitle?: unknown }) => one.conversationTitle) : []);

beforeEach(async () => {
	await met('Pilot', 3, [own, priya]);
	await met('Stand-up', 2, [own, ben]);
	await met('Call', 1, []);
});

test('a digest of the meetings with a person, with what is not known', async () => {
	const { results, hints } = await asked('getDigest', { participant: 'Priya' });
	expect(results).toMatchObject([{ complete: false, totals: { meetings: 1, decisions: 1, actionItems: 1 }, text: expect.stringContaining('1 meeting left out, because it is not known who took part') }]);
	expect(titlesIn(results[0]?.['meetings'])).toEqual(['Pilot']);
	expect(hints).toEqual([expect.stringMatching(/^It is not known who took part in 1 meeting, which was left out/)]);
});

test.each([
	[3, 3, 0],
	[4, 3, 0],
	[5, 2, 1],
	[6, 1, 1],
	[7, 0, 1],
])('a digest that may make %i requests counts each meeting that it leaves out once, and says nothing of who took part in those that it did not read', async (maxRequests, unread, unknown) => {
	const { results, hints } = await runCore({ credential: world.credential, parameters: { ...operationNamed('getDigest'), period: 'lastDays', days: 7, filters: { participant: 'zzz' } }, limits: { maxRequests, concurrency: 1 } });
	const leftOut = [...String(results[0]?.['text']).matchAll(/^- (\d) meetings? left out(, because it is not known who took part)?/gm)].map(([, count, why]) => [Number(count), why !== undefined]);
	expect(leftOut).toEqual([...(unread > 0 ? [[unread, false]] : []), ...(unknown > 0 ? [[unknown, true]] : [])]);
	expect(hints.filter((hint) => hint.startsWith('It is not known'))).toHaveLength(unknown);
});

test('a digest with a person compares the same person’s meetings of the period before', async () => {
	await met('Kick-off', 9, [own, priya]);
	await met('Retro', 10, [own, ben]);
	const { results } = await asked('getDigest', { participant: 'Priya' }, { options: { compare: true } });
	expect(results).toMatchObject([{ totals: { meetings: 1 }, previous: { totals: { meetings: 1, decisions: 1 } } }]);
	expect(titlesIn(results[0]?.['meetings'])).toEqual(['Pilot']);
});

test('passages of external meetings alone, with the companies, reading no other transcript', async () => {
	const { results, hints, requests } = await asked('searchTranscripts', { external: true }, { query: 'budget' });
	expect(results).toMatchObject([{ conversationTitle: 'Pilot', externalCompanies: ['northwind.example'] }]);
	expect(hints).toEqual([expect.stringMatching(/^It is not known who took part in 1 meeting, which was left out/)]);
	// The list, two days of calendar, the profile, and one transcript.
	expect(requests).toBe(1 + 2 + 1 + 1);
	const internal = await asked('searchTranscripts', { external: false }, { query: 'budget', options: { output: 'together' } });
	expect(internal.results).toMatchObject([{ complete: false, passages: [{ conversationTitle: 'Stand-up', externalCompanies: [] }] }]);
});

test('what a person said cannot be told where the transcript names nobody, and is not called complete', async () => {
	const found = await asked('searchTranscripts', { speaker: 'Priya' }, { query: 'hello', options: { output: 'together' } });
	expect(found.results).toMatchObject([{ passages: [], complete: false, unnamed: 3 }]);
	expect(found.hints).toEqual(['In 3 meetings, the words were said, but the transcript does not name the speaker. To get them too, search without “Speaker Contains”.']);
	expect((await asked('searchTranscripts', { speaker: 'participant' }, { query: 'hello' })).results).toHaveLength(3);
	expect((await asked('searchTranscripts', { speaker: 'me' }, { query: 'budget' })).hints).toEqual([]);
	expect((await asked('searchTranscripts', { speaker: 'uma' }, { query: 'hello' })).hints.join('')).not.toContain('Speaker Contains');
});

test('what is open or overdue from before the period is counted, and nothing is said where there is none', async () => {
	const attendees = [{ name: 'Priya Shah', email: 'p.shah@northwind.example' }];
	const dayOf = (days: number) => ago(days * DAY).slice(0, 10);
	await world.addMeeting({ title: 'Kick-off', startTime: ago(12 * DAY), keyPoints: { actionItems: [actionItem(`Send the plan by ${dayOf(10)}`, 'Me'), actionItem('Think', 'Me')] }, attendees });
	const older = async (status: string, days: number, more: Parameters = {}) =>
		(await asked('find', { status, ...more }, { days })).hints.filter((hint) => hint.includes('before'));
	const since = expect.stringMatching(/^1 overdue action item is from a meeting before \d+ \w+( \d+)?, which was not read: choose a longer period\.$/);
	expect(await older('overdue', 7)).toEqual([since]);
	expect(await older('open', 7, { owner: 'me' })).toEqual([expect.stringMatching(/^2 open action items that may match the filters are from meetings before /)]);
	expect(await older('open', 7, { external: true })).toEqual([expect.stringMatching(/^2 open action items that may match the filters are from /)]);
	for (const participant of ['Priya', 'northwind', 'northwind.example', 'p.shah@northwind.example']) {
		expect(await older('open', 7, { participant })).toEqual([expect.stringMatching(/^2 open action items are from meetings before /)]);
	}
	expect(await older('open', 7, { participant: 'Ben' })).toEqual([]);
	expect(await older('open', 7, { dueBefore: ago(9 * DAY) })).toEqual([expect.stringMatching(/^1 open action item is from a meeting before /)]);
	expect(await older('open', 7, { minAgeDays: 20 })).toEqual([]);
	expect(await older('open', 7, { text: 'nothing of the kind' })).toEqual([]);
	expect(await older('overdue', 30)).toEqual([]);
});

test('where nobody knows what is open, an agent is told from when on it was looked for', async () => {
	const hintsWith = async (memory: boolean) => {
		const other = await insightWorld({ memory });
		const { hints } = await runCore({ credential: other.credential, isAgent: true, parameters: { resource: 'actionItem', operation: 'find', filters: { status: 'overdue' } } }).finally(() => other.sandbox.stop());
		return hints.filter((hint) => hint.startsWith('Only meetings since'));
	};
	expect([await hintsWith(true), await hintsWith(false)]).toEqual([[], [expect.stringMatching(/^Only meetings since \d+ \w+ were read\.$/)]]);
});

test('a topic that no key points have leads to what was said, though not everything is known', async () => {
	const { hints } = await asked('getDigest', { participant: 'Priya', topic: 'hello' });
	expect(hints).toContain('No meetings on “hello” were found in this period. No title, heading or result in this period contains “hello”. Try other words, or choose a longer period. To find what was said, use Insight > Search Transcripts.');
});

test.each<[string, string, Parameters, RegExp]>([
	['getDigest', 'Priya', {}, /^Meetings with “Priya”, \d/],
	['getDigest', 'Joanna', { external: true }, /^Meetings with “Joanna”, external meetings only, \d/],
	['getDigest', 'Priya', { external: false, topic: 'Harbour' }, /^Meetings on “Harbour” with “Priya”, internal meetings only, \d/],
	['find', 'Priya', { owner: 'me', status: 'overdue' }, /^0 action items with “Priya”, overdue, owner: “me”, \d/],
	['findDecisions', 'Priya', {}, /^1 decision with “Priya”, \d/],
])('the text of %s names what limits it: %s, %j', async (operation, participant, filters, title) => {
	const together = operation === 'getDigest' ? {} : { options: { output: 'together' } };
	const { results } = await asked(operation, { participant, ...filters }, together);
	expect(results[0]?.['text']).toMatch(title);
});

test('a digest with a filter does not say that there were no meetings', async () => {
	const { results } = await asked('getDigest', { participant: 'Priya' }, { period: 'today' });
	expect(results).toMatchObject([{ complete: true, text: expect.stringMatching(/^Meetings with “Priya”, [^]*No meetings were found\./) }]);
});
