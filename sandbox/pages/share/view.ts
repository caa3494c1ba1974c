import { html } from 'hono/html';
import type { KeyPoints } from '../../../src/api/index.ts';
import type { StoredConversation } from '../../db/conversations.ts';
import type { StoredSegment } from '../../db/segments.ts';
import { OTHER } from '../../speakers.ts';
import type { Page } from '../document.ts';
import { keyPointsSection, peopleList, speakersOf, transcriptSection, whenLine } from '../meeting.ts';

interface Shared {
	readonly conversation: StoredConversation;
	readonly segments: readonly StoredSegment[];
	readonly keyPoints: KeyPoints['keypoints'] | undefined;
}

/** Names that do not reveal the owner of the account. */
const roles = { local: 'Host', remote: OTHER };

/** The public page of a conversation. It reveals nothing else about the account. */
export function sharedPage({ conversation, segments, keyPoints }: Shared): Page {
	const { title, startedAt } = conversation;
	return {
		title,
		body: html`<a class="skip" href="#transcript">Skip to the transcript</a>
<header>
<h1 dir="auto">${title}</h1>
<p class="about">${whenLine(conversation)}</p>
</header>
${peopleList(speakersOf(segments, roles))}
<main>
${keyPoints === undefined ? '' : keyPointsSection(keyPoints, roles)}
${transcriptSection(segments, startedAt, roles)}
</main>
<footer>Shared by a participant. Anyone with the link can read this page.</footer>`,
	};
}

/** The same page for wrong and expired links, so that it does not reveal which it is. */
export const gonePage: Page = {
	title: 'Page not found',
	body: html`<main class="gone">
<h1>This page is not available</h1>
<p>The conversation is no longer shared, or the link is incomplete.<br>
Ask the person who sent you the link for a new one.</p>
</main>`,
};
