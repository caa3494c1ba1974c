import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import * as z from 'zod/v4';
import { MINUTE_MS } from '../../src/api/index.ts';

const MEMORY = 'polling';

/** What a node stored last, and under which name. */
const Last = z.object({ name: z.string(), stored: z.unknown() });

const lastOf = (context: IPollFunctions): string => `${MEMORY} ${context.getNode().id}`;

/**
 * What the node has stored, under its present name or an earlier one. n8n keeps a node's memory under its name: a renamed
 * node finds nothing there, or an old memory from when it last had that name.
 */
export function readMemory(context: IPollFunctions): unknown {
	const { data: last } = Last.safeParse(context.getWorkflowStaticData('global')[lastOf(context)]);
	if (last && last.name !== context.getNode().name) return last.stored;
	return context.getWorkflowStaticData('node')[MEMORY];
}

/** Hands it to n8n, which saves it when it sees fit. */
export function writeMemory(context: IPollFunctions, memory: object): void {
	const stored: IDataObject = { ...memory };
	context.getWorkflowStaticData('node')[MEMORY] = stored;
	context.getWorkflowStaticData('global')[lastOf(context)] = { name: context.getNode().name, stored };
}

/** A poll's turn to use its trigger's memory. */
export interface Turn {
	/** Whether the poll before it never ended and was given up. */
	readonly isAfterLost: boolean;
	/** False once another poll has taken over: what this one remembers is outdated by then. */
	readonly isCurrent: () => boolean;
	readonly end: () => void;
}

/**
 * The longest turn. A poll’s requests end within 45 seconds; the rest is for n8n to decrypt the credential.
 * Without an end, a poll that n8n never returns to would stop its trigger for good, without an error.
 */
const MAX_TURN_MS = 2 * MINUTE_MS;

interface Taken {
	readonly memory: object;
	/** Milliseconds since 1970. */
	since: number;
}

/**
 * One poll at a time for each trigger: n8n starts the next poll whether or not the one before has ended. A poll that
 * began with another memory, as after the workflow was published again, takes over at once.
 */
export function createTurns() {
	const taken = new Map<string, Taken>();
	return {
		/** Null while it is another poll's turn. `now` in milliseconds since 1970. */
		begin(trigger: string, memory: object, now: number): Turn | null {
			const other = taken.get(trigger);
			const isSame = other?.memory === memory;
			if (other && isSame) {
				// Setting the clock back must not make the turn longer by as much.
				other.since = Math.min(other.since, now);
				if (now - other.since < MAX_TURN_MS) return null;
			}
			const own: Taken = { memory, since: now };
			taken.set(trigger, own);
			const isCurrent = (): boolean => taken.get(trigger) === own;
			return {
				isAfterLost: isSame,
				isCurrent,
				end: () => void (isCurrent() && taken.delete(trigger)),
			};
		},
	};
}
