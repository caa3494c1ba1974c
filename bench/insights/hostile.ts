import Table from 'cli-table3';
import { dueDates, transcriptLines } from '../../src/format/index.ts';
import { evidenceIn } from '../../src/reports/transcripts/evidence.ts';
import { parseQuery, passagesIn } from '../../src/reports/transcripts/passages.ts';

/** Text that nobody says but a service may send: CPU time of the work on one meeting, which delays other work. */
const BOUND_MS = 250;

const WORDS = 'the budget for next quarter is too high and we should lower it before Friday because customers asked'.split(' ');
const sentence = (index: number): string => Array.from({ length: 12 }, (_, at) => WORDS[(index * 7 + at * 5) % WORDS.length]).join(' ');
const segments = (texts: readonly string[]) =>
	texts.map((text, index) => ({ text, speaker: index % 2 === 0 ? 'Ann' : 'Ben', timestamp: new Date(index * 3000).toISOString() }));

const transcripts: Readonly<Record<string, ReturnType<typeof segments>>> = {
	'20,000 segments': segments(Array.from({ length: 20_000 }, (_, index) => sentence(index))),
	'a word of 100,000 letters': segments(['x'.repeat(100_000), 'é'.repeat(100_000), sentence(1)]),
	'100,000 different words': segments(Array.from({ length: 10_000 }, (_, line) => Array.from({ length: 10 }, (__, at) => `w${line * 10 + at}ing`).join(' '))),
	'100,000 letters without spaces': segments(['会議'.repeat(50_000), 'ประชุม'.repeat(17_000)]),
	'100,000 times one word': segments(['budget '.repeat(100_000)]),
};

const jobs: Readonly<Record<string, (lines: ReturnType<typeof transcriptLines>) => unknown>> = {
	'Search, one word': (lines) => passagesIn(lines, parseQuery('budget') ?? [], () => true),
	'Search, six words': (lines) => passagesIn(lines, parseQuery('budget high lower "next quarter" cust* 会議') ?? [], () => true),
	'Evidence, 40 texts': (lines) => {
		const find = evidenceIn(lines);
		return Array.from({ length: 40 }, (_, index) => find(`Lower the budget before Friday, w${index}ing 会議 ${sentence(index)}`));
	},
};

/** Action items of one meeting, whose due dates are read with the same text as their evidence. */
const tasks: Readonly<Record<string, (index: number) => string>> = {
	'20,000 action items': (index) => `Send part ${index} of the contract to Priya`,
	'20,000 action items with dates': (index) => `Send part ${index} of the contract to Priya by Friday`,
	'20,000 action items of 400 letters': (index) => `${'by Friday '.repeat(38)} ${index}`,
	'20,000 action items of numbers': (index) => `${'10:'.repeat(120)} by Friday ${index}`,
	'20,000 action items of spaces': (index) => `by${' '.repeat(380)}Friday ${index}`,
};

const table = new Table({ head: ['CPU ms', ...Object.keys(jobs)], style: { head: [], border: [] } });
let isOver = false;

function cpuOf(job: () => unknown): number {
	const start = process.cpuUsage();
	job();
	const { user, system } = process.cpuUsage(start);
	const ms = Math.round((user + system) / 1000);
	isOver ||= ms > BOUND_MS;
	return ms;
}

for (const [name, received] of Object.entries(transcripts)) {
	const lines = transcriptLines(received);
	table.push([name, ...Object.values(jobs).map((job) => cpuOf(() => job(lines)))]);
}
console.log(table.toString());
const dated = new Table({ head: ['CPU ms', 'Due dates'], style: { head: [], border: [] } });
for (const [name, textOf] of Object.entries(tasks)) {
	const texts = Array.from({ length: 20_000 }, (_, index) => textOf(index));
	const read = dueDates('2026-11-25T09:00:00Z', 'Europe/Berlin');
	dated.push([name, cpuOf(() => texts.map((text) => read(text, text)))]);
}
console.log(dated.toString());
if (isOver) {
	console.error(`A meeting takes more than ${BOUND_MS} ms of CPU.`);
	process.exitCode = 1;
}
