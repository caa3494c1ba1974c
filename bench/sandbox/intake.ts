import Table from 'cli-table3';
import { startSandbox } from '../../sandbox/index.ts';

const SEGMENTS = 20_000;
const GOAL_MS = 5000;

const two = (value: number): string => String(value).padStart(2, '0');
const clock = (second: number): string =>
	`${two(Math.floor(second / 3600))}:${two(Math.floor(second / 60) % 60)}:${two(second % 60)}`;
const said = (index: number): string => `This is what was said in line ${index} of a very long day.`;

/** The same long meeting in every format that can be imported. */
const formats: Readonly<Record<string, (index: number) => string>> = {
	vtt: (index) => `${clock(index)}.000 --> ${clock(index)}.900\n<v Speaker ${index % 7}>${said(index)}\n`,
	srt: (index) => `${index + 1}\n${clock(index)},000 --> ${clock(index)},900\nSpeaker ${index % 7}: ${said(index)}\n`,
	txt: (index) => `Speaker ${index % 7}: ${said(index)}`,
	json: (index) => JSON.stringify({ speaker: `Speaker ${index % 7}`, text: said(index), start: index }),
};

/** How long it takes to import a meeting of 20,000 segments, without key points. */
export async function intake(): Promise<void> {
	const sandbox = await startSandbox({ port: 0, database: ':memory:' });
	const { id } = sandbox.createUser({ name: 'Vera Lind', email: 'vera@lind.example', plan: 'enterprise' });
	const table = new Table({
		head: [`${SEGMENTS.toLocaleString('en')} segments`, 'ms', `below ${GOAL_MS}`],
		colAligns: ['left', 'right', 'right'],
		style: { head: [], border: [] },
	});
	for (const [extension, line] of Object.entries(formats)) {
		const lines = Array.from({ length: SEGMENTS }, (_, index) => line(index));
		const text = { vtt: `WEBVTT\n\n${lines.join('\n')}`, json: `[${lines.join(',\n')}]` }[extension] ?? lines.join('\n');
		const started = performance.now();
		const { segmentCount } = await sandbox.importMeeting(id, { text, filename: `long.${extension}` });
		const ms = performance.now() - started;
		if (segmentCount !== SEGMENTS) throw new Error(`${extension}: ${segmentCount} segments`);
		table.push([extension, ms.toFixed(0), ms < GOAL_MS ? 'yes' : 'NO']);
	}
	await sandbox.stop();
	console.log(table.toString());
}
