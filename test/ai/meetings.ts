import type { Meeting } from '../../sandbox/ai/index.ts';

/** Wednesday. */
export const START = '2026-03-04T10:00:00.000Z';

/** A meeting of `Name: text` lines, five seconds each. */
export function meetingOf(script: string, about: Partial<Meeting> = {}): Meeting {
	const lines = script.trim().split('\n');
	const at = (index: number): string => new Date(Date.parse(START) + index * 5000).toISOString();
	const segments = lines.map((line, index) => {
		const [speaker = '', ...text] = line.split(': ');
		return { speaker: speaker.trim() === '-' ? null : speaker.trim(), text: text.join(': '), timestamp: at(index) };
	});
	return {
		title: 'Launch review',
		startTime: START,
		endTime: at(lines.length),
		userName: 'Anna Keller',
		segments,
		...about,
	};
}

export const launch = meetingOf(`
Anna Keller: Good morning everyone, thanks for joining. Today we need to agree on the launch date and the price.
Tom Reyes: Um, the beta has been running for three weeks and we have forty active customers now.
Anna Keller: Great. What is the feedback so far?
Tom Reyes: Customers love the the new dashboard, but the export is too slow for large accounts. It takes about four minutes.
Maria Lopez: I can confirm that. Two customers at Northwind complained about the export last week.
Anna Keller: Okay. Tom, can you fix the export performance by the 12th?
Tom Reyes: Yes, I'll take care of that. I'll send you the test results by Friday.
Maria Lopez: On pricing, the sales team prefers forty nine euros per seat.
Anna Keller: Let's go with forty nine euros per seat for the first year.
Maria Lopez: Good. Then I'll update the pricing page tomorrow.
Tom Reyes: When do we want to launch?
Anna Keller: We agreed to launch on March 24th, if the export is fixed.
Anna Keller: Maria, could you please draft the announcement email by next Tuesday?
Maria Lopez: Sure, no problem. Maybe we should also think about a webinar.
Tom Reyes: I'll probably look at that at some point.
Anna Keller: We haven't decided on the webinar yet. Let's talk about it next week.
Maria Lopez: Could you send me the customer list, Tom?
Tom Reyes: Will do.
Anna Keller: Tom will set up a call with Northwind on Thursday to walk them through the fix.
Anna Keller: Perfect. Thanks everybody, bye.
`);

/** Speech as it is transcribed when many talk at once, without any task in it. */
export const chatter = meetingOf(`
Grad D: How many batteries do you go through?
Professor C: Alright. Good. Yeah. OK so, let's get started. Nancy said she's coming and that means she will be.
Grad E: Yeah, I think so too. Um. The we got to the point where we can now speak into the system.
Grad B: Mm-hmm.
Grad E: I'll show you that later, if it works. I mean I'll just do it like this.
Professor C: If we decided to do that, it would be, you know, sort of a mess.
Grad B: I can do that. I'll I'll try.
Grad E: Can you give me the the pen?
Grad B: Yeah.
Professor C: I'll tell you what, I will think about it. We'll see how it goes.
Grad D: So what did we decide? We haven't agreed on anything.
Professor C: They sent it when we were in Heidelberg last year.
`);
