import { extractiveAi } from '../../sandbox/ai/index.ts';
import { meetingOf } from './meetings.ts';

const itemsIn = async (script: string) => (await extractiveAi.keyPoints(meetingOf(script))).actionItems;

const TASKS: [said: string, owner: string, item: string][] = [
	["Tom Reyes: I'll send the revised quote by Friday.", 'Tom Reyes', 'Send the revised quote by Friday'],
	[
		'Tom Reyes: I will prepare the slides for the board, because they asked twice.',
		'Tom Reyes',
		'Prepare the slides for the board',
	],
	['Tom Reyes: Okay, so I’ll, um, follow up with the the legal team.', 'Tom Reyes', 'Follow up with the legal team'],
	["Tom Reyes: I'm going to schedule the review with Acme.", 'Tom Reyes', 'Schedule the review with Acme'],
	["Tom Reyes: I'll have the fix released by Friday.", 'Tom Reyes', 'Have the fix released by Friday'],
	[
		"Tom Reyes: If I get it today, I run it, and I'll send you the scanner logs.",
		'Tom Reyes',
		'Send the scanner logs',
	],
	['Tom Reyes: I need to call the vendor by Thursday.', 'Tom Reyes', 'Call the vendor by Thursday'],
	['Tom Reyes: I’ll send my references tomorrow.', 'Tom Reyes', 'Send the references tomorrow'],
	[
		'Tom Reyes: Maria, could you review my pull request by Friday?',
		'Maria Lopez',
		'Review Tom Reyes’s pull request by Friday',
	],
	[
		'Tom Reyes: I’ll book the training and send you the invitations by Monday.',
		'Tom Reyes',
		'Book the training and send the invitations by Monday',
	],
	['Tom Reyes: Maria, could you send the contract to Acme?', 'Maria Lopez', 'Send the contract to Acme'],
	['Tom Reyes: Could you please book the room for Monday, Maria?', 'Maria Lopez', 'Book the room for Monday'],
	['Tom Reyes: Maria will update the roadmap by the 12th.', 'Maria Lopez', 'Update the roadmap by the 12th'],
	['Tom Reyes: Maria Lopez, please share the budget sheet.', 'Maria Lopez', 'Share the budget sheet'],
	['Tom Reyes: Action item for Maria: confirm the number of seats.', 'Maria Lopez', 'Confirm the number of seats'],
	['Tom Reyes: We need to submit the tax forms by April 2nd.', 'Unassigned', 'Submit the tax forms by April 2nd'],
];

it.each(TASKS)('%s', async (said, owner, item) => {
	expect(await itemsIn(`Maria Lopez: Hello.\n${said}`)).toMatchObject([{ owner, item }]);
});

const NO_TASKS = [
	"If the budget allows it, I'll send the revised quote by Friday.",
	"I'll send it tomorrow.",
	"I'll show you the slides.",
	'I would send the revised quote by Friday.',
	"I won't send the revised quote by Friday.",
	'I sent the revised quote last Friday.',
	'We need to do something about that.',
	'Zoe, could you send the contract to Acme?',
	"He said I'll send the",
	'But I’ll send that link.',
	"I'm gonna collect the digit forms and write it down.",
	"I'll send their addresses.",
	"I'll send you the photo, it's hilarious.",
	"I'll send you a message when it's active.",
	"I'll send it back to the board and say we were not sure.",
	"I'll update the members on that when we go into private.",
	"I'll share my screen.",
	"I'll send the, the th report that we, we did.",
	'I will prepare what is was in the report by Friday.',
	"Let me check the agenda for today.",
	"I'll confirm that the budget was approved last year.",
	'Can you send the contract to Acme?',
];

it.each(NO_TASKS)('not a task: %s', async (said) => {
	expect(await itemsIn(`Maria Lopez: Hello.\nTom Reyes: ${said}\nMaria Lopez: The weather is bad.`)).toEqual([]);
});

it('assigns an open request to whoever accepts it', async () => {
	const script = 'Tom Reyes: Can you send the contract to Acme?\nMaria Lopez: Sure, will do.\nAnna Keller: Thanks.';
	expect(await itemsIn(script)).toMatchObject([{ owner: 'Maria Lopez', item: 'Send the contract to Acme' }]);
});

it('splits a sentence with two tasks', async () => {
	const script = "Tom Reyes: I'll set up the invitation and I'll share the training plan by Monday.";
	expect((await itemsIn(script)).map(({ item }) => item)).toEqual([
		'Set up the invitation',
		'Share the training plan by Monday',
	]);
});

it('keeps the clearest wording of a repeated task', async () => {
	const script =
		"Maria Lopez: I'll send the revised quote.\nTom Reyes: When?\nMaria Lopez: I'll send the revised quote by Friday.";
	expect((await itemsIn(script)).map(({ item }) => item)).toEqual(['Send the revised quote by Friday']);
});

it('rates a dated promise higher than a vague plan', async () => {
	const [dated] = await itemsIn("Tom Reyes: I'll send the revised quote by Friday.");
	const [vague] = await itemsIn("Tom Reyes: Maybe I'll send the revised quote by Friday.");
	expect(dated?.confidence).toBeGreaterThan(vague?.confidence ?? 1);
});

it.each([
	["I'll send the revised quote tomorrow.", 'high'],
	["I'll send the revised quote as soon as possible.", 'high'],
	["I'll send the revised quote by March 20th.", 'medium'],
	["I'll send the revised quote by June 20th.", 'low'],
	["No rush, but I'll send the revised quote.", 'low'],
])('priority: %s %s', async (said, priority) => {
	expect(await itemsIn(`Tom Reyes: ${said}`)).toMatchObject([{ priority }]);
});
