import { anyOf, oneOf } from './anyOf.ts';
import type { Sentence } from './sentences.ts';

const GO_FOR = oneOf('go with|go ahead with|go for|stick with|stick to|settle on|drop|postpone');
const WHO = oneOf(
	"we|we've|we have|we all|we're|we are|everyone|everybody",
	'the (?:team|group|board|committee)(?: has)?',
);
/** Said when something is settled now. */
const SETTLED = [
	anyOf(`${WHO} (?:all )?(?:agreed?|decided) (?:to|on|that|not to|we)`),
	anyOf(`let's ${GO_FOR}`, "let's (?:use|keep|choose|pick|move (?:it|the \\w+) to)"),
	anyOf(`(?:we'll|we will|we're going to|we are going to|we're gonna) ${GO_FOR}`),
	anyOf("(?:we're|we are) going (?:ahead )?with"),
	anyOf('(?:the|our|final) decision (?:is|was) (?:to|that|not)'),
	anyOf("(?:it's|it is|that's) (?:decided|agreed|settled)"),
	anyOf('(?:we|I) (?:settled on|approved?|signed off on)'),
	/^(?:agreed|decided|decision)\s*[:,–-]\s+\w+/i,
];
/** Said about something not settled, or settled elsewhere. */
const OPEN = anyOf(
	"if|unless|whether|until|once|when|before|after|should|could|would|might|maybe|perhaps|haven't",
	"hasn't|not (?:yet )?(?:agreed|decided)|didn't|don't|never|can we|do we|did we|have we|suppose",
	'wonder|think we|because|since|thought|said|as we|how|why|what|like',
);
const MIN_CONTENT = 3;
const MAX_WORDS = 45;

/** The sentences in which the meeting settled something. Rather none than a wrong one. */
export const decisionsIn = (sentences: readonly Sentence[]): Sentence[] => sentences.filter(isDecision);

function isDecision({ text, stems, words }: Sentence): boolean {
	if (text.endsWith('?') || words > MAX_WORDS || new Set(stems).size < MIN_CONTENT) return false;
	const match = SETTLED.map((pattern) => pattern.exec(text)).find((found) => found !== null);
	return match !== undefined && !OPEN.test(text.slice(0, match.index + match[0].length));
}
