import { html } from 'hono/html';
import type { KeyPoints } from '../../../src/api/index.ts';
import { minutesOf, type StoredConversation } from '../../db/conversations.ts';
import type { StoredSegment } from '../../db/segments.ts';
import type { Html, Page } from '../document.ts';
import { longTime, offset } from '../times.ts';

/** What one person says until another does. */
export interface Turn {
	/** Null where the recording does not tell. */
	readonly speaker: string | null;
	/** Milliseconds since 1970. */
	readonly at: number;
	readonly texts: readonly string[];
}

/** Long turns are split at this length, so that readers can find their place by time. */
const LONGEST_TURN_MS = 60_000;

/** Joins the segments of a transcript, oldest first, into turns for reading. */
function turnsOf(segments: readonly StoredSegment[]): Turn[] {
	const turns: (Turn & { readonly texts: string[] })[] = [];
	for (const { speaker, text, at } of segments) {
		const last = turns.at(-1);
		if (last !== undefined && last.speaker === speaker && at - last.at < LONGEST_TURN_MS) last.texts.push(text);
		else turns.push({ speaker, at, texts: [text] });
	}
	return turns;
}

/** The speaker's name, without revealing whose account it is (Resources, Segment). */
function speakerName(speaker: string): string {
	if (speaker === 'local') return 'Host';
	return speaker === 'remote' ? 'Guest' : speaker;
}

/** All speakers, in the order they first speak. */
export const participantsOf = (turns: readonly Turn[]): string[] => [
	...new Set(turns.flatMap(({ speaker }) => (speaker === null ? [] : [speakerName(speaker)]))),
];

type Content = KeyPoints['keypoints'];

/** Saved key points. Empty lists are omitted. */
function keyPointsSection({ sections, decisions, actionItems, importantDates }: Content): Html {
	return html`<section id="key-points" aria-labelledby="key-points-title">
<h2 id="key-points-title">Key points</h2>
${sections.map(({ heading, points }) => list(heading, points))}
${list('Decisions', decisions)}
${list('Action items', actionItems.map(actionItem))}
${list(
	'Dates',
	importantDates.map(({ date, context }) => html`<strong>${date}</strong>: ${context}`),
)}
</section>`;
}

const list = (heading: string, items: readonly (string | Html)[]): Html | '' =>
	items.length === 0
		? ''
		: html`<h3 dir="auto">${heading}</h3>
<ul>${items.map((item) => html`<li dir="auto">${item}</li>`)}</ul>`;

const actionItem = ({ item, owner, priority }: Content['actionItems'][number]): Html =>
	html`${item} <span class="due">(${owner === '' ? '' : `${speakerName(owner)}, `}${priority} priority)</span>`;

interface Shared {
	readonly conversation: StoredConversation;
	readonly segments: readonly StoredSegment[];
	readonly keyPoints: KeyPoints['keypoints'] | undefined;
}

/** The public page of a conversation. It reveals nothing else about the account. */
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
${turns.length === 0 ? html`<p class="muted">No transcript.</p>` : ''}
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

/** The same page for wrong and expired links, so that it does not reveal which it is. */
export const gonePage: Page = {
	title: 'Page not found',
	body: html`<main class="gone">
<h1>This page is not available</h1>
<p>The conversation is no longer shared, or the link is incomplete.<br>
Ask the person who sent you the link for a new one.</p>
</main>`,
};
