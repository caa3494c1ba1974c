import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { z } from 'zod/v4';
import { extractiveAi, type Meeting } from '../../../sandbox/ai/index.ts';
import { transcriptLines } from '../../../src/format/index.ts';
import { evidenceIn } from '../../../src/reports/transcripts/evidence.ts';
import { casesIn, meetingsIn } from '../../ai/cases.ts';

// How often evidence is given, and how often it is right: pairs of a sentence and its passage, each judged by hand. For some,
// somebody looked up in the transcript who says all of the quote. A pair that nobody has judged is printed; `--write` adds it to
// judged.json for somebody to judge.

const { values, positionals } = parseArgs({ options: { write: { type: 'boolean' } }, allowPositionals: true });
const folder = positionals[0] ?? '../shared/meetings';
const invented = 'test/ai/invented';
const here = import.meta.dirname;

const Written = z.record(z.string(), z.array(z.string()));
const Judged = z.array(z.object({ kind: z.string(), meeting: z.string(), claim: z.string(), quote: z.string(), right: z.boolean().nullable(), speaker: z.string().optional() }));
type Pair = z.output<typeof Judged>[number];

const written = Written.parse(JSON.parse(await readFile(join(here, 'keyPoints.json'), 'utf8')));
const judged = Judged.parse(JSON.parse(await readFile(join(here, 'judged.json'), 'utf8')));

const EVERY = 4;
const QUOTES = 6;
const counts = new Map<string, number>();
const given: Pair[] = [];
/** Quotes whose speaker was looked up by hand, and how many of them name that one. */
const speakers = { known: 0, right: 0 };

function find(kind: string, name: string, meeting: Meeting, claims: readonly string[]): void {
	const of = evidenceIn(transcriptLines(meeting.segments.map((segment) => ({ ...segment }))));
	counts.set(kind, (counts.get(kind) ?? 0) + claims.length);
	for (const claim of claims) {
		const found = of(claim);
		if (!found) continue;
		const { quote, speaker } = found;
		const known = judged.find((one) => one.meeting === name && one.claim === claim && one.quote === quote);
		if (known?.speaker !== undefined) {
			speakers.known += 1;
			if (known.speaker === speaker) speakers.right += 1;
			else console.log(`Wrong speaker: ${name}\n  ${quote}\n  ${speaker} instead of ${known.speaker}`);
		}
		given.push({ kind, meeting: name, claim, quote, right: known?.right ?? null });
	}
}

async function quotes(meeting: Meeting): Promise<string[]> {
	const { decisions, actionItems } = await extractiveAi.keyPoints(meeting);
	return [...decisions, ...actionItems.map(({ item }) => item)].slice(0, QUOTES);
}

const OWN = 'Key points as a model writes them';
const REFERENCE = 'Summaries by people';
const QUOTED = 'Key points that quote';

const namesIn = async (path: string, end: string) => (await readdir(path)).filter((name) => name.endsWith(end)).toSorted();

async function all(name: string, meeting: Meeting): Promise<void> {
	find(OWN, name, meeting, written[name] ?? []);
	find(QUOTED, name, meeting, await quotes(meeting));
}

const scripts = await namesIn(invented, '.txt');
for (const [index, meeting] of (await meetingsIn(invented)).entries()) await all(scripts[index] ?? '', meeting);
if (existsSync(folder)) {
	const recordings = await namesIn(folder, '.vtt');
	for (const [index, { meeting, summaries, questions }] of (await casesIn(folder)).entries()) {
		const name = recordings[index] ?? '';
		await all(name, meeting);
		const sentences = [...questions.map(({ answer }) => answer), ...summaries].flatMap((text) => text.split(/(?<=[.!?])\s+/)).filter(({ length }) => length > 30);
		find(REFERENCE, name, meeting, sentences.filter((_, at) => at % EVERY === 0));
	}
} else console.log(`Skipped: ${folder} has no meetings. Pass a folder with NAME.vtt and NAME.reference.json files.`);

const percent = (part: number, whole: number): string => (whole === 0 ? '–' : `${Math.round((1000 * part) / whole) / 10} %`);
const table = new Table({ head: ['', 'Sentences', 'Given', 'Right'], style: { head: [], border: [] } });
for (const kind of [...counts.keys(), 'All']) {
	const isOf = (pair: Pair) => kind === 'All' || pair.kind === kind;
	const sentences = kind === 'All' ? [...counts.values()].reduce((sum, count) => sum + count, 0) : (counts.get(kind) ?? 0);
	const pairs = given.filter(isOf);
	const known = pairs.filter(({ right }) => right !== null);
	table.push([kind, sentences, `${pairs.length} (${percent(pairs.length, sentences)})`, `${known.filter(({ right }) => right).length} (${percent(known.filter(({ right }) => right).length, known.length)})`]);
}
console.log(table.toString());
console.log(`Speakers: ${speakers.right} of ${speakers.known} quotes name who says them.`);
if (speakers.right < speakers.known) process.exitCode = 1;
const unknown = given.filter(({ right }) => right === null);
for (const { meeting, claim, quote } of unknown) console.log(`Not judged: ${meeting}\n  ${claim}\n  ${quote}`);
if (values.write) await writeFile(join(here, 'judged.json'), `${JSON.stringify([...judged, ...unknown], null, '\t')}\n`);
if (unknown.length > 0) process.exitCode = 1;
