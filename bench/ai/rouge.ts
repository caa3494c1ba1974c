import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { extractiveAi } from '../../sandbox/ai/index.ts';
import { asText } from './asText.ts';
import { baselines } from './baselines.ts';
import { casesIn } from './cases.ts';
import { average, scoresOf, type Scores } from './scores.ts';

// ROUGE of the offline AI against what people wrote of the same meetings, beside three baselines that may use as many
// words: node bench/ai/rouge.ts [folder of NAME.vtt and NAME.reference.json]
const OURS = 'this AI';
const { positionals } = parseArgs({ allowPositionals: true });
const folder = positionals[0] ?? '../shared/meetings';

if (existsSync(folder)) await report(folder);
else
	console.log(
		`Skipped: there are no meetings in ${folder}. Name a folder with NAME.vtt and NAME.reference.json files.`,
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
}

function print(task: string, rows: ReadonlyMap<string, readonly Scores[]>): void {
	console.log(`\n${task} (${rows.get(OURS)?.length ?? 0} texts; F1 in percent)`);
	console.table(Object.fromEntries([...rows].map(([name, scores]) => [name, average(scores)])));
}
