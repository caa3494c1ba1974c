import { catalogue, type Operation } from '../../src/operations/index.ts';

export type Values = Readonly<Record<string, unknown>>;

/** What to run: the inputs, by their names in the catalogue. */
export interface Asked {
	readonly resource: string;
	readonly operation: string;
	readonly input: Values;
	readonly limit?: number;
	readonly reserve?: Reserve;
}

/** What a person reserves for others. */
export interface Reserve {
	readonly requests?: number;
	readonly credits?: number;
}

/** The outcome: results, or the parts of an error. */
export type Outcome = { readonly results: readonly unknown[] } | { readonly failure: unknown };

export interface Host {
	readonly name: string;
	/** Whether requests and credits can be reserved there. */
	readonly reserves: boolean;
	/** Who reads the results on this host. */
	readonly readers: readonly ('agents' | 'people')[];
	/** How much of an error a program can read there, besides its words. */
	readonly failures: 'code' | 'details' | 'words';
	/** Whether its form has these inputs. If omitted, it has all. */
	readonly offers?: (asked: Asked) => boolean;
	/** A result as this host returns it. If omitted, the same as on all other hosts. */
	readonly shows?: (asked: Asked, result: unknown) => unknown;
	readonly run: (account: Account, asked: Asked, isAgent: boolean) => Promise<Outcome>;
	readonly stop: () => Promise<void>;
}

export interface Account {
	readonly baseUrl: string;
	readonly apiKey: string;
}

export const TIMEZONE = 'Europe/Berlin';

export const find = ({ resource, operation }: Pick<Asked, 'operation' | 'resource'>): Operation => {
	const found = catalogue.find(({ id }) => id === resource)?.operations.find(({ id }) => id === operation);
	if (!found) throw new Error(`There is no ${resource} ${operation}`);
	return found;
};

/** What the editor of n8n would not let anyone save can still come from an expression. */
