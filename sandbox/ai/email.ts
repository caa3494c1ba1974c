import type { Tone } from '../../src/api/index.ts';
import type { EmailContent, EmailRequest, KeyPointsContent, Meeting } from './ai.ts';
import { keyPointsOf } from './summary/keyPoints.ts';
import { participantNamed } from './text/people.ts';
import { UNASSIGNED } from './tasks/task.ts';

type ActionItem = KeyPointsContent['actionItems'][number];

/** The parts of an email, taken from the meeting. */
interface Material {
	readonly title: string;
	/** `4 March 2026`. */
	readonly day: string;
	readonly sections: KeyPointsContent['sections'];
	readonly decisions: readonly string[];
	readonly tasks: readonly ActionItem[];
	readonly dates: KeyPointsContent['importantDates'];
	readonly recipient: string;
	/** The recipient, if it is a participant. */
	readonly addressee: string | null;
	readonly sender: string;
}

interface Letter {
	readonly subject: string;
	readonly paragraphs: readonly string[];
	/** The included points. */
	readonly points: readonly string[];
}

/** A follow-up email (Resources, Email response): what was said, in the given tone. */
export function emailAbout(meeting: Meeting, { recipientName = '', tone, senderName }: EmailRequest): EmailContent {
	const notes = keyPointsOf(meeting);
	const recipient = recipientName.trim();
	const { subject, paragraphs, points } = LETTERS[tone]({
		title: meeting.title,
		day: longDay(meeting.startTime),
		sections: notes.sections,
		decisions: notes.decisions,
		tasks: notes.actionItems,
		dates: notes.importantDates,
		recipient,
		addressee: participantNamed(recipient, notes.participants),
		sender: senderName,
	});
	return {
		subject,
		body: paragraphs.filter((paragraph) => paragraph !== '').join('\n\n'),
		keyPoints: [...points],
		actionItems: notes.actionItems.map(inOneLine),
	};
}

const LETTERS: Readonly<Record<Tone, (material: Material) => Letter>> = {
	professional: (material) => {
		const { title, day, sections, decisions, tasks, dates, recipient, sender } = material;
		const kept = firstOf(sections, 6);
		return {
			subject: `Follow-up: ${title}`,
			points: kept.flatMap(({ points }) => points),
			paragraphs: [
				recipient === '' ? 'Hello,' : `Dear ${recipient},`,
				`Thank you for taking part in “${title}” on ${day}. ${RECORD[kindOf(material)]}`,
				...kept.map(({ heading, points }) => listed(heading, points)),
				listed('Decisions', decisions),
				listed('Action items', tasks.map(inOneLine)),
				listed('Dates to note', dates.map(({ date, context }) => `${longDay(date)}: ${context}`)),
				'Please let me know if anything is missing or needs to be corrected.',
				`Kind regards,\n${sender}`,
			],
		};
	},

	casual: ({ title, sections, decisions, tasks, recipient, addressee, sender }) => {
		const kept = firstOf(sections, 3).flatMap(({ points }) => points);
		const yours = tasks.filter(({ owner }) => owner === addressee);
		const others = tasks.filter(({ owner }) => owner !== addressee);
		return {
			subject: `${title}: quick recap`,
			points: kept,
			paragraphs: [
				recipient === '' ? 'Hi there,' : `Hi ${recipient},`,
				`Good to talk! Here’s what I took away from “${title}”.`,
				listed('On your plate:', yours.map(inOneLine)),
				listed(yours.length > 0 ? 'And for the rest of us:' : 'Who does what:', others.map(inOneLine)),
				listed('What we settled:', decisions),
				listed('What else came up:', kept),
				'Did I get anything wrong? Just hit reply.',
				`Cheers,\n${sender}`,
			],
		};
	},

	concise: ({ title, sections, decisions, tasks, recipient, sender }) => {
		const isSettled = decisions.length + tasks.length > 0;
		const kept = firstOf(sections, isSettled ? 1 : 2).flatMap(({ points }) => points);
		return {
			subject: `Recap: ${title}`,
			points: kept,
			paragraphs: [
				recipient === '' ? '' : `${recipient},`,
				lines('Decided', decisions),
				lines('To do', tasks.map(inOneLine)),
				lines('Noted', kept),
				kept.length > 0 || isSettled ? '' : 'Nothing to follow up.',
				sender,
			],
		};
	},
};

/** The introduction, depending on what the meeting has. */
const RECORD = {
	tasks: 'Below is a summary, with the action items as I understood them.',
	decisions: 'Below is a summary, with what we decided. No action items were agreed.',
	points: 'Below is a summary. No decisions or action items were recorded.',
	nothing: 'There is nothing to follow up from my side.',
} as const;

function kindOf({ tasks, decisions, sections }: Material): keyof typeof RECORD {
	if (tasks.length > 0) return 'tasks';
	if (decisions.length > 0) return 'decisions';
	return sections.length > 0 ? 'points' : 'nothing';
}

/** The first points, under their headings. */
function firstOf(sections: KeyPointsContent['sections'], most: number): KeyPointsContent['sections'] {
	let left = most;
	return sections.flatMap(({ heading, points }) => {
		const kept = points.slice(0, left);
		left -= kept.length;
		return kept.length > 0 ? [{ heading, points: kept }] : [];
	});
}

const listed = (heading: string, entries: readonly string[]): string =>
	entries.length === 0 ? '' : [heading, ...entries.map((entry) => `- ${entry}`)].join('\n');

const lines = (label: string, entries: readonly string[]): string =>
	entries.map((entry) => `${label}: ${entry}`).join('\n');

const inOneLine = ({ item, owner }: ActionItem): string => (owner === UNASSIGNED ? item : `${owner}: ${item}`);

const longDay = (date: string): string =>
	new Intl.DateTimeFormat('en-GB', {
		...(date.length > 7 ? { day: 'numeric' } : {}),
		month: 'long',
		year: 'numeric',
		timeZone: 'UTC',
	}).format(new Date(date));
