import { html } from 'hono/html';
import type { KeyPoints } from '../../../src/api/index.ts';
import { minutesOf, type StoredConversation } from '../../db/conversations.ts';
import type { StoredSegment } from '../../db/segments.ts';
import type { Page } from '../document.ts';
import { longTime, offset } from '../times.ts';
import { keyPointsSection } from './keyPoints.ts';
import { participantsOf, speakerName, turnsOf, type Turn } from './turns.ts';

export interface Shared {
	readonly conversation: StoredConversation;
	readonly segments: readonly StoredSegment[];
	readonly keyPoints: KeyPoints['keypoints'] | undefined;
}

/** The public page of one conversation. It says nothing else about the account. */
export function sharedPage({ conversation, segments, keyPoints }: Shared): Page {
	const { title, startedAt } = conversation;
	const turns = turnsOf(segments);
	const minutes = minutesOf(conversation);
	const length = minutes === 1 ? '1 minute' : `${minutes} minutes`;
	return {
		title,
		body: html`<a class="skip" href="#transcript">Skip to the transcript</a>
<header>
<h1 dir="auto">${title}</h1>
<p class="about">${longTime(startedAt)} · <span class="whole">${length}</span></p>
${people(participantsOf(turns))}
</header>
<main>
${keyPoints === undefined ? '' : keyPointsSection(keyPoints)}
<section id="transcript" aria-labelledby="transcript-title">
<h2 id="transcript-title">Transcript</h2>
${turns.length === 0 ? html`<p class="muted">Nothing was transcribed.</p>` : ''}
<ol class="turns">${turns.map((turn) => turnItem(turn, startedAt))}</ol>
</section>
</main>
<footer>Shared by a participant. Anyone with the link can read this page.</footer>`,
	};
}

const people = (names: readonly string[]) =>
	names.length === 0
		? ''
		: html`<h2 class="unseen">Participants</h2>
<ul class="people">${names.map((name) => html`<li dir="auto">${name}</li>`)}</ul>`;

const turnItem = ({ speaker, at, texts }: Turn, startedAt: number) =>
	html`<li><p class="said"><strong dir="auto">${speaker === null ? 'Unknown speaker' : speakerName(speaker)}</strong>
<span>${offset(at - startedAt)}</span></p>
<p dir="auto">${texts.join(' ')}</p></li>
`;
