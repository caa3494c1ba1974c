/** A type without the fields it does not name, at every depth, so that a typo does not compile. */
export type Known<T> = T extends readonly (infer E)[]
	? Known<E>[]
	: T extends object
		? Record<never, never> extends KnownFields<T>
			? [keyof KnownFields<T>] extends [never]
				? Record<string, unknown>
				: KnownFields<T>
			: KnownFields<T>
		: T;

export type KnownFields<T> = { [K in keyof T as string extends K ? never : K]: Known<T[K]> };
