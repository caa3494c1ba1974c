import { html } from 'hono/html';
import { attendeesOf } from '../../db/contacts.ts';
import type { StoredConversation } from '../../db/conversations.ts';
import { listSegments } from '../../db/segments.ts';
import { findUser } from '../../db/users.ts';
import { shareUrl } from '../../resources/conversations.ts';
import { savedFeedback } from '../../resources/feedback.ts';
import { savedKeyPoints } from '../../resources/keyPoints.ts';
import type { Service } from '../../service.ts';
import { OTHER } from '../../speakers.ts';
import type { Html, Page } from '../document.ts';
import { keyPointsSection, list, peopleList, speakersOf, transcriptSection, whenLine } from '../meeting.ts';

/** Path of a conversation's page in the console. */
export const CONVERSATION_PATH = '/console/conversations/';

/** Everything saved about a conversation: key points, feedback and transcript. */
export function conversationPage(service: Service, conversation: StoredConversation): Page {
	const { id, title, startedAt, userId, shareToken } = conversation;
	const segments = listSegments(service.db, id);
	const owner = findUser(service.db, userId);
	const roles = { local: owner?.name ?? 'You', remote: OTHER };
	const keyPoints = savedKeyPoints(service, conversation)?.body;
	const feedback = savedFeedback(service, conversation)?.body;
	const attendees = attendeesOf(service.db, id);
	return {
		title,
		body: html`<a class="skip" href="#transcript">Skip to the transcript</a>
<header>
<p><a href="/#conversations">Back to the console</a></p>
<h1 dir="auto">${title}</h1>
<p class="about">${whenLine(conversation)}<br>${owner?.email} · <code>${id}</code>${
			shareToken === null ? '' : html` · <a href="${shareUrl('', shareToken)}">Shared page</a>`
		}</p>
${attendees.length === 0 ? '' : html`<p class="about">Contacts: ${attendees.map(({ email }) => email).join(', ')}</p>`}
</header>
${peopleList(speakersOf(segments, roles))}
<main>
${keyPoints === undefined ? missing('key-points', 'Key points', 'No key points yet.') : keyPointsSection(keyPoints, roles)}
${feedback === undefined ? missing('feedback', 'Feedback', 'No feedback yet.') : feedbackSection(feedback.feedback)}
${transcriptSection(segments, startedAt, roles)}
</main>`,
	};
}

/** For a link to a conversation that was deleted since, or reset with the sandbox. */
export const deletedPage: Page = {
	title: 'Conversation not found',
	body: html`<main class="gone">
<h1>This conversation does not exist</h1>
<p>It was deleted, or it is in another database.<br>
<a href="/#conversations">Back to the console</a></p>
</main>`,
};

const missing = (id: string, heading: string, text: string): Html => html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${heading}</h2>
<p class="muted">${text}</p>
</section>`;

type Feedback = NonNullable<ReturnType<typeof savedFeedback>>['body']['feedback'];

const CATEGORIES = {
	clarity: 'Clarity',
	listening: 'Listening',
	timeManagement: 'Time management',
	collaboration: 'Collaboration',
	decisionMaking: 'Decision making',
} as const;

function feedbackSection({ overallScore, categoryScores, talkListenRatio, topPriority, strengths, growthAreas }: Feedback): Html {
	const { clarity, listening, timeManagement, collaboration, decisionMaking } = categoryScores;
	const scores = Object.entries({ clarity, listening, timeManagement, collaboration, decisionMaking });
	const labels: ReadonlyMap<string, string> = new Map(Object.entries(CATEGORIES));
	return html`<section id="feedback" aria-labelledby="feedback-title">
<h2 id="feedback-title">Feedback</h2>
<p><strong>${overallScore} of 10</strong> · talked ${talkListenRatio}% of the time</p>
<ul class="people">${scores.map(([name, score]) => html`<li>${labels.get(name)} ${score}</li>`)}</ul>
${topPriority === undefined ? '' : list('Work on first', [topPriority.focus])}
${list(
	'Strengths',
	strengths.map(({ category, description, quote }) => html`<strong>${category}:</strong> ${description} ${quoted(quote)}`),
)}
${list(
	'To improve',
	growthAreas.map(
		({ category, description, quote, alternative }) =>
			html`<strong>${category}:</strong> ${description} ${quoted(quote)}<br>Better: ${quoted(alternative)}`,
	),
)}
</section>`;
}

const quoted = (text: string): Html => html`<q dir="auto">${text}</q>`;
