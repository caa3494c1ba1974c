import { oneOf } from './anyOf.ts';
import { participantNamed } from './people.ts';
import type { Sentence } from './sentences.ts';
import { WORK } from './workVerbs.ts';

/** A task somebody took or was given, before it is judged. */
export interface Commitment {
	readonly task: string;
	readonly owner: string | null;
	/** How it was given: promised, planned, by name, asked of whoever then agreed, or left to everybody. */
	readonly given: 'own' | 'named' | 'asked' | 'planned' | 'everybody';
	/** The words before the task, which may take it back (`if …`). */
	readonly before: string;
	readonly sentence: Sentence;
}

const NAME = "(?<name>\\p{Lu}[\\p{L}'.-]+(?: \\p{Lu}[\\p{L}'.-]+){0,3})";
const SOFTENER = `(?:${oneOf(
	'also|then|just|quickly|definitely|probably|maybe|please|still|now|actually|personally',
	'go ahead and|make sure to|be sure to|try to|try and|have to|need to',
)} )*`;
const TASK = `${SOFTENER}(?<task>${WORK}\\b.*)`;
const ASK = '(?:can|could|would|will) you';

const pattern = (source: string): RegExp => new RegExp(source, 'u');

/** `I'll send …`: whoever says it. */
const OWN = [
	pattern(`\\b(?:I'll|I will|I am going to|I'm going to|I'm gonna) ${TASK}`),
	pattern(`\\bI can ${TASK}`),
	// `I'll go through the list and send …`
	pattern(`\\b(?:I'll|I will|I'm going to) \\p{Ll}[\\p{L}' -]{2,40} and ${TASK}`),
];
/** `I need to send …`: a plan more than a promise. */
const PLANNED = pattern(`\\bI(?: need to| have to| should|'ve got to| must|'m supposed to) ${TASK}`);
/** `Anna, could you …`, `Anna, please …` */
const NAMED = [
	pattern(`(?:^|[Aa]ction item(?:s)? for )${NAME}: ${TASK}`),
	pattern(`${NAME},? would you mind (?<task>\\p{Ll}+ing\\b.*)`),
	pattern(`(?:^|[,.] |and )${NAME},? ${ASK} ${TASK}`),
	pattern(`(?:^|[,.] |and )${NAME}, please ${TASK}`),
	pattern(`(?:^|[,.] |and )${NAME}, (?:I'd like you to|I need you to|you(?:'ll| will)) ${TASK}`),
];
const NAMED_LAST = pattern(
	`\\b(?:[Cc]an|[Cc]ould|[Ww]ould|[Ww]ill) you ${SOFTENER}(?<task>${WORK}\\b.*), ${NAME}[?.]$`,
);
/** `Anna will send …` */
const THIRD = pattern(
	`(?:^|[,.;:] |and |so |then )${NAME} (?:will|is going to|needs to|has to|should|agreed to|can|to) ${TASK}`,
);
/** `Could you send …?`: somebody who then says yes. */
const ASKED = pattern(`\\b(?:[Cc]an|[Cc]ould|[Ww]ould) you ${TASK}`);
/** `We need to send …` */
const EVERYBODY = pattern(`\\b[Ww]e(?:'ll| will| need to| have to| must|'re going to| are going to) ${TASK}`);
const YES = oneOf(
	'yes|yeah|yep|sure|of course|absolutely|no problem|okay|ok|certainly|definitely',
	"will do|happy to|I will|I'll|I can|done|got it|on it",
);
const ACCEPTED = new RegExp(`^${YES}\\b`, 'i');

/** The task of a sentence and whose it is; null when it holds none. `reply` is the next thing somebody else says. */
export function commitmentIn(
	sentence: Sentence,
	participants: readonly string[],
	reply: { readonly name: string; readonly text: string } | null,
): Commitment | null {
	const { text, name: speaker } = sentence;
	const made = (match: RegExpExecArray, owner: string | null, given: Commitment['given']): Commitment => ({
		task: match.groups?.['task'] ?? '',
		owner,
		given,
		before: text.slice(0, match.index),
		sentence,
	});
	for (const asked of [...NAMED, NAMED_LAST, THIRD]) {
		const match = asked.exec(text);
		const owner = match === null ? null : participantNamed(match.groups?.['name'] ?? '', participants);
		if (match !== null && owner !== null) return made(match, owner, 'named');
	}
	const asked = ASKED.exec(text);
	if (asked !== null) return reply !== null && ACCEPTED.test(reply.text) ? made(asked, reply.name, 'asked') : null;
	if (text.endsWith('?')) return null;
	for (const own of OWN) {
		const match = own.exec(text);
		if (match !== null) return made(match, speaker, 'own');
	}
	const planned = PLANNED.exec(text);
	if (planned !== null) return made(planned, speaker, 'planned');
	const all = EVERYBODY.exec(text);
	return all === null ? null : made(all, null, 'everybody');
}
