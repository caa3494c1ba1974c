/**
 * Writes meetings in every layout with every style of names, imports them, and counts the words under the right speaker. Only
 * prints its results: `npm run bench -- import`.
 */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseMeeting } from '../../sandbox/import/index.ts';
import { ROOT } from '../../scripts/n8n/folders.ts';
import { publish } from '../report.ts';
import { layouts, type Said } from '../../test/import/layouts.ts';
import { type Counts, measure } from '../../test/import/measure.ts';
import { nameStyles } from '../../test/import/names.ts';

/** The sample meetings, and recorded meetings next to the checkout if there are any. */
const FOLDERS = ['examples/meetings', '../shared/meetings'].map((folder) => join(ROOT, folder));

async function meetingsIn(folder: string): Promise<(readonly Said[])[]> {
	if (!existsSync(folder)) {
		console.log(`Skipped: there are no meetings in ${folder}.`);
		return [];
	}
	const files = (await readdir(folder)).filter((name) => /\.(?:vtt|txt)$/.test(name)).toSorted();
	return Promise.all(files.map(async (name) => said((await parseMeeting(await readFile(join(folder, name), 'utf8'), name)).segments)));
}

/** Joins segments to turns: what one speaker says without a pause is one line of a text, and one caption. */
function said(segments: readonly { readonly speaker: string | null; readonly text: string; readonly startMs: number; readonly endMs: number }[]): Said[] {
	const turns: { speaker: string; text: string; startMs: number; endMs: number }[] = [];
	for (const { speaker, text, ...times } of segments) {
		const last = turns.at(-1);
		if (last !== undefined && last.speaker === speaker) Object.assign(last, { text: `${last.text} ${text}`, endMs: times.endMs });
		else turns.push({ speaker: speaker ?? 'Nobody', text, ...times });
	}
	return turns;
}

function renamed(turns: readonly Said[], nameOf: (index: number) => string): Said[] {
	const speakers = [...new Set(turns.map(({ speaker }) => speaker))];
	return turns.map((turn) => ({ ...turn, speaker: nameOf(speakers.indexOf(turn.speaker)) }));
}

const sum = (all: readonly Counts[], key: keyof Counts): number => all.reduce((total, counts) => total + counts[key], 0);
const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(2)} %`;
const row = (name: string, all: readonly Counts[]) => [name, sum(all, 'words'), percent(sum(all, 'right'), sum(all, 'words')), sum(all, 'nobodys'), sum(all, 'wrong'), sum(all, 'unnoted'), sum(all, 'lost')];
const head = ['', 'Words', 'Right', 'Nobody’s', 'Wrong', 'Wrong without a note', 'Lost'];

/** Every layout meets every style and every meeting, but not all three at once, which takes ten minutes: `--all`. */
const SHARE = 16;
const isAll = process.argv.includes('--all');
const meetings = (await Promise.all(FOLDERS.map(meetingsIn))).flat();
const byLayout = new Map<string, Counts[]>(layouts.map(({ name }) => [name, []]));
const byStyle = new Map<string, Counts[]>(Object.keys(nameStyles).map((name) => [name, []]));
for (const [styleIndex, [style, nameOf]] of Object.entries(nameStyles).entries()) {
	for (const [meetingIndex, turns] of meetings.entries()) {
		for (const [layoutIndex, layout] of layouts.entries()) {
			if (!isAll && (styleIndex + meetingIndex + layoutIndex) % SHARE !== 0) continue;
			try {
				const counts = await measure(renamed(turns, nameOf), layout);
				byLayout.get(layout.name)?.push(counts);
				byStyle.get(style)?.push(counts);
				if (isAll && counts.right < counts.words * 0.995) console.log(style, '·', layout.name, counts);
			} catch (error) {
				console.log(style, '·', layout.name, String(error));
			}
		}
	}
}
const about = `${meetings.length} meetings, ${layouts.length} layouts and ${Object.keys(nameStyles).length} styles of names: ${isAll ? 'every combination' : `one in ${SHARE} of all combinations`} was written and read again. Left out: where every word is right.`;
const rowsOf = (by: ReadonlyMap<string, readonly Counts[]>) => [...[...by].filter(([, all]) => sum(all, 'right') < sum(all, 'words')).map(([name, all]) => row(name, all)), row('all', [...by.values()].flat())];
publish({ title: 'Words under the right speaker, by layout', about, head, rows: rowsOf(byLayout) });
publish({ title: 'Words under the right speaker, by style of names', about, head, rows: rowsOf(byStyle) });
