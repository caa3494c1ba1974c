/** For comparing what people typed: case, accents and compatibility forms do not matter. */
export const fold = (text: string): string =>
	text
		.normalize('NFKD')
		.replace(/\p{Mark}/gu, '')
		.toLowerCase()
		.trim();
