import type { ActionItemState } from '../db/actionItems.ts';

/** Everyone in the sample. The domains are reserved for examples, so no email can reach anyone. */
export const people = {
	nora: { name: 'Nora Feld', email: 'nora.feld@quillbrook.example' },
	tomasz: { name: 'Tomasz Wilk', email: 'tomasz.wilk@quillbrook.example' },
	lea: { name: 'Lea Brandt', email: 'lea.brandt@quillbrook.example' },
	ingrid: { name: 'Ingrid Holm', email: 'ingrid.holm@quillbrook.example' },
	priya: { name: 'Priya Raman', email: 'priya.raman@harbour.example' },
	helen: { name: 'Helen Marsh', email: 'helen.marsh@harbour.example' },
	samira: { name: 'Samira Okafor', email: 'samira.okafor@linden.example' },
	henrik: { name: 'Henrik Dahl', email: 'henrik.dahl@corvin.example' },
	maren: { name: 'Maren Vogt', email: 'maren.vogt@corvin.example' },
	marcus: { name: 'Marcus Bell', email: 'marcus.bell@fairway.example' },
	olivia: { name: 'Olivia Grant', email: 'olivia.grant@brightside.example' },
	jonas: { name: 'Jonas Keller', email: 'jonas.keller@granite.example' },
	yuki: { name: 'Yuki Tanaka', email: 'yuki.tanaka@example.org' },
} as const;
export type PersonKey = keyof typeof people;

export const priorityOf = { '!!': 'high', '!': 'medium', '.': 'low' } as const;

/** Priority, owner, what to do, and the item's state. Default: open. */
type Item = readonly [keyof typeof priorityOf, PersonKey, string, ActionItemState?];

type Category = 'Clarity' | 'Listening' | 'Time management' | 'Collaboration' | 'Decision making';

interface Observation {
	readonly category: Category;
	/** A line of Nora's, word for word. */
	readonly quote: string;
	readonly description: string;
	readonly reason: string;
}

export interface SampleFeedback {
	/** Clarity, listening, time management, collaboration, decision making: each from 0 to 10. */
	readonly scores: readonly [number, number, number, number, number];
	readonly strength: Observation;
	readonly growth: Observation & { readonly focus: string; readonly suggestion: string; readonly alternative: string };
}

/**
 * A meeting relative to the day of the first start. In all its texts, `{+2}` stands for the weekday two working days after
 * the meeting, and `{date+2}` for that day's date.
 */
export interface SampleMeeting {
	readonly title: string;
	/** Working days before the first start. */
	readonly workdaysAgo: number;
	/** Local time. */
	readonly at: string;
	readonly minutes: number;
	/** Everyone but Nora. */
	readonly with: readonly PersonKey[];
	/** Whether the service knows who the others are. Usually it only knows that somebody else spoke. */
	readonly knowsSpeakers?: true;
	/** Lines of `First name: what they say`. */
	readonly transcript: string;
	readonly sections: readonly (readonly [heading: string, points: readonly string[]])[];
	readonly decisions: readonly string[];
	readonly items: readonly Item[];
	/** Working days after the meeting, and what happens then. */
	readonly dates: readonly (readonly [inWorkdays: number, context: string])[];
	/** Missing where the meeting was too short or routine. */
	readonly feedback?: SampleFeedback;
}
