import { readFileSync } from 'node:fs';
import { extractiveAi } from '../../sandbox/ai/index.ts';
import { meetingOf } from './meetings.ts';

const notesOf = (name: string) =>
	extractiveAi.keyPoints(meetingOf(readFileSync(`test/ai/invented/${name}.txt`, 'utf8')));

/** What each invented meeting really gave: who does what, what was settled, and which days are to come. */
const TRUTH: readonly [name: string, tasks: readonly RegExp[], decisions: readonly RegExp[], days: readonly string[]][] = [
	[
		'sales',
		[/^Priya Nair: Send a written offer/, /^Priya Nair: Forward the questionnaire/, /^Priya Nair: Set up a demo/],
		[/keep the demo to forty five/, /start with the billing team/],
		['03-05', '04-09', '05-31', '06-30'],
	],
	[
		'standup',
		[/^Kofi: Review Aiko’s pull request/, /^Dan: Update support/],
		[/drop the settings page/],
		['03-06', '03-09'],
	],
	['support', [/^Agent: Send a confirmation/], [], ['03-06']],
	[
		'interview',
		[/^Ruth Abara: Get back to you with a decision/, /^Jonas Feld: Send the references/],
		[],
		['03-05', '03-13', '07-01'],
	],
	[
		'planning',
		[/^Tam: Ask the school about the tent/, /^Unassigned: Submit the application/],
		[/brass band/],
		['03-11', '03-20', '05-15'],
	],
	[
		'retro',
		[/^Milo: Share the first rota/, /^Sanne: Send a proposal/, /^Milo: Schedule a drill/],
		[/rotate the on-call duty/i, /weekly rotations/, /keep the alerts/],
		['03-06', '03-10', '03-31', '04-14', '05-01'],
	],
	[
		'council',
		[/^Officer Dale: Write to all members/],
		[/postpone the vote/i, /extend the opening hours/],
		['03-18', '03-31', '04-30', '09'],
	],
	['chat', [], [], []],
];

const fits = (lines: readonly string[], patterns: readonly RegExp[]): boolean =>
	lines.length === patterns.length && patterns.every((pattern) => lines.some((line) => pattern.test(line)));

it.each(TRUTH)('%s: finds exactly what was agreed', async (name, tasks, decisions, days) => {
	const notes = await notesOf(name);
	const items = notes.actionItems.map(({ owner, item }) => `${owner}: ${item}`);
	expect({ items, fit: fits(items, tasks) }).toMatchObject({ fit: true });
	expect({ decisions: notes.decisions, fit: fits(notes.decisions, decisions) }).toMatchObject({ fit: true });
	expect([...new Set(notes.importantDates.map(({ date }) => date.slice(5)))]).toEqual(days);
});
