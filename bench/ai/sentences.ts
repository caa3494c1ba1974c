import { readFile } from 'node:fs/promises';
import { extractiveAi, type Meeting } from '../../sandbox/ai/index.ts';

// How many one-line commitments the offline AI finds, and which traps it falls for: node bench/ai/sentences.ts
// The rules may be tuned on the sentences of `tuned`. Of those of `unseen`, this prints figures only, so that they stay unseen.
const FOLDER = new URL('../../test/ai/sentences/', import.meta.url);
const CAST = ['Dana', 'Raj', 'Lena', 'Tom Reyes'];
const START = '2026-03-04T10:00:00.000Z';

/** An exchange, `/` between lines, in a meeting of four people on a Wednesday. */
function meetingOf(script: string): Meeting {
	const lines = [...CAST.map((name) => `${name}: Good morning.`), ...script.split(' / '), 'Tom Reyes: The weather is fine.'];
	const segments = lines.map((line) => ({ speaker: line.slice(0, line.indexOf(': ')), text: line.slice(line.indexOf(': ') + 2), timestamp: START }));
	return { title: 'Sentences', startTime: START, endTime: START, userName: '', segments };
}

/** What is wrong with what the AI says about each sentence of a file: commitments it misses, and traps it falls for. */
export async function errorsIn(file: 'tuned' | 'unseen') {
	const text = await readFile(new URL(`${file}.txt`, FOLDER), 'utf8');
	const [commitments = [], traps = []] = text.split('# Traps').map((part) => part.split('\n').filter((line) => line.includes(': ')));
	const missed = await Promise.all(commitments.map(async (line) => {
		const [owner = '', script = ''] = line.split(' | ');
		const { actionItems } = await extractiveAi.keyPoints(meetingOf(script));
		// A commitment that answers a remark stands without it.
		const isFound = actionItems.length === 1 && actionItems[0]?.owner === owner && script.split(' / ').join(' – ').endsWith(actionItems[0].item);
		return isFound ? [] : [`${line} → ${actionItems.map((one) => `${one.owner} | ${one.item}`).join('; ') || 'nothing'}`];
	}));
	const fallen = await Promise.all(traps.map(async (script) => {
		const { actionItems, decisions } = await extractiveAi.keyPoints(meetingOf(script));
		return actionItems.length + decisions.length === 0 ? [] : [{ script, task: actionItems.length > 0, decision: decisions.length > 0 }];
	}));
	return { commitments: commitments.length, missed: missed.flat(), traps: traps.length, fallen: fallen.flat() };
}

if (import.meta.main) {
	for (const file of ['tuned', 'unseen'] as const) {
		const { commitments, missed, traps, fallen } = await errorsIn(file);
		const of = (kind: 'task' | 'decision'): number => fallen.filter((one) => one[kind]).length;
		console.log(`${file}: ${commitments - missed.length} of ${commitments} commitments found; of ${traps} traps, ${of('task')} became action items and ${of('decision')} decisions.`);
		if (file === 'tuned') console.log([...missed, ...fallen.map((one) => JSON.stringify(one))].join('\n'));
	}
}
