import { l, n } from 'js-rouge';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { extractiveAi, type KeyPointsContent } from '../../sandbox/ai/index.ts';
import { baselines } from './baselines.ts';
import { casesIn } from './cases.ts';

/** Key points as continuous text: headings, points, decisions and tasks. */
export function asText({ sections, decisions, actionItems }: KeyPointsContent): string {
	return [
		...sections.flatMap(({ heading, points }) => [`${heading}.`, ...points]),
		...decisions,
		...actionItems.map(({ item }) => item),
	].join(' ');
}

export interface Scores {
	readonly 'ROUGE-1': number;
	readonly 'ROUGE-2': number;
	readonly 'ROUGE-L': number;
	readonly words: number;
}

const tokenizer = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** F1 of a text against a reference, in percent. ROUGE-L over the whole text, as one sequence. */
export function scoresOf(text: string, reference: string): Scores {
	const options = { caseSensitive: false, tokenizer };
	const whole = { ...options, segmenter: (all: string) => [all] };
	return {
		'ROUGE-1': 100 * n(text, reference, options),
		'ROUGE-2': 100 * n(text, reference, { ...options, n: 2 }),
		'ROUGE-L': 100 * l(text, reference, whole),
		words: tokenizer(text).length,
	};
}

/** The mean of each score, with one decimal. */
export function average(scores: readonly Scores[]): Scores {
	const mean = (key: keyof Scores): number =>
		Math.round((10 * scores.reduce((sum, score) => sum + score[key], 0)) / scores.length) / 10;
	return { 'ROUGE-1': mean('ROUGE-1'), 'ROUGE-2': mean('ROUGE-2'), 'ROUGE-L': mean('ROUGE-L'), words: mean('words') };
}

// ROUGE of the offline AI against what people wrote of the same meetings, beside three baselines that may use as many
// words: node bench/ai/rouge.ts [--docs] [folder of NAME.vtt and NAME.reference.json]. `--docs` writes them to docs/benchmarks.md.
const OURS = 'this AI';
const DOCS = new URL('../../docs/benchmarks.md', import.meta.url);
/** The table's heading, and its rows. */
const TABLE = /(\| ROUGE F1 .*\n\|-.*\n)(?:\|.*\n)*/;
const { positionals, values } = parseArgs({ allowPositionals: true, options: { docs: { type: 'boolean' } } });
const folder = positionals[0] ?? '../shared/meetings';

if (existsSync(folder)) await report(folder);
else
	console.log(
		`Skipped: ${folder} has no meetings. Pass a folder with NAME.vtt and NAME.reference.json files.`,
	);

async function report(from: string): Promise<void> {
	const tables = { summary: new Map<string, Scores[]>(), answers: new Map<string, Scores[]>() };
	for (const { meeting, summaries, questions } of await casesIn(from)) {
		const writers = baselines.map(({ name, writerFor }) => ({ name, write: writerFor(meeting) }));
		const collect = (table: Map<string, Scores[]>, query: string, ours: string, reference: string): void => {
			const words = ours.split(/\s+/).length;
			const texts = [
				{ name: OURS, text: ours },
				...writers.map(({ name, write }) => ({ name, text: write(query, words) })),
			];
			for (const { name, text } of texts)
				table.set(name, [...(table.get(name) ?? []), scoresOf(text, reference)]);
		};
		const notes = asText(await extractiveAi.keyPoints(meeting));
		for (const reference of summaries) collect(tables.summary, '', notes, reference);
		for (const { query, answer } of questions) {
			collect(tables.answers, query, (await extractiveAi.answer(meeting, query)).response, answer);
		}
	}
	for (const [task, scores] of Object.entries(tables)) print(task, scores);
	if (values.docs === true) writeFileSync(DOCS, readFileSync(DOCS, 'utf8').replace(TABLE, `$1${rowsOf('Summaries', 'TextRank', tables.summary)}${rowsOf('Answers', 'BM25', tables.answers)}`));
}

function rowsOf(task: string, rival: string, rows: ReadonlyMap<string, readonly Scores[]>): string {
	return [OURS, rival].map((name) => {
		const { words: _words, ...scores } = average(rows.get(name) ?? []);
		return `| ${[name === OURS ? task : `${task}, ${name}`, ...Object.values(scores).map((score) => score.toFixed(1))].join(' | ')} |\n`;
	}).join('');
}

function print(task: string, rows: ReadonlyMap<string, readonly Scores[]>): void {
	console.log(`\n${task} (${rows.get(OURS)?.length ?? 0} texts; F1 in percent)`);
	console.table(Object.fromEntries([...rows].map(([name, scores]) => [name, average(scores)])));
}
