import { html } from 'hono/html';
import type { KeyPoints } from '../../src/api/index.ts';
import { secondsOf, type StoredConversation } from '../db/conversations.ts';
import type { StoredSegment } from '../db/segments.ts';
import type { Html } from './document.ts';
import { longTime, offset } from './times.ts';
import { lengthOf } from '../text.ts';

/** What one person says until somebody else does. */
interface Turn {
	/** Null if the recording does not show who speaks. */
	readonly speaker: string | null;
	/** Milliseconds since 1970. */
	readonly at: number;
	readonly texts: readonly string[];
}

/** How a page writes the speakers `local` and `remote` (Resources, Segment). */
export interface Roles {
	readonly local: string;
	readonly remote: string;
}

const speakerName = (speaker: string, { local, remote }: Roles): string =>
	speaker === 'local' ? local : speaker === 'remote' ? remote : speaker;

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

/** All speakers, in the order they first speak. */
export const speakersOf = (segments: readonly StoredSegment[], roles: Roles): string[] => [
	...new Set(segments.flatMap(({ speaker }) => (speaker === null ? [] : [speakerName(speaker, roles)]))),
];

/** When a conversation took place, and for how long. */
export function whenLine(conversation: StoredConversation): Html {
	return html`${longTime(conversation.startedAt)} · <span class="whole">${lengthOf(secondsOf(conversation))}</span>`;
}

/** Above the content; on a phone below it. */
export const peopleList = (names: readonly string[]): Html | '' =>
	names.length === 0
		? ''
		: html`<aside aria-labelledby="people-title"><h2 id="people-title">Participants</h2>
<ul class="people">${names.map((name) => html`<li dir="auto">${name}</li>`)}</ul></aside>`;

type Content = KeyPoints['keypoints'];

/** Saved key points. Empty lists are omitted. */
export function keyPointsSection({ sections, decisions, actionItems, importantDates }: Content, roles: Roles): Html {
	return html`<section id="key-points" aria-labelledby="key-points-title">
<h2 id="key-points-title">Key points</h2>
${sections.map(({ heading, points }) => list(heading, points))}
${list('Decisions', decisions)}
${list('Action items', actionItems.map((item) => actionItem(item, roles)))}
${list(
	'Dates',
	importantDates.map(({ date, context }) => html`<strong>${date}</strong>: ${context}`),
)}
</section>`;
}

/** A heading with a list below it, or nothing. */
export const list = (heading: string, items: readonly (string | Html)[]): Html | '' =>
	items.length === 0
		? ''
		: html`<h3 dir="auto">${heading}</h3>
<ul>${items.map((item) => html`<li dir="auto">${item}</li>`)}</ul>`;

const actionItem = ({ item, owner, priority }: Content['actionItems'][number], roles: Roles): Html =>
	html`${item} <span class="due">(${owner === '' ? '' : `${speakerName(owner, roles)}, `}${priority} priority)</span>`;

export function transcriptSection(segments: readonly StoredSegment[], startedAt: number, roles: Roles): Html {
	const turns = turnsOf(segments);
	return html`<section id="transcript" aria-labelledby="transcript-title">
<h2 id="transcript-title">Transcript</h2>
${turns.length === 0 ? html`<p class="muted">No transcript.</p>` : ''}
<ol class="turns">${turns.map((turn) => turnItem(turn, startedAt, roles))}</ol>
</section>`;
}

const turnItem = ({ speaker, at, texts }: Turn, startedAt: number, roles: Roles) =>
	html`<li><p class="said"><strong dir="auto">${speaker === null ? 'Unknown speaker' : speakerName(speaker, roles)}</strong>
<span>${offset(at - startedAt)}</span></p>
<p dir="auto">${texts.join(' ')}</p></li>
`;
