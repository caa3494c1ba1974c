import { oneOf } from '../text/language.ts';
import { participantNamed } from '../text/people.ts';
import type { Sentence } from '../text/sentences.ts';

/** Verbs of tasks that people promise for after a meeting and can tick off. */
const DELIVERING =
	'send|resend|e-?mail|mail|forward|share|circulate|distribute|deliver|submit|upload|publish|post|' +
	'schedule|reschedule|book|arrange|organi[sz]e|set up|sign up|invite|' +
	'prepare|draft|put together|pull together|write up|write to|finali[sz]e|' +
	'follow up|reach out|get back|report back|circle back|get in touch|introduce|loop in|notify|contact|ping|' +
	'update|revise|fix|deploy|release|migrate|install|purchase|renew|invoice|' +
	'coordinate|investigate|look into|find out|gather|compile|chase|escalate|negotiate|confirm|' +
	'check with|make sure|onboard';
/** Done as often during a meeting as after it. They only count with a date or a person named. */
const EITHER =
	'have (?:the|an?|our|my|your)|check|call|phone|ask|talk to|speak to|speak with|talk with|write|create|make|add|remove|change|build|design|' +
	'review|present|document|summari[sz]e|order|sign|file|approve|collect|' +
	'test|run|plan|finish|complete|work on|take care of|handle|own|lead|read|bring|give|get|provide|do|pay|' +
	'research|analy[sz]e|compare|estimate|calculate|clean up|move|start|implement|meet|visit|verify|validate|track';

const WORK = `(?:${DELIVERING}|${EITHER})`;

const delivering = new RegExp(`^(?:${DELIVERING})\\b`, 'i');

/** Whether the task starts with a verb that by itself means work after the meeting. */
export const isDelivering = (task: string): boolean => delivering.test(task);

/** A task that someone took or was given, before it is judged. */
export interface Commitment {
	readonly task: string;
	readonly owner: string | null;
	/** How it was given: promised, planned, assigned by name, accepted on request, or left to everyone. */
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

/** `I'll send …`: the speaker. */
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
/** `Could you send …?`: the person who then says yes. */
const ASKED = pattern(`\\b(?:[Cc]an|[Cc]ould|[Ww]ould) you ${TASK}`);
/** `We need to send …` */
const EVERYBODY = pattern(`\\b[Ww]e(?:'ll| will| need to| have to| must|'re going to| are going to) ${TASK}`);
const YES = oneOf(
	'yes|yeah|yep|sure|of course|absolutely|no problem|okay|ok|certainly|definitely',
	"will do|happy to|I will|I'll|I can|done|got it|on it",
);
const ACCEPTED = new RegExp(`^${YES}\\b`, 'i');

/** The task in a sentence and its owner; null if there is none. `reply` is the next thing someone else says. */
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
