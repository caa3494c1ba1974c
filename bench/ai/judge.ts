import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { extractiveAi, type Meeting } from '../../sandbox/ai/index.ts';
import { meetingsIn } from './cases.ts';

// What the offline AI says about each meeting, numbered for a person to judge:
// node bench/ai/judge.ts [folder of NAME.vtt or NAME.txt]
const OFF_TOPIC = [
	'What did they say about the moon landing?',
	'How much does the dental insurance cost?',
	'When is the wedding?',
];
const { positionals } = parseArgs({ allowPositionals: true });
const folder = positionals[0] ?? '../shared/meetings';

if (existsSync(folder)) for (const meeting of await meetingsIn(folder)) await show(meeting);
else console.log(`Skipped: ${folder} has no meetings. Pass a folder with NAME.vtt and NAME.reference.json files.`);

async function show(meeting: Meeting): Promise<void> {
	const { sections, decisions, actionItems, importantDates, participants } = await extractiveAi.keyPoints(meeting);
	console.log(`\n## ${meeting.title}`);
	list('points', sections.flatMap(({ points }) => points));
	list('decisions', decisions);
	list('action items', actionItems.map(({ owner, item, confidence }) => `[${owner}] ${item} (${confidence})`));
	list('dates', importantDates.map(({ date, context }) => `${date}: ${context}`));
	const feedback = await Promise.all(participants.map(async (userName) => inShort(userName, meeting)));
	list('feedback', feedback);
	const answers = await Promise.all(
		OFF_TOPIC.map(async (query) => `${query} ${(await extractiveAi.answer(meeting, query)).response}`),
	);
	list('answers to off-topic questions', answers);
}

async function inShort(userName: string, meeting: Meeting): Promise<string> {
	const { feedback } = await extractiveAi.feedback({ ...meeting, userName });
	const { overallScore, talkListenRatio, strengths, growthAreas, topPriority } = feedback;
	const good = strengths.map(({ description }) => description).join(' ');
	const better = growthAreas.map(({ suggestion, description }) => `${suggestion} ${description}`).join(' ');
	return `${userName}: ${overallScore} (${talkListenRatio} %) + ${good} - ${better} ! ${topPriority?.focus ?? ''}`;
}

function list(heading: string, lines: readonly string[]): void {
	console.log(`\n${heading} (${lines.length})`);
	lines.forEach((line, index) => console.log(`${index + 1}. ${line}`));
}
