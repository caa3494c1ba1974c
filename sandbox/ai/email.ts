import type { Tone } from '../../src/api/index.ts';
import type { EmailContent, EmailRequest, KeyPointsContent, Meeting } from './ai.ts';
import { keyPointsOf } from './keyPoints.ts';
import { UNASSIGNED } from './task.ts';

/** The words that join what was said into a letter. */
interface Wording {
	readonly subject: (title: string) => string;
	readonly greeting: (name: string) => string;
	readonly opening: (title: string) => string;
	readonly points: string;
	readonly decisions: string;
	readonly actions: string;
	readonly closing: string;
	readonly farewell: string;
	/** Most points of each kind. */
	readonly most: number;
}

const WORDINGS: Readonly<Record<Tone, Wording>> = {
	professional: {
		subject: (title) => `Follow-up: ${title}`,
		greeting: (name) => (name === '' ? 'Hello,' : `Dear ${name},`),
		opening: (title) => `Thank you for your time in our meeting “${title}”. Please find a summary below.`,
		points: 'What we discussed:',
		decisions: 'What we decided:',
		actions: 'Next steps:',
		closing: 'Please let me know if I have missed anything.',
		farewell: 'Kind regards,',
		most: 6,
	},
	casual: {
		subject: (title) => `${title}: quick recap`,
		greeting: (name) => (name === '' ? 'Hi there,' : `Hi ${name},`),
		opening: () => 'Great talking to you! Here’s a quick recap.',
		points: 'We talked about:',
		decisions: 'We settled on:',
		actions: 'Who does what:',
		closing: 'Shout if I got anything wrong!',
		farewell: 'Cheers,',
		most: 4,
	},
	concise: {
		subject: (title) => `Recap: ${title}`,
		greeting: (name) => (name === '' ? 'Hello,' : `${name},`),
		opening: () => '',
		points: 'Key points:',
		decisions: 'Decisions:',
		actions: 'Action items:',
		closing: '',
		farewell: 'Regards,',
		most: 3,
	},
};

/** A follow-up e-mail (Resources, Email response): the meeting's own lines, joined in the tone asked for. */
export function emailAbout(meeting: Meeting, { recipientName = '', tone, senderName }: EmailRequest): EmailContent {
	const notes = keyPointsOf(meeting);
	const wording = WORDINGS[tone];
	const title = meeting.title;
	const keyPoints = notes.sections.flatMap(({ points }) => points).slice(0, wording.most);
	const decisions = notes.decisions.slice(0, wording.most);
	const actionItems = notes.actionItems.map(inOneLine);
	const paragraphs = [
		wording.greeting(recipientName.trim()),
		wording.opening(title),
		listed(wording.points, keyPoints),
		listed(wording.decisions, decisions),
		listed(wording.actions, actionItems),
		wording.closing,
		`${wording.farewell}\n${senderName}`,
	];
	const body = paragraphs.filter((paragraph) => paragraph !== '').join('\n\n');
	return { subject: wording.subject(title), body, keyPoints, actionItems };
}

const listed = (heading: string, lines: readonly string[]): string =>
	lines.length === 0 ? '' : [heading, ...lines.map((line) => `- ${line}`)].join('\n');

const inOneLine = ({ item, owner }: KeyPointsContent['actionItems'][number]): string =>
	owner === UNASSIGNED ? item : `${owner}: ${item}`;
