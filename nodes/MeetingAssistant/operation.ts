import type { Credit, Endpoint, Paging } from '../../src/api/index.ts';
import type { Advice } from '../shared/errorAdvice.ts';
import type { Fields, Values } from './field.ts';
import type { Result } from './result.ts';
import type { Session } from './session.ts';

/** What an operation is called, what people read of it, and what it may answer with. */
export interface Words<V extends string> {
	/** Stands in saved workflows for ever. */
	readonly value: V;
	readonly name: string;
	/** What the list of actions and an AI agent call it. */
	readonly action: string;
	readonly description: string;
	/** What to do about an error, where this operation knows better than the words for all. */
	readonly advice?: Advice;
	/** Said when a list is empty for a reason that people do not expect. */
	readonly whenEmpty?: string;
	/** What it takes in requests, in words, where that is not one, or one for each page. */
	readonly requests?: string;
}

/** Groups of fields in the order of the form. */
export interface Groups<F extends Fields = Fields> {
	/** Always shown. */
	readonly fields?: F;
	/** Shown in the collection “Filters”, each when added. */
	readonly filters?: Fields;
	/** Shown in the collection “Options”, each when added. */
	readonly options?: Fields;
}

/** The results for one input item. `limit` is undefined where all are wanted, or there is only one. */
export type Run = (session: Session, input: Values, limit?: number) => AsyncIterable<Result>;

/** All the node knows of an operation. */
export interface Operation<V extends string = string> extends Words<V>, Groups {
	/** What it calls, where that is one endpoint above all. */
	readonly endpoint?: Endpoint;
	/** Present on lists, which get Return All and Limit. */
	readonly paging?: Paging;
	/** Set on lists that are not one endpoint's: they get Return All and Limit too. */
	readonly isList?: true;
	readonly credit: Credit;
	readonly run: Run;
}

export const hasLimit = (operation: Operation): boolean => operation.paging !== undefined || operation.isList === true;

/** A group of operations in the menu. */
export interface Resource {
	/** Stands in saved workflows for ever. */
	readonly value: string;
	readonly name: string;
	/** In menu order, by name. */
	readonly operations: readonly Operation[];
	/** Chosen when the resource is. */
	readonly defaultOperation: Operation;
}
