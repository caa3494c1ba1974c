import { extractiveAi } from '../../sandbox/ai/index.ts';
import { meetingOf } from './meetings.ts';

const decisionsIn = async (said: string) => (await extractiveAi.keyPoints(meetingOf(`Tom: ${said}`))).decisions;

it.each([
	"Let's go with option B for the launch.",
	'We agreed to move the launch to March.',
	"We've decided not to renew the Acme contract.",
	"We'll go with March 16th for the kick-off.",
	'The final decision is to hire two more engineers.',
	'Agreed: the budget stays at ten thousand euros.',
])('decision: %s', async (said) => {
	expect(await decisionsIn(said)).toEqual([said]);
});

it.each([
	"Let's go with that.",
	"We haven't decided on the webinar budget yet.",
	'Have we agreed to move the launch to March?',
	'If we agreed to move the launch, sales would suffer.',
	"I don't think we decided to renew the Acme contract.",
	'Once we have decided on the vendor, we can sign the contract.',
	'Maybe we agreed to move the launch to March.',
])('no decision: %s', async (said) => {
	expect(await decisionsIn(said)).toEqual([]);
});
