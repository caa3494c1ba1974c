import { api } from '../../src/api/index.ts';

/** What a rehearsal records. Times in milliseconds since 1970, unless stated otherwise. */

/** A request to the service. */
export interface Request {
	readonly at: number;
	/** The node that sent it. */
	readonly node: string;
	/** The execution it belongs to; null for a trigger's own. */
	readonly run: number | null;
	readonly method: string;
	readonly path: string;
	readonly body: string;
	readonly status: number;
	/** Whether the answer was that this hour's requests, or the AI credits, are used up. */
	readonly refused: 'hour' | 'credits' | null;
	/** Whether it used an AI credit. */
	readonly isPaid: boolean;
}

/** What a node would have done outside this machine, or in one of n8n's tables. */
export interface Effect {
	readonly at: number;
	readonly run: number;
	readonly node: string;
	/** The node's type, without its package. */
	readonly type: string;
	/** Its parameters with every expression resolved. */
	readonly parameters: Readonly<Record<string, unknown>>;
	/** Whether a parameter contained an expression, so that two equal ones are no coincidence. */
	readonly isComputed: boolean;
	/** The meeting that the item is about; null if it does not say. Equal drafts for two meetings are two. */
	readonly conversationId: string | null;
	/** Whether the node returned its pinned data. */
	readonly isPinned: boolean;
	/** Nodes before it whose real answers a rehearsal cannot know. */
	readonly unknown: readonly string[];
	/** Expressions that asked for something that does not exist, with their parameters. */
	readonly blank: readonly { readonly field: string; readonly expression: string }[];
	/** Whether these are all of its expressions but those of addresses, so that two equal ones are alike for lack of content. */
	readonly isHollow: boolean;
}

/** What a node looked at in an item to decide where it goes, such as the conditions of a filter. */
export interface Decision {
	readonly at: number;
	readonly node: string;
	/** Expressions that asked for something that does not exist. */
	readonly blank: readonly string[];
}

export interface NodeRun {
	readonly node: string;
	/** Items it returned, on all outputs. */
	readonly items: number;
}

export interface Failure {
	readonly node: string;
	readonly message: string;
	/** What to do about it, if the node says. */
	readonly advice: string;
}

/** An execution of the workflow, or a poll that failed. */
export interface Run {
	readonly id: number;
	readonly at: number;
	readonly trigger: string;
	/** What started it, in words. */
	readonly why: string;
	/** The keys of the events it started with. */
	readonly events: readonly string[];
	/** The same events, each as `aboutOf` names it. */
	readonly about: readonly string[];
	readonly nodes: NodeRun[];
	status: 'success' | 'error' | 'waiting';
	/** When it ended, or until when it waits. */
	end: number;
	failure: Failure | null;
}

/** Something that happened in the account and may matter to a workflow. */
export interface Happened {
	readonly at: number;
	readonly event: string;
	readonly conversationId: string;
	readonly title: string;
}

/** A trigger as the rehearsal found it. */
export interface RehearsedTrigger {
	readonly node: string;
	readonly kind: 'instant' | 'polling' | 'schedule' | 'manual' | 'pinned' | 'none';
	/** Events it was told to start with. */
	readonly events: readonly string[];
	/** Whether it may skip events on purpose. */
	readonly isFiltered: boolean;
	/** Why n8n would not publish it; null if it would. */
	refusal: Failure | null;
}

/**
 * Max runs and polls of a trigger per day: enough for one per minute. A workflow that starts itself or runs every second would take hours and show
 * nothing new.
 */
export const MAX_STARTS_PER_DAY = 1500;

/** Why a rehearsal stopped early: a trigger started more often than makes sense to replay. */
export interface Cut {
	readonly at: number;
	/** The trigger. */
	readonly node: string;
	readonly what: 'run' | 'poll';
	readonly count: number;
}

/** Everything that was recorded. */
export interface Seen {
	readonly requests: Request[];
	readonly effects: Effect[];
	readonly decisions: Decision[];
	readonly runs: Run[];
	readonly happened: Happened[];
	readonly triggers: RehearsedTrigger[];
	/** What the forms of triggers call events, by name. */
	readonly labels: ReadonlyMap<string, string>;
	/** Events that reached the workflow, each as `aboutOf` names it. */
	readonly handled: string[];
	/** AI credits that the desktop application used, which count toward the plan. */
	readonly applicationCredits: number[];
	/** AI credits that were used before the replay began, in the month (UTC) in which it does. */
	creditsBefore: number;
	/** How many meetings of the account ended before or after the replay; 0 for the sample month. */
	outside: number;
	/** Results that the account has saved without the workflow, by their paths, with when they were. */
	readonly saved: Map<string, number>;
	/** Connections that were attempted to anything but the service on this machine; none succeeded. */
	readonly strayConnections: string[];
	/** Code that was only recorded because it used something that a rehearsal does not provide, by node. */
	readonly refused: Map<string, string>;
	/** Types of nodes that their installed packages do not have, by node. */
	readonly absent: Map<string, string>;
	/** Items that failed at a node whose settings let the run continue: their number by node, and the reason for the first. */
	readonly continued: Map<string, { readonly count: number; readonly why: string }>;
	/** Executions in which a node had to be stopped from outside, by number. */
	readonly hung: Map<number, Failure>;
	/** Why and where the rehearsal ended early; null if it was completed. */
	cut: Cut | null;
}

export const aboutOf = ({ event, conversationId }: Pick<Happened, 'event' | 'conversationId'>): string => `${event} ${conversationId}`;

const generated = { keypoints: api.keyPoints.generate, feedback: api.feedback.generate } as const;

/** The path at which a result is generated. */
export const savedAs = (conversationId: string, kind: keyof typeof generated): string => generated[kind].path.replace('{id}', conversationId);

/** What a person knows an event as. */
export const labelOf = ({ labels }: Pick<Seen, 'labels'>, event: string): string => labels.get(event) ?? event;

export const nothingSeen = (labels: Seen['labels'] = new Map()): Seen => ({
	labels,
	requests: [],
	effects: [],
	decisions: [],
	runs: [],
	happened: [],
	triggers: [],
	handled: [],
	applicationCredits: [],
	creditsBefore: 0,
	outside: 0,
	saved: new Map(),
	strayConnections: [],
	refused: new Map(),
	absent: new Map(),
	continued: new Map(),
	hung: new Map(),
	cut: null,
});
