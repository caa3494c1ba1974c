import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { z } from 'zod/v4';
import { extractiveAi, type Meeting } from '../../../sandbox/ai/index.ts';
import { dueDates, transcriptLines } from '../../../src/format/index.ts';
import { evidenceIn } from '../../../src/reports/transcripts/evidence.ts';
import { meetingsIn } from '../../ai/cases.ts';

// How often action items get a due date, and how often it is right: phrases with the date that a person reads in them, and
// meetings, of which each date that is given was judged by hand. One that nobody has judged is printed; `--write` adds it to
// judged.json for somebody to judge.

const { values, positionals } = parseArgs({ options: { write: { type: 'boolean' } }, allowPositionals: true });
const folder = positionals[0] ?? '../shared/meetings';
const invented = 'test/ai/invented';
const here = import.meta.dirname;
const ZONE = 'Europe/Berlin';

const Phrase = z.object({ set: z.int(), text: z.string(), due: z.string().nullable(), start: z.string().default('2026-11-25T09:00:00Z'), zone: z.string().default(ZONE), passage: z.string().optional() });
const Judged = z.array(z.object({ kind: z.string(), text: z.string(), due: z.string(), right: z.boolean().nullable() }));
const read = async <T>(schema: z.ZodType<T>, name: string): Promise<T> => schema.parse(JSON.parse(await readFile(join(here, name), 'utf8')));

const phrases = await read(z.array(Phrase), 'phrases.json');
const judged = await read(Judged, 'judged.json');
const written = await read(z.record(z.string(), z.array(z.string())), '../evidence/keyPoints.json');

const percent = (part: number, whole: number): string => (whole === 0 ? '–' : `${Math.round((1000 * part) / whole) / 10} %`);

const sets = new Table({ head: ['Phrases', 'Number', 'With a date', 'Given', 'Right'], style: { head: [], border: [] } });
for (const set of [1, 2, 3, 4, 5, 0]) {
	const ofSet = phrases.filter((phrase) => set === 0 || phrase.set === set);
	const found = ofSet.map(({ text, due, start, zone, passage }) => ({ text, due, given: dueDates(start, zone)(text, passage).dueDate }));
	const given = found.filter((one) => one.given !== null);
	const right = given.filter((one) => one.given === one.due);
	const dated = found.filter(({ due }) => due !== null).length;
	sets.push([set === 0 ? 'All' : `Set ${set}`, ofSet.length, dated, `${given.length} (${percent(given.length, dated)})`, `${right.length} (${percent(right.length, given.length)})`]);
	if (set > 0) for (const { text, due, given: wrong } of given.filter((one) => one.given !== one.due)) console.log(`Wrong: ${text}\n  ${wrong} instead of ${due}`);
}
console.log(sets.toString());

type Pair = z.output<typeof Judged>[number];
const counts = new Map<string, number>();
const given: Pair[] = [];

function find(kind: string, meeting: Meeting, texts: readonly string[], quoteOf: (text: string) => string | undefined = () => undefined): void {
	const dueOf = dueDates(meeting.startTime, ZONE);
	counts.set(kind, (counts.get(kind) ?? 0) + texts.length);
	for (const text of texts) {
		const { dueDate: due } = dueOf(text, quoteOf(text));
		if (due !== null) given.push({ kind, text, due, right: judged.find((one) => one.kind === kind && one.text === text && one.due === due)?.right ?? null });
	}
}

async function all(meeting: Meeting, own: readonly string[]): Promise<void> {
	const evidence = evidenceIn(transcriptLines(meeting.segments.map((segment) => ({ ...segment }))));
	const { actionItems } = await extractiveAi.keyPoints(meeting);
	find('Action items of the offline AI', meeting, actionItems.map(({ item }) => item), (text) => evidence(text)?.quote);
	find('Key points as a model writes them', meeting, own, (text) => evidence(text)?.quote);
	// A meeting has far fewer tasks than sentences, and only so many of its texts are parsed: read them a hundred at a time.
	const sentences = meeting.segments.flatMap(({ text }) => text.split(/(?<=[.!?])\s+/));
	for (let from = 0; from < sentences.length; from += 100) find('Every sentence, read as if it were a task', meeting, sentences.slice(from, from + 100));
}

const scripts = (await readdir(invented)).filter((name) => name.endsWith('.txt')).toSorted();
for (const [index, meeting] of (await meetingsIn(invented)).entries()) await all(meeting, written[scripts[index] ?? ''] ?? []);
if (existsSync(folder)) for (const meeting of await meetingsIn(folder)) await all(meeting, []);
else console.log(`Skipped: ${folder} has no meetings. Pass a folder with NAME.vtt files.`);

const table = new Table({ head: ['Meetings', 'Texts', 'Given', 'Right'], style: { head: [], border: [] } });
for (const [kind, texts] of counts) {
	const pairs = given.filter((pair) => pair.kind === kind);
	const right = pairs.filter((pair) => pair.right).length;
	table.push([kind, texts, pairs.length, `${right} (${percent(right, pairs.filter((pair) => pair.right !== null).length)})`]);
}
console.log(table.toString());
const unknown = given.filter(({ right }) => right === null);
for (const { kind, text, due } of unknown) console.log(`Not judged (${kind}): ${due}\n  ${text}`);
if (values.write) await writeFile(join(here, 'judged.json'), `${JSON.stringify([...judged, ...unknown], null, '\t')}\n`);
if (unknown.length > 0) process.exitCode = 1;
