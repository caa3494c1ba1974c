import * as fc from 'fast-check';
import type { Meeting } from '../../sandbox/ai/index.ts';
import { START } from './meetings.ts';
import { anyText } from '../support/anyText.ts';

const phrases = fc.constantFrom(
	"I'll send the revised quote to Northwind by Friday.",
	"Let's go with option B for the launch.",
	'We agreed to stop the trial on the 31st.',
	'Anna, could you review the contract by tomorrow?',
	'Um, you know, the the export is slow.',
	'What do you think about the price of the export?',
	'the',
	'…',
	'😀😀',
	'<script>alert(1)</script>',
	'(((((',
	'\\',
	'$&',
	'constructor __proto__ toString',
	'31/31/9999',
	'the 99th',
	'a'.repeat(300),
	'\n\n',
);
const texts = fc.array(fc.oneof({ weight: 4, arbitrary: phrases }, anyText({ maxLength: 30 })), {
	maxLength: 4,
});
const speakers = fc.constantFrom('local', 'remote', null, 'Anna Keller', 'Bob', '', '__proto__', 'A (B) [C] *');

/** Meetings of anything, real phrases among it. */
export const hostileMeetings: fc.Arbitrary<Meeting> = fc.record({
	title: fc.string(),
	startTime: fc.constant(START),
	endTime: fc.constant(START),
	userName: fc.constantFrom('Anna Keller', '', 'Bob Builder'),
	segments: fc.array(
		fc.record({ text: texts.map((parts) => parts.join(' ')), speaker: speakers, timestamp: fc.constant(START) }),
		{ maxLength: 25 },
	),
});
