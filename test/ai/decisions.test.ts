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
	"Let's keep the blue button on the home page.",
	"We'll stick with the current supplier until summer.",
	'We agreed internally to start with the billing team.',
	"Let's move the launch to March 16th.",
	"We're going with the rubber case.",
	"Let's drop the settings page this sprint.",
	'Option B it is then.',
])('decision: %s', async (said) => {
	expect(await decisionsIn(said)).toEqual([said]);
});

it.each([
	['Okay, so we go with the rubber case then.', 'We go with the rubber case then.'],
	[
		"Okay so let's go with a um touch screen with um some kind of you know with with some kind of new battery.",
		"Let's go with a touch screen with some kind of new battery.",
	],
	['It is no problem because we decided to keep the old supplier.', 'We decided to keep the old supplier.'],
])('decision in %s', async (said, decision) => {
	expect(await decisionsIn(said)).toEqual([decision]);
});

it.each([
	['Shall we keep the price at forty nine euros?', 'Agreed.', ['Keep the price at forty nine euros.']],
	['Should we book the brass band for Saturday?', 'Okay, deal.', ['Book the brass band for Saturday.']],
	['I suggest we move the review to Monday.', 'Yes, works for me.', ['Move the review to Monday.']],
	['Shall we keep the price at forty nine euros?', 'I would rather not.', []],
	['Shall we keep the price or lower it?', 'Agreed.', []],
	['Shall we go for lunch?', 'Agreed.', []],
])('a suggestion becomes a decision once somebody agrees: %s %s', async (said, reply, decisions) => {
	const { decisions: found } = await extractiveAi.keyPoints(meetingOf(`Tom: ${said}\nMaria: ${reply}`));
	expect(found).toEqual(decisions);
});

it.each([
	"Let's go with that.",
	"Let's keep going, we have five minutes.",
	"Let's keep that in mind for the launch.",
	"Let's go for lunch at some point.",
	'We are keeping a close eye on the situation.',
	'Here are the two buttons we agreed on.',
	"Let's use the last ten minutes for questions.",
	'We stayed in. We decided to watch the detective show.',
	'We decided to open source the tool in 2019.',
	'I said we decided to open source the tool.',
	"We're sticking to that structure for the launch.",
	"We haven't decided on the webinar budget yet.",
	'Have we agreed to move the launch to March?',
	'If we agreed to move the launch, sales would suffer.',
	"I don't think we decided to renew the Acme contract.",
	'Once we have decided on the vendor, we can sign the contract.',
	'Maybe we agreed to move the launch to March.',
])('not a decision: %s', async (said) => {
	expect(await decisionsIn(said)).toEqual([]);
});
