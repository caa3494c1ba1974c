import { readFileSync } from 'node:fs';
import { extractiveAi } from '../../sandbox/ai/index.ts';
import { meetingOf } from './meetings.ts';

/** Participants besides the speakers of the exchange. */
const OPENING = 'Dana: Good morning.\nRaj: Good morning.\nLena: Good morning.\nTom Reyes: Good morning.';

/**
 * The mistakes of the offline AI with the sentences of a file in `sentences`, where `/` separates the lines of an exchange:
 * the commitments it misses, with what it found, and the traps that became a task or a decision.
 * Rules may be written on the sentences of `tuned`; those of `unseen` are for measuring only.
 */
export async function errorsIn(file: 'tuned' | 'unseen') {
	const text = readFileSync(`test/ai/sentences/${file}.txt`, 'utf8');
	const [commitments = [], traps = []] = text.split('# Traps').map((part) => part.split('\n').filter((line) => line.includes(': ')));
	const notesOn = async (script: string) => extractiveAi.keyPoints(meetingOf(`${OPENING}\n${script.replaceAll(' / ', '\n')}\nTom Reyes: The weather is fine.`));
	const missed = commitments.map(async (line) => {
		const [owner, script = ''] = line.split(' | ');
		const { actionItems } = await notesOn(script);
		// Answers to a remark that may be quoted or left out.
		const isFound = actionItems.length === 1 && actionItems.every((one) => one.owner === owner && script.replaceAll(' / ', ' – ').endsWith(one.item));
		return isFound ? [] : [`${line} → ${actionItems.map((one) => `${one.owner} | ${one.item}`).join('; ') || 'nothing'}`];
	});
	const fallen = traps.map(async (script) => {
		const { actionItems, decisions } = await notesOn(script);
		return [...actionItems.map(({ item }) => `task: ${item}`), ...decisions.map((decision) => `decision: ${decision}`)];
	});
	return { commitments: commitments.length, missed: (await Promise.all(missed)).flat(), traps: traps.length, fallen: (await Promise.all(fallen)).flat() };
}
