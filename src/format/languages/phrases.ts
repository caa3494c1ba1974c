/** What follows a number, by its category in the language: “meeting”, “meetings”. `other` stands for any that is not given. */
export type Plural = { readonly [C in Intl.LDMLPluralRule]?: string } & { readonly other: string };

/**
 * What reports say in their own words. Dates and lists that are passed in are in the language already. What people said, titles
 * and names are never translated.
 */
export interface Phrases {
	/** For dates, numbers and lists: a BCP 47 tag. */
	readonly locale: string;
	readonly quoted: (text: string) => string;
	/** Between a label and its text. */
	readonly colon: string;

	readonly meeting: Plural;
	readonly hour: Plural;
	readonly decision: Plural;
	readonly actionItem: Plural;
	readonly passage: Plural;
	readonly moreActionItem: Plural;
	readonly moreDecision: Plural;
	readonly more: Plural;
	readonly moreLeftOut: Plural;

	readonly meetings: string;
	readonly decisions: string;
	readonly actionItems: string;
	readonly openQuestions: string;
	readonly importantDates: string;
	readonly people: string;
	readonly participants: string;
	readonly notIncluded: string;
	readonly seeAlso: string;
	readonly transcript: string;
	/** Stands for the meeting of a transcript whose title is not known. */
	readonly theMeeting: string;
	/** Separates a note from its reader’s own text. Never changes: notes have it. */
	readonly ownNotes: string;

	readonly noOwner: string;
	readonly me: string;
	readonly otherParticipant: string;
	readonly someone: string;
	readonly highPriority: string;
	readonly mediumPriority: string;
	readonly lowPriority: string;
	readonly due: (date: string) => string;
	readonly noKeyPoints: string;
	readonly leftOut: Plural;
	readonly someLeftOut: string;
	readonly atLeast: (leftOut: string) => string;
	readonly leftOutUnknown: (leftOut: string) => string;

	/** `what` starts a title, such as “Meetings” or “2 decisions”. */
	readonly about: (what: string, topic: string) => string;
	readonly withPerson: (who: string) => string;
	readonly externalOnly: string;
	readonly internalOnly: string;
	/** Follows the number of action items, as `open` and `overdue` do. */
	readonly ownedBy: (who: string) => string;
	readonly open: string;
	readonly overdue: string;
	readonly noChange: string;
	readonly timesIn: (zone: string) => string;
	readonly comparedWith: (range: string) => string;
	readonly partlyRead: string;
	/** `all`: with “meetings”, and never one. */
	readonly resultsOf: (read: string, all: string) => string;
	readonly noMeetings: string;
	readonly noneFound: string;

	readonly beforeMeeting: (who: string) => string;
	readonly beforeThem: string;
	readonly beforeEvent: (title: string) => string;
	readonly metSince: (meetings: string, date: string) => string;
	readonly lastOn: (date: string) => string;
	/** `read` and `all`: numbers; `readMeetings` and `allMeetings`: with “meetings”. */
	readonly madeOf: (
		counts: { readonly read: string; readonly readMeetings: string; readonly all: string; readonly allMeetings: string },
		since: string,
	) => string;
	readonly whoUnknown: (meetings: string) => string;
	readonly doneUnknown: string;
	readonly nobodyInvited: string;
	readonly stillOpen: string;
	readonly recentDecisions: string;
	readonly pastMeetings: string;
	readonly notContacts: string;
	readonly notInPastMeetings: string;
	readonly notLookedUp: string;
	readonly nothingFound: string;

	readonly created: string;
	readonly changed: string;
	readonly resolved: string;
	readonly disappeared: string;

	readonly followUpsOf: (date: string) => string;
	readonly drafted: string;
	readonly failed: string;
	readonly notDrafted: string;
	readonly skipped: string;
	readonly to: (address: string) => string;
	/** Why a draft failed. */
	readonly notFound: string;
	readonly noAnswer: string;
	readonly refused: string;
	readonly creditAtRisk: string;
	/** Why nothing was drafted. */
	readonly draftedBefore: string;
	readonly draftedInThisRun: string;
	readonly noTranscript: string;
	/** Beside an action item of which nobody knows whether it is done. */
	readonly maybeDone: string;
	readonly unfinished: string;
	readonly internalMeeting: string;
	readonly unknownGuests: string;
	readonly creditReserve: string;
	readonly creditsUsedUp: string;
	readonly tooManyFailed: string;
	readonly limitReached: string;
	readonly noAccess: string;
	readonly requestLimit: string;
	/** Says when requests are available again. */
	readonly againOn: (moment: string) => string;
}
